// SPDX-License-Identifier: MIT
// The hash and the random numbers of hash.h.

const encoder = new TextEncoder();
const double = new Float64Array(1);
const wordsOfDouble = new Uint32Array(double.buffer);

export class Hash {
    private a = 1;
    private b = 2;

    word(word: number): void {
        this.a = Math.imul(this.a ^ word, 0x9e3779b1);
        this.a ^= this.a >>> 15;
        this.b = Math.imul(this.b ^ word, 0x85ebca77);
        this.b ^= this.b >>> 13;
    }

    flag(flag: boolean): void {
        this.word(flag ? 1 : 0);
    }

    doubles(numbers: ArrayLike<number>): void {
        for (let i = 0; i < numbers.length; ++i) {
            double[0] = numbers[i];
            this.word(wordsOfDouble[0]);
            this.word(wordsOfDouble[1]);
        }
    }

    /** The bytes of an array, four at a time. */
    memory(array: Float32Array | Float64Array | Uint32Array | Uint8Array): void {
        const words = new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
        for (const word of words) {
            this.word(word);
        }
    }

    /** One word for each byte, and one for their number. */
    bytes(bytes: Uint8Array): void {
        this.word(bytes.length);
        for (const byte of bytes) {
            this.word(byte);
        }
    }

    text(text: string): void {
        this.bytes(encoder.encode(text));
    }

    toString(): string {
        const hex = (word: number) => (word >>> 0).toString(16).padStart(8, "0");
        return hex(this.a) + hex(this.b);
    }
}

/** xorshift32 by George Marsaglia. */
export class Random {
    constructor(private state: number) {}

    next(): number {
        this.state ^= this.state << 13;
        this.state ^= this.state >>> 17;
        this.state ^= this.state << 5;
        return this.state >>> 0;
    }
}
