// SPDX-License-Identifier: MIT
// A tree over triangles in the memory of a module, with the arrays that it was made of.
import { BVH_PLOC, BVH_SAH } from "./constants.js";
import { checkOptions, groups, index as wholeNumber, oneOf, shown } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import type { RuntimeExports } from "./exports.js";
import { Handle, type Instance } from "./instance.js";
import { mesh as layout } from "./layout.js";
import type { BaseExports } from "./wasm.js";

/** How a tree over triangles is built. */
export interface TriangleBvhOptions {
    /**
     * "sah": by the surface area heuristic, the fastest questions. "ploc": bottom-up. Both give the
     * same answers. Default: "sah".
     */
    builder?: "sah" | "ploc";
    /** Numbers from one vertex to the next, at least 3. Default: 3. */
    stride?: number;
}

/** What a module needs for trees over triangles. */
export type TreeExports = BaseExports &
    Pick<
        RuntimeExports,
        "halfspace_new_mesh_bvh" | "halfspace_free_mesh_bvh" | "halfspace_mesh_refit"
    >;

const errorAt = 512;
const errorBytes = 512;
/**
 * A build needs less for each triangle, the tree itself included. Measured: 160 and 205 bytes, and up to
 * 260 where the memory has gaps.
 */
const buildBytes = 280;
const builders = { sah: BVH_SAH, ploc: BVH_PLOC } as const;

/** A tree and its arrays. They are freed when the last one who holds them lets them go. */
export class HeldTree {
    #holders = 1;

    constructor(
        readonly from: Instance<TreeExports>,
        readonly pointer: number,
        /** The copies of both arrays: first the positions. */
        readonly memory: number,
        readonly triangles: number,
    ) {}

    hold(): this {
        ++this.#holders;
        return this;
    }

    letGo(): void {
        if (--this.#holders === 0) {
            this.from.wasm.exports.halfspace_free_mesh_bvh(this.pointer);
            this.from.wasm.release(this.memory);
        }
    }
}

function isDoubles(positions: ArrayLike<number>): boolean {
    return !(positions instanceof Float32Array);
}

function copyPositions(
    { wasm }: Instance<TreeExports>,
    at: number,
    positions: ArrayLike<number>,
): void {
    if (isDoubles(positions)) {
        wasm.f64.set(positions, at >>> 3);
    } else {
        wasm.f32.set(positions, at >>> 2);
    }
}

function made(
    from: Instance<TreeExports>,
    positions: ArrayLike<number>,
    indices: ArrayLike<number> | undefined,
    options: TriangleBvhOptions,
    what: string,
): HeldTree {
    checkOptions(options, ["builder", "stride"], what);
    const { builder = "sah", stride = 3 } = options;
    oneOf(builder, Object.keys(builders) as (keyof typeof builders)[], "builder");
    groups(positions, 1, "positions");
    const most = 2 ** 28;
    if (wholeNumber(stride, most, "stride") < 3) {
        throw new HalfspaceError(`stride: expected at least 3, found ${stride}`);
    }
    // After the last vertex the rest of its stride may be missing.
    const vertices = Math.ceil(positions.length / stride);
    if (vertices > 0 && positions.length - (vertices - 1) * stride < 3) {
        throw new HalfspaceError(
            `positions: expected x, y and z every ${stride} numbers; the last of ${positions.length} numbers are no whole vertex`,
        );
    }
    if (indices === undefined && vertices % 3 !== 0) {
        throw new HalfspaceError(
            `positions: expected 3 vertices for each triangle, as there is no index; found ${vertices}`,
        );
    }
    const triangles = indices === undefined ? vertices / 3 : groups(indices, 3, "index");
    const isIndex = (i: number) => Number.isInteger(i) && i >= 0 && i < vertices;
    for (let i = 0; i < (indices?.length ?? 0); ++i) {
        if (!isIndex(indices![i]!)) {
            throw new HalfspaceError(
                `index: number ${i} is ${shown(indices![i])}; there are ${vertices} vertices`,
            );
        }
    }
    const { wasm, scratch } = from;
    const bytes = positions.length * (isDoubles(positions) ? 8 : 4);
    const indicesAt = (bytes + 7) & ~7;
    const size = indicesAt + 12 * triangles;
    // A build that runs out of memory does not return.
    wasm.requireMemory(size + buildBytes * triangles);
    const memory = wasm.allocate(size);
    try {
        copyPositions(from, memory, positions);
        const first = (memory + indicesAt) >>> 2;
        if (indices === undefined) {
            for (let i = 0; i < 3 * triangles; ++i) {
                wasm.u32[first + i] = i;
            }
        } else {
            wasm.u32.set(indices, first);
        }
        const word = (field: number, value: number) => {
            wasm.u32[(scratch + field) >>> 2] = value;
        };
        word(layout.floats, isDoubles(positions) ? 0 : memory);
        word(layout.doubles, isDoubles(positions) ? memory : 0);
        word(layout.vertex_count, vertices);
        word(layout.stride, stride);
        word(layout.indices, memory + indicesAt);
        word(layout.triangle_count, triangles);
        const error = scratch + errorAt;
        const tree = wasm.exports.halfspace_new_mesh_bvh(
            scratch,
            builders[builder],
            error,
            errorBytes,
        );
        if (tree === 0) {
            throw new HalfspaceError(`${what}: ${wasm.text(error)}`);
        }
        return new HeldTree(from, tree, memory, triangles);
    } catch (error) {
        wasm.release(memory);
        throw error;
    }
}

function letterGo(held: HeldTree): () => void {
    return () => held.letGo();
}

/** A tree over triangles of the caller, and the copies of their arrays. */
export abstract class TriangleTree<Exports extends TreeExports> extends Handle<Exports> {
    /** How many triangles. */
    readonly triangleCount: number;
    /** @internal */
    readonly held: HeldTree;
    readonly #positions: { length: number; isDoubles: boolean };

    /** @internal */
    constructor(
        from: Instance<Exports>,
        positions: ArrayLike<number>,
        index: ArrayLike<number> | undefined,
        options: TriangleBvhOptions,
        what: string,
    ) {
        const held = made(from, positions, index, options, what);
        super(from, held.pointer, what, letterGo(held));
        this.triangleCount = held.triangles;
        this.held = held;
        this.#positions = { length: positions.length, isDoubles: isDoubles(positions) };
    }

    /**
     * Gives the vertices new places; the triangles stay. Much faster than a new tree, but questions
     * become slower as triangles leave their neighbours. positions: an array of the same kind.
     */
    refit(positions: ArrayLike<number>): void {
        const tree = this.pointer;
        groups(positions, 1, "refit: positions");
        const { length, isDoubles: areDoubles } = this.#positions;
        if (!this.canRefit(positions)) {
            throw new HalfspaceError(
                `refit: expected ${length} ${areDoubles ? "doubles" : "floats"}, as the tree was made of`,
            );
        }
        for (let i = 0; i < length; ++i) {
            if (Math.abs(positions[i]!) > 1e37) {
                throw new HalfspaceError(`refit: number ${i} is beyond 1e37`);
            }
        }
        copyPositions(this.runtime, this.held.memory, positions);
        this.runtime.found(this.runtime.wasm.exports.halfspace_mesh_refit(tree), "refit");
    }

    /** @internal Whether refit() takes as many numbers of this kind. */
    canRefit(positions: ArrayLike<number>): boolean {
        const { length, isDoubles: areDoubles } = this.#positions;
        return positions.length === length && isDoubles(positions) === areDoubles;
    }
}
