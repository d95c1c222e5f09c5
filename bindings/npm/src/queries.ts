// SPDX-License-Identifier: MIT
// Questions about points, motions and bodies in a level or a collision world.
import { checkOptions, finite, word, type Point, type Vec3 } from "./arguments.js";
import {
    readPoint,
    writePlacedShape,
    writeTraceOptions,
    writeVec3,
    type TraceOptions,
} from "./memory.js";
import {
    listToFill,
    readContact,
    writeContact,
    type BatchOptions,
    type Contact,
    type ContactList,
} from "./contact.js";
import { Contents } from "./contents.js";
import * as layout from "./layout.js";
import { a, askAll, Asked, b, bodyAt, flag, result, traceOptionsAt } from "./level_base.js";
import type { PlacedShape } from "./shape.js";

/** What a body has touched. */
export interface Surface {
    /** The number of the brush in the level; -1 for polygons. */
    brush: number;
    side: number;
    isSky: boolean;
    /** The body has touched an edge. */
    isBevel: boolean;
    /** The name of its material; null if nothing was touched. */
    material: string | null;
}

/** Which contents block. */
export interface Mask {
    /** The contents that block a body. Default: Contents.BodyBlockers. */
    mask?: number;
}

const names = {
    model: {
        how: ["model"],
        mask: ["mask", "model"],
        trace: ["mask", "skin", "hair", "model"],
        batch: ["mask", "skin", "hair", "into", "model"],
    },
    without: {
        how: ["without"],
        mask: ["mask", "without"],
        trace: ["mask", "skin", "hair", "without"],
        batch: ["mask", "skin", "hair", "into", "without"],
    },
} as const;

function maskOf({ mask = Contents.BodyBlockers }: Mask): number {
    return word(mask, "mask");
}

/** A function that moves a body along many segments. */
type MoveAll = (
    world: number,
    without: number,
    body: number,
    segments: number,
    count: number,
    options: number,
    contacts: number,
) => number;

// The options of a question that has none.
const nothing = Object.freeze({}) as never;

/** What a level and a collision world answer. */
export abstract class Questions<How extends object> extends Asked<How> {
    #check(options: object, kind: keyof (typeof names)["model"], what: string): void {
        checkOptions<Record<string, unknown>>(
            options as Record<string, unknown>,
            names[this.how][kind],
            what,
        );
    }

    /** The contents at a point: bits of Contents. */
    contents(point: Vec3, how: How = nothing): number {
        const { runtime, wasm, at } = this.at();
        this.#check(how, "how", "contents");
        writeVec3(runtime, at + a, point, "point");
        const status = wasm.exports.halfspace_point_contents(
            this.worldOf(how),
            this.leftOutOf(how),
            at + a,
            at + result,
        );
        runtime.found(status, "contents");
        return wasm.u32[(at + result) >>> 2]!;
    }

    /** The contents at many points: x, y, z of each. Faster than one by one. */
    contentsAll(points: ArrayLike<number>, how: How = nothing): Uint32Array {
        const { runtime, wasm } = this.at();
        this.#check(how, "how", "contentsAll");
        const world = this.worldOf(how);
        const without = this.leftOutOf(how);
        return askAll(
            runtime,
            "contentsAll",
            ["points", points, 3],
            4,
            (...all) => wasm.exports.halfspace_point_contents_all(world, without, ...all),
            (from, count) => wasm.u32.slice(from >>> 2, (from >>> 2) + count),
        );
    }

    /**
     * Whether one point sees another. What is solid blocks sight; liquids, fences and what only
     * blocks players do not.
     */
    sees(from: Vec3, to: Vec3, how: How = nothing): boolean {
        const { runtime, wasm, at } = this.at();
        this.#check(how, "how", "sees");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const status = wasm.exports.halfspace_line_of_sight(
            this.worldOf(how),
            this.leftOutOf(how),
            at + a,
            at + b,
            at + result,
        );
        return flag(runtime, status, "sees");
    }

    /** The same for many segments: from.xyz, to.xyz of each. 1 where the sight is clear. */
    seesAll(segments: ArrayLike<number>, how: How = nothing): Uint8Array {
        const { runtime, wasm } = this.at();
        this.#check(how, "how", "seesAll");
        const world = this.worldOf(how);
        const without = this.leftOutOf(how);
        return askAll(
            runtime,
            "seesAll",
            ["segments", segments, 6],
            1,
            (...all) => wasm.exports.halfspace_line_of_sight_all(world, without, ...all),
            (from, count) => wasm.u8.slice(from, from + count),
        );
    }

    /** Whether the body of a space is free at a position. */
    isFree(space: string | number, position: Vec3, options: Mask & How = nothing): boolean {
        const { runtime, wasm, at } = this.at();
        this.#check(options, "mask", "isFree");
        writeVec3(runtime, at + a, position, "position");
        const status = wasm.exports.halfspace_is_free(
            this.worldOf(options),
            this.leftOutOf(options),
            this.space(space),
            at + a,
            maskOf(options),
            at + result,
        );
        return flag(runtime, status, "isFree");
    }

    /** The same for many positions: x, y, z of each. 1 where the body is free. */
    isFreeAll(
        space: string | number,
        positions: ArrayLike<number>,
        options: Mask & How = nothing,
    ): Uint8Array {
        const { runtime, wasm } = this.at();
        this.#check(options, "mask", "isFreeAll");
        const body = this.space(space);
        const mask = maskOf(options);
        const world = this.worldOf(options);
        const without = this.leftOutOf(options);
        return askAll(
            runtime,
            "isFreeAll",
            ["positions", positions, 3],
            1,
            (at, count, to) =>
                wasm.exports.halfspace_is_free_all(world, without, body, at, count, mask, to),
            (from, count) => wasm.u8.slice(from, from + count),
        );
    }

    /** A free position near this one, at most `distance` away; null if none was found. */
    unstick(
        space: string | number,
        position: Vec3,
        distance: number,
        options: Mask & How = nothing,
    ): Point | null {
        const { runtime, wasm, at } = this.at();
        this.#check(options, "mask", "unstick");
        writeVec3(runtime, at + a, position, "position");
        const status = wasm.exports.halfspace_unstick(
            this.worldOf(options),
            this.leftOutOf(options),
            this.space(space),
            at + a,
            finite(distance, "distance"),
            maskOf(options),
            at + result,
        );
        return runtime.found(status, "unstick") ? readPoint(runtime, at + result) : null;
    }

    /** Whether a box overlaps contents of the mask. */
    overlapsBox(min: Vec3, max: Vec3, options: Mask & How = nothing): boolean {
        const { runtime, wasm, at } = this.at();
        this.#check(options, "mask", "overlapsBox");
        writeVec3(runtime, at + a, min, "min");
        writeVec3(runtime, at + b, max, "max");
        const status = wasm.exports.halfspace_overlaps_box(
            this.worldOf(options),
            this.leftOutOf(options),
            at + a,
            at + b,
            maskOf(options),
            at + result,
        );
        return flag(runtime, status, "overlapsBox");
    }

    /**
     * Where the body of a space first touches something on its way. Space 0 is the point: a ray.
     *
     *     const contact = level.trace("stand", [0, 0, 24], [0, 100, 24]);
     */
    trace(
        space: string | number,
        from: Vec3,
        to: Vec3,
        options: TraceOptions & How = nothing,
    ): Contact {
        const { runtime, wasm, at } = this.at();
        const body = this.space(space);
        this.#check(options, "trace", "trace");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const status = wasm.exports.halfspace_trace(
            this.worldOf(options),
            this.leftOutOf(options),
            body,
            at + a,
            at + b,
            writeTraceOptions(runtime, at + traceOptionsAt, options),
            at + result,
        );
        runtime.found(status, "trace");
        return readContact(wasm, at + result);
    }

    /** The same for many motions: from.xyz, to.xyz of each. */
    traceAll(
        space: string | number,
        segments: ArrayLike<number>,
        options: BatchOptions & How = nothing,
    ): ContactList {
        const { wasm } = this.at();
        const body = this.space(space);
        return this.#moveAll("traceAll", segments, options, wasm.exports.halfspace_trace_all, body);
    }

    /** What a contact of trace() has touched. The touched model is where it was. */
    touchedSurface(space: string | number, contact: Contact, how: How = nothing): Surface {
        const { runtime, wasm, at } = this.at();
        this.#check(how, "how", "touchedSurface");
        const body = this.space(space);
        const contactAt = at + result;
        const surfaceAt = contactAt + layout.contact.size;
        writeContact(runtime, contactAt, contact);
        const status = wasm.exports.halfspace_touched_surface(
            this.worldOf(how),
            body,
            contactAt,
            surfaceAt,
        );
        runtime.found(status, "touchedSurface");
        const { i32, u32 } = wasm;
        return {
            brush: i32[(surfaceAt + layout.surface.brush) >>> 2]!,
            side: i32[(surfaceAt + layout.surface.side) >>> 2]!,
            isSky: i32[(surfaceAt + layout.surface.is_sky) >>> 2] !== 0,
            isBevel: i32[(surfaceAt + layout.surface.is_bevel) >>> 2] !== 0,
            material: wasm.text(u32[(surfaceAt + layout.surface.material) >>> 2]!),
        };
    }

    /**
     * Where a body of any shape first touches something. The level needs no space for it. The place
     * of `body` is the place of the shape when the position is the origin.
     */
    sweep(body: PlacedShape, from: Vec3, to: Vec3, options: TraceOptions & How = nothing): Contact {
        const { runtime, wasm, at } = this.at();
        this.#check(options, "trace", "sweep");
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const status = wasm.exports.halfspace_sweep(
            this.worldOf(options),
            this.leftOutOf(options),
            at + bodyAt,
            at + a,
            at + b,
            writeTraceOptions(runtime, at + traceOptionsAt, options),
            at + result,
        );
        runtime.found(status, "sweep");
        return readContact(wasm, at + result);
    }

    /** The same for many motions: from.xyz, to.xyz of each. */
    sweepAll(
        body: PlacedShape,
        segments: ArrayLike<number>,
        options: BatchOptions & How = nothing,
    ): ContactList {
        const { runtime, wasm, at } = this.at();
        writePlacedShape(runtime, at + bodyAt, body, "body");
        return this.#moveAll(
            "sweepAll",
            segments,
            options,
            wasm.exports.halfspace_sweep_all,
            at + bodyAt,
        );
    }

    // body: of the level, or in memory.
    #moveAll(
        what: string,
        segments: ArrayLike<number>,
        options: BatchOptions & How,
        moveAll: MoveAll,
        body: number,
    ): ContactList {
        const { runtime, wasm, at: scratch } = this.at();
        this.#check(options, "batch", what);
        const how = writeTraceOptions(runtime, scratch + traceOptionsAt, options);
        const list = listToFill(options);
        const world = this.worldOf(options);
        const without = this.leftOutOf(options);
        return askAll(
            runtime,
            what,
            ["segments", segments, 6],
            layout.contact.size,
            (at, count, to) => moveAll(world, without, body, at, count, how, to),
            (from, count) => list.fill(wasm.u8.subarray(from), count),
        );
    }

    /** Whether a body of any shape is free at a position. */
    isShapeFree(body: PlacedShape, position: Vec3, options: Mask & How = nothing): boolean {
        const { runtime, wasm, at } = this.at();
        this.#check(options, "mask", "isShapeFree");
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, position, "position");
        const status = wasm.exports.halfspace_is_shape_free(
            this.worldOf(options),
            this.leftOutOf(options),
            at + bodyAt,
            at + a,
            maskOf(options),
            at + result,
        );
        return flag(runtime, status, "isShapeFree");
    }
}
