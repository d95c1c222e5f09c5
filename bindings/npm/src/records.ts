// SPDX-License-Identifier: MIT
// Answers of batches: records as the library writes them, and arrays of one field of each.

/** Memory with numbers of several kinds. */
export interface Views {
    i32: Int32Array;
    u32: Uint32Array;
    f64: Float64Array;
}

type Column = Uint8Array | Int32Array | Uint32Array | Float64Array;

function viewsOf({ buffer }: Uint8Array): Views {
    return {
        i32: new Int32Array(buffer),
        u32: new Uint32Array(buffer),
        f64: new Float64Array(buffer),
    };
}

/** The answers of a batch. A column, such as `fractions`, is made when it is first read. */
export abstract class RecordList {
    #length = 0;
    // Records as the library writes them, perhaps with memory for more.
    #bytes = new Uint8Array(0);
    #views = viewsOf(this.#bytes);
    // By offset of the field.
    readonly #columns = new Map<number, Column>();

    /** How many motions. */
    get length(): number {
        return this.#length;
    }

    /** @internal The bytes of a record. */
    protected abstract readonly size: number;

    /** @internal */
    protected get views(): Views {
        return this.#views;
    }

    /**
     * Takes a copy of the first `count` records of some memory.
     * @internal
     */
    fill(from: Uint8Array, count: number): this {
        const size = count * this.size;
        if (this.#bytes.length < size) {
            this.#bytes = from.slice(0, size);
            this.#views = viewsOf(this.#bytes);
        } else {
            this.#bytes.set(from.subarray(0, size));
        }
        this.#length = count;
        this.#columns.clear();
        return this;
    }

    /**
     * `width` numbers of each record, from a field at an offset in bytes.
     * @internal
     */
    protected column<Type extends Column>(
        offset: number,
        from: Column,
        type: new (length: number) => Type,
        width = 1,
    ): Type {
        let column = this.#columns.get(offset) as Type | undefined;
        if (column === undefined) {
            column = new type(width * this.#length);
            const stride = this.size / from.BYTES_PER_ELEMENT;
            let at = offset / from.BYTES_PER_ELEMENT;
            for (let i = 0; i < column.length; at += stride) {
                for (let axis = 0; axis < width; ++axis, ++i) {
                    column[i] = from[at + axis]!;
                }
            }
            this.#columns.set(offset, column);
        }
        return column;
    }
}
