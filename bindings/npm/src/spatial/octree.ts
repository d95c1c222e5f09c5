// SPDX-License-Identifier: MIT
// An octree of things that move (include/halfspace/spatial/octree.h).
import { ALL_OBJECTS, OK } from "../constants.js";
import {
    checkOptions,
    finite,
    groups,
    index,
    positive,
    shown,
    word,
    type Point,
    type Vec3,
} from "../arguments.js";
import { pointAt, writeVec3 } from "../memory.js";
import { HalfspaceError } from "../error.js";
import { writeFrustum, type Frustum } from "../frustum.js";
import { Handle } from "../instance.js";
import * as layout from "../layout.js";
import type { Status } from "../exports.js";
import type { SpatialExports } from "../exports.js";
import { answered, answeredNumbers, answerAt, spatial, type Spatial } from "./instance.js";

/** How an octree is divided. */
export interface OctreeOptions {
    /** The edges of cells are at least this long, from 1e-30 to 1e30. Default: 0.1. */
    smallestCell?: number;
    /** A leaf with more objects is divided, 2 to 1000. Default: 32. */
    splitAbove?: number;
    /** A node with this many objects or fewer becomes a leaf, 0 to splitAbove / 2. Default: 12. */
    mergeBelow?: number;
}

/** The least and the largest corner of a box. */
export interface Box {
    min: Point;
    max: Point;
}

/** What an octree keeps with an object. */
export interface ObjectData {
    /** Yours: a whole number from 0 to 2^53 - 1, the index of an array, for example. Default: 0. */
    user?: number;
    /**
     * 32 bits. A question skips the objects whose mask has no bit in common with its own mask.
     * Default: all bits.
     */
    mask?: number;
}

/** An object on a segment. */
export interface ObjectHit {
    id: number;
    /** Where the segment enters the box: 0 at its start, also if it starts inside. */
    fraction: number;
}

/** What an octree looks like inside. */
export interface OctreeStatistics {
    nodes: number;
    /** The most nodes from the root to a leaf. */
    deepest: number;
    bytes: number;
    /** How often an object was put into a node. An object that stays in its cell adds nothing. */
    entries: number;
}

function freeOctree({ wasm }: Spatial, octree: number): void {
    wasm.exports.halfspace_free_octree(octree);
}

/** Writes the data of an object behind a box. Returns where it is. */
function writeData({ wasm, scratch }: Spatial, data: ObjectData, what: string): number {
    checkOptions(data, ["user", "mask"], what);
    const { user = 0, mask = ALL_OBJECTS } = data;
    const at = scratch + 64;
    index(user, 2 ** 53, `${what}: user`);
    wasm.u32[(at + layout.octree_data.user) >>> 2] = user % 2 ** 32;
    wasm.u32[((at + layout.octree_data.user) >>> 2) + 1] = Math.floor(user / 2 ** 32);
    wasm.u32[(at + layout.octree_data.mask) >>> 2] = word(mask, `${what}: mask`);
    return at;
}

/** A whole number of 64 bits; those above 2^53 - 1 are rounded. */
function longAt(words: Uint32Array, at: number): number {
    return words[at >>> 2]! + 2 ** 32 * words[(at >>> 2) + 1]!;
}

function made(from: Spatial, options: OctreeOptions): number {
    checkOptions(options, ["smallestCell", "splitAbove", "mergeBelow"], "Octree");
    const { wasm, scratch } = from;
    const {
        smallestCell = 0.1,
        splitAbove = 32,
        mergeBelow = Math.min(12, splitAbove >> 1),
    } = options;
    const to = layout.octree_options;
    wasm.f64[(scratch + to.smallest_cell) >>> 3] = positive(smallestCell, "smallestCell");
    wasm.u32[(scratch + to.split_above) >>> 2] = word(splitAbove, "splitAbove");
    wasm.u32[(scratch + to.merge_below) >>> 2] = word(mergeBelow, "mergeBelow");
    const octree = wasm.exports.halfspace_new_octree(scratch);
    if (octree === 0) {
        throw new HalfspaceError(
            "Octree: expected smallestCell from 1e-30 to 1e30, splitAbove from 2 to 1000, and mergeBelow up to half of it",
        );
    }
    return octree;
}

const mostPlace = 1e37; // kMaxObjectPlace of octree.h

/** Checks the box of an object: six numbers from boxes[at] on, its least and its largest corner. */
function checkBox(boxes: ArrayLike<number>, at: number, what: string): void {
    for (let i = at; i < at + 3; ++i) {
        const min = boxes[i]!;
        const max = boxes[i + 3]!;
        if (!(-mostPlace <= min && min <= max && max <= mostPlace)) {
            throw new HalfspaceError(
                `${what}: expected min <= max on each axis and numbers from -1e37 to 1e37, found min ${min} and max ${max}`,
            );
        }
    }
}

function noObject(id: number, what: string): HalfspaceError {
    return new HalfspaceError(`${what}: there is no object with the id ${id}`);
}

/**
 * An octree of things that move: which boxes are here, in view, on a segment, near one another? It
 * needs no size of the world and no depth: it grows, divides and shrinks by itself. Every answer
 * depends on the boxes and ids alone, not on what was before. Call `await initSpatial()` before you
 * make one.
 */
export class Octree extends Handle<SpatialExports> {
    constructor(options: OctreeOptions = {}) {
        const from = spatial();
        super(from, made(from, options), "Octree", freeOctree);
    }

    /** The number of objects. */
    get size(): number {
        return this.runtime.wasm.exports.halfspace_octree_size(this.pointer);
    }

    /** Adds an object, and returns its id: a whole number, which a removed object may have had. */
    insert(min: Vec3, max: Vec3, data: ObjectData = {}): number {
        const { wasm, scratch } = this.runtime;
        const id = scratch + answerAt;
        const box = this.#writeBox(min, max, "insert");
        checkBox(wasm.f64, box >>> 3, "insert");
        const dataAt = writeData(this.runtime, data, "insert");
        this.#check(
            wasm.exports.halfspace_octree_insert(this.pointer, box, box + 24, dataAt, id),
            "insert",
        );
        return wasm.u32[id >>> 2]!;
    }

    /** Gives an object another box. It costs next to nothing while the object stays in its cell. */
    update(id: number, min: Vec3, max: Vec3): void {
        const { wasm } = this.runtime;
        const box = this.#writeBox(min, max, "update");
        checkBox(wasm.f64, box >>> 3, "update");
        const octree = this.pointer;
        const status = wasm.exports.halfspace_octree_update(octree, word(id, "id"), box, box + 24);
        if (status !== OK) {
            throw noObject(id, "update");
        }
    }

    /**
     * The same for many objects. boxes: six numbers for each, its least and its largest corner. If one
     * of them is wrong, nothing has changed.
     */
    updateAll(ids: ArrayLike<number>, boxes: ArrayLike<number>): void {
        const count = groups(ids, 1, "ids");
        if (groups(boxes, 6, "boxes") !== count) {
            throw new HalfspaceError(`boxes: expected ${6 * count} numbers, found ${boxes.length}`);
        }
        for (let i = 0; i < count; ++i) {
            word(ids[i]!, "ids");
            checkBox(boxes, 6 * i, `updateAll: box ${i}`);
        }
        const { wasm } = this.runtime;
        const octree = this.pointer;
        wasm.withMemory(52 * count, (at) => {
            const idsAt = at + 48 * count;
            wasm.f64.set(boxes, at >>> 3);
            wasm.u32.set(ids, idsAt >>> 2);
            const status = wasm.exports.halfspace_octree_update_all(octree, idsAt, at, count);
            if (status !== OK) {
                const missing = Array.from(ids).find((id) => this.box(id) === null);
                if (missing !== undefined) {
                    throw noObject(missing, "updateAll");
                }
                this.#check(status, "updateAll");
            }
        });
    }

    /** Removes an object; false if there is none with this id. A later object may have its id. */
    remove(id: number): boolean {
        const { exports } = this.runtime.wasm;
        const status = exports.halfspace_octree_remove(this.pointer, word(id, "id"));
        return this.runtime.found(status, "remove");
    }

    /** What the octree keeps with an object; null if there is no object with this id. */
    data(id: number): Required<ObjectData> | null {
        const { wasm, scratch } = this.runtime;
        const status = wasm.exports.halfspace_octree_data_of(this.pointer, word(id, "id"), scratch);
        if (!this.runtime.found(status, "data")) {
            return null;
        }
        const from = layout.octree_data;
        return {
            user: longAt(wasm.u32, scratch + from.user),
            mask: wasm.u32[(scratch + from.mask) >>> 2]!,
        };
    }

    /** Gives an object other data. What is left out stays. */
    setData(id: number, data: ObjectData): void {
        const kept = this.data(id);
        if (kept === null) {
            throw noObject(id, "setData");
        }
        const { user = kept.user, mask = kept.mask } = data;
        checkOptions(data, ["user", "mask"], "setData");
        const at = writeData(this.runtime, { user, mask }, "setData");
        this.#check(
            this.runtime.wasm.exports.halfspace_octree_set_data(this.pointer, id, at),
            "setData",
        );
    }

    /** The box of an object; null if there is no object with this id. */
    box(id: number): Box | null {
        const { wasm, scratch } = this.runtime;
        const status = wasm.exports.halfspace_octree_box(
            this.pointer,
            word(id, "id"),
            scratch,
            scratch + 24,
        );
        return this.runtime.found(status, "box")
            ? { min: pointAt(wasm.f64, scratch), max: pointAt(wasm.f64, scratch + 24) }
            : null;
    }

    /** The objects whose boxes touch a box, by id. */
    inBox(min: Vec3, max: Vec3, mask = ALL_OBJECTS): Uint32Array {
        const { exports } = this.runtime.wasm;
        const box = this.#writeBox(min, max, "inBox");
        const of = this.#asked("inBox", mask);
        return answeredNumbers(this.runtime, "inBox", (...to) =>
            exports.halfspace_octree_in_box(of.octree, box, box + 24, of.mask, ...to),
        );
    }

    /** The objects whose boxes touch a ball, by id. */
    inSphere(centre: Vec3, radius: number, mask = ALL_OBJECTS): Uint32Array {
        const { exports } = this.runtime.wasm;
        const at = this.runtime.scratch;
        writeVec3(this.runtime, at, centre, "inSphere: centre");
        finite(radius, "inSphere: radius");
        const of = this.#asked("inSphere", mask);
        return answeredNumbers(this.runtime, "inSphere", (...to) =>
            exports.halfspace_octree_in_sphere(of.octree, at, radius, of.mask, ...to),
        );
    }

    /** The objects whose boxes are behind none of the planes, by id. */
    inView(frustum: Frustum, mask = ALL_OBJECTS): Uint32Array {
        const { exports } = this.runtime.wasm;
        const at = this.runtime.scratch;
        if (writeFrustum(this.runtime, at, frustum) === 0) {
            throw new HalfspaceError(`inView: expected a Frustum, found ${shown(frustum)}`);
        }
        const of = this.#asked("inView", mask);
        return answeredNumbers(this.runtime, "inView", (...to) =>
            exports.halfspace_octree_in_view(of.octree, at, of.mask, ...to),
        );
    }

    /** The objects whose boxes meet a segment, by fraction and then by id. */
    onSegment(from: Vec3, to: Vec3, mask = ALL_OBJECTS): ObjectHit[] {
        const { wasm } = this.runtime;
        const segment = this.#writeBox(from, to, "onSegment");
        const of = this.#asked("onSegment", mask);
        const { first, count } = answered(this.runtime, "onSegment", (...to) =>
            wasm.exports.halfspace_octree_on_segment(
                of.octree,
                segment,
                segment + 24,
                of.mask,
                ...to,
            ),
        );
        return Array.from({ length: count }, (_, i) => {
            const at = first + i * layout.octree_hit.size;
            return {
                id: wasm.u32[(at + layout.octree_hit.id) >>> 2]!,
                fraction: wasm.f64[(at + layout.octree_hit.fraction) >>> 3]!,
            };
        });
    }

    /**
     * All pairs of objects whose boxes are at most `margin` apart on each axis: two ids for each pair,
     * the smaller one first.
     */
    nearPairs(margin = 0, mask = ALL_OBJECTS): Uint32Array {
        const { exports } = this.runtime.wasm;
        finite(margin, "nearPairs: margin");
        const of = this.#asked("nearPairs", mask);
        const ask = (...to: [number, number, number]) =>
            exports.halfspace_octree_near_pairs(of.octree, margin, of.mask, ...to);
        return answeredNumbers(this.runtime, "nearPairs", ask, 2);
    }

    /** What the octree looks like inside. */
    statistics(): OctreeStatistics {
        const { wasm, scratch } = this.runtime;
        this.#check(
            wasm.exports.halfspace_octree_statistics_of(this.pointer, scratch),
            "statistics",
        );
        const from = layout.octree_statistics;
        const at = (field: number) => longAt(wasm.u32, scratch + field);
        return {
            nodes: at(from.nodes),
            deepest: at(from.deepest),
            bytes: at(from.bytes),
            entries: at(from.entries),
        };
    }

    #writeBox(min: Vec3, max: Vec3, what: string): number {
        const at = this.runtime.scratch;
        writeVec3(this.runtime, at, min, what);
        writeVec3(this.runtime, at + 24, max, what);
        return at;
    }

    #check(status: Status, what: string): void {
        if (!this.runtime.found(status, what)) {
            throw new HalfspaceError(`${what}: there is no such object`);
        }
    }

    #asked(what: string, mask: number): { octree: number; mask: number } {
        return { octree: this.pointer, mask: word(mask, `${what}: mask`) };
    }
}
