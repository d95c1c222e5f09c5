// SPDX-License-Identifier: MIT
// Questions about points, motions and bodies in a compiled level.
import {
    checkOptions,
    finite,
    readPoint,
    withPlacements,
    word,
    writePlacedShape,
    writePlacedModel,
    writeTraceOptions,
    writeVec3,
    type Placement,
    type Point,
    type TraceOptions,
    type Vec3,
} from "./arguments.js";
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
import {
    a,
    b,
    bodyAt,
    checkedModel,
    ask,
    askAll,
    askMotion,
    flag,
    LevelBase,
    result,
    traceOptionsAt,
    type Ask,
    type Where,
} from "./level_base.js";
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

const whereOptions = ["mask", "model", "models"] as const;
const traceOptions = ["mask", "skin", "hair", "models"] as const;
const batchOptions = ["mask", "skin", "hair", "into"] as const;

function maskOf({ mask = Contents.BodyBlockers }: { mask?: number }): number {
    return word(mask, "mask");
}

/** What a level answers. */
export abstract class LevelQueries extends LevelBase {
    /** The contents at a point: bits of Contents. */
    contents(point: Vec3, where: Omit<Where, "mask"> = {}): number {
        const { runtime, wasm, at } = this.at();
        checkOptions(where, ["model", "models"], "contents");
        writeVec3(runtime, at + a, point, "point");
        const status = ask(
            this,
            where,
            wasm.exports.halfspace_point_contents,
            wasm.exports.halfspace_point_contents_models,
            at + a,
            at + result,
        );
        runtime.found(status, "contents");
        return wasm.u32[(at + result) >>> 2]!;
    }

    /** The contents at many points: x, y, z of each. Faster than one by one. */
    contentsAll(points: ArrayLike<number>, where: Pick<Where, "model"> = {}): Uint32Array {
        const { wasm } = this.at();
        checkOptions(where, ["model"], "contentsAll");
        const model = checkedModel(this, where.model);
        return askAll(
            this,
            "contentsAll",
            ["points", points, 3],
            4,
            (...all) => wasm.exports.halfspace_point_contents_all(this.pointer, model, ...all),
            (from, count) => wasm.u32.slice(from >>> 2, (from >>> 2) + count),
        );
    }

    /**
     * Whether one point sees another. What is solid blocks sight; liquids, fences and what only
     * blocks players do not.
     */
    sees(from: Vec3, to: Vec3, where: Omit<Where, "mask"> = {}): boolean {
        const { runtime, wasm, at } = this.at();
        checkOptions(where, ["model", "models"], "sees");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const status = ask(
            this,
            where,
            wasm.exports.halfspace_line_of_sight,
            wasm.exports.halfspace_line_of_sight_models,
            at + a,
            at + b,
            at + result,
        );
        return flag(this, status, "sees");
    }

    /** The same for many segments: from.xyz, to.xyz of each. 1 where the sight is clear. */
    seesAll(segments: ArrayLike<number>, where: Pick<Where, "model"> = {}): Uint8Array {
        const { wasm } = this.at();
        checkOptions(where, ["model"], "seesAll");
        const model = checkedModel(this, where.model);
        return askAll(
            this,
            "seesAll",
            ["segments", segments, 6],
            1,
            (...all) => wasm.exports.halfspace_line_of_sight_all(this.pointer, model, ...all),
            (from, count) => wasm.u8.slice(from, from + count),
        );
    }

    /** Whether the body of a space has room at a position. */
    isFree(space: string | number, position: Vec3, where: Where = {}): boolean {
        const { runtime, wasm, at } = this.at();
        checkOptions(where, whereOptions, "isFree");
        writeVec3(runtime, at + a, position, "position");
        const status = ask(
            this,
            where,
            wasm.exports.halfspace_is_free,
            wasm.exports.halfspace_is_free_models,
            this.space(space),
            at + a,
            maskOf(where),
            at + result,
        );
        return flag(this, status, "isFree");
    }

    /** The same for many positions: x, y, z of each. 1 where there is room. */
    isFreeAll(
        space: string | number,
        positions: ArrayLike<number>,
        where: Omit<Where, "models"> = {},
    ): Uint8Array {
        const { wasm } = this.at();
        checkOptions(where, ["mask", "model"], "isFreeAll");
        const body = this.space(space);
        const model = checkedModel(this, where.model);
        const mask = maskOf(where);
        return askAll(
            this,
            "isFreeAll",
            ["positions", positions, 3],
            1,
            (at, count, to) =>
                wasm.exports.halfspace_is_free_all(this.pointer, model, body, at, count, mask, to),
            (from, count) => wasm.u8.slice(from, from + count),
        );
    }

    /** A free position near this one, at most `distance` away; null if none was found. */
    unstick(
        space: string | number,
        position: Vec3,
        distance: number,
        where: Where = {},
    ): Point | null {
        const { runtime, wasm, at } = this.at();
        checkOptions(where, whereOptions, "unstick");
        writeVec3(runtime, at + a, position, "position");
        const status = ask(
            this,
            where,
            wasm.exports.halfspace_unstick,
            wasm.exports.halfspace_unstick_models,
            this.space(space),
            at + a,
            finite(distance, "distance"),
            maskOf(where),
            at + result,
        );
        return runtime.found(status, "unstick") ? readPoint(runtime, at + result) : null;
    }

    /** Whether something lies in a box. */
    overlapsBox(min: Vec3, max: Vec3, where: Where = {}): boolean {
        const { runtime, wasm, at } = this.at();
        checkOptions(where, whereOptions, "overlapsBox");
        writeVec3(runtime, at + a, min, "min");
        writeVec3(runtime, at + b, max, "max");
        const status = ask(
            this,
            where,
            wasm.exports.halfspace_overlaps_box,
            wasm.exports.halfspace_overlaps_box_models,
            at + a,
            at + b,
            maskOf(where),
            at + result,
        );
        return flag(this, status, "overlapsBox");
    }

    /**
     * Where the body of a space first touches something on its way. Space 0 is the point: a ray.
     *
     *     const contact = level.trace("stand", [0, 0, 24], [0, 100, 24]);
     */
    trace(space: string | number, from: Vec3, to: Vec3, options: TraceOptions = {}): Contact {
        const { runtime, wasm, at } = this.at();
        checkOptions(options, traceOptions, "trace");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const status = askMotion(
            this,
            options.models,
            wasm.exports.halfspace_trace,
            wasm.exports.halfspace_trace_models,
            this.space(space),
            writeTraceOptions(runtime, at + traceOptionsAt, options),
        );
        runtime.found(status, "trace");
        return readContact(wasm, at + result);
    }

    /** The same for many motions through the world: from.xyz, to.xyz of each. */
    traceAll(
        space: string | number,
        segments: ArrayLike<number>,
        options: BatchOptions = {},
    ): ContactList {
        const { wasm } = this.at();
        const body = this.space(space);
        return this.#moveAll("traceAll", segments, options, wasm.exports.halfspace_trace_all, body);
    }

    /** What a contact of trace() has touched. placement: the touched one of TraceOptions.models. */
    touchedSurface(space: string | number, contact: Contact, placement?: Placement): Surface {
        const { runtime, wasm, at } = this.at();
        const body = this.space(space);
        const contactAt = at + result;
        const placementAt = contactAt + layout.contact.size;
        const surfaceAt = placementAt + layout.placement.size;
        writeContact(runtime, contactAt, contact);
        if (placement !== undefined) {
            writePlacedModel(runtime, placementAt, placement, "placement");
        }
        const status = wasm.exports.halfspace_touched_surface(
            this.pointer,
            body,
            contactAt,
            placement === undefined ? 0 : placementAt,
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
     * of `body` says how the shape stands when the position is the origin.
     */
    sweep(body: PlacedShape, from: Vec3, to: Vec3, options: TraceOptions = {}): Contact {
        const { runtime, wasm, at } = this.at();
        checkOptions(options, traceOptions, "sweep");
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const status = askMotion(
            this,
            options.models,
            wasm.exports.halfspace_sweep,
            wasm.exports.halfspace_sweep_models,
            at + bodyAt,
            writeTraceOptions(runtime, at + traceOptionsAt, options),
        );
        runtime.found(status, "sweep");
        return readContact(wasm, at + result);
    }

    /** The same for many motions through the world: from.xyz, to.xyz of each. */
    sweepAll(
        body: PlacedShape,
        segments: ArrayLike<number>,
        options: BatchOptions = {},
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
        options: BatchOptions,
        moveAll: Ask,
        body: number,
    ): ContactList {
        const { runtime, wasm, at: room } = this.at();
        checkOptions(options, batchOptions, what);
        const how = writeTraceOptions(runtime, room + traceOptionsAt, options);
        const list = listToFill(options);
        return askAll(
            this,
            what,
            ["segments", segments, 6],
            layout.contact.size,
            (at, count, to) => moveAll(this.pointer, body, at, count, how, to),
            (from, count) => list.fill(wasm.u8.subarray(from), count),
        );
    }

    /** Whether a body of any shape has room at a position. */
    isShapeFree(body: PlacedShape, position: Vec3, where: Omit<Where, "model"> = {}): boolean {
        const { runtime, wasm, at } = this.at();
        checkOptions(where, ["mask", "models"], "isShapeFree");
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, position, "position");
        const { models } = where;
        const rest = [maskOf(where), at + result] as const;
        const status =
            models === undefined
                ? wasm.exports.halfspace_is_shape_free(this.pointer, at + bodyAt, at + a, ...rest)
                : withPlacements(runtime, models, (placed) =>
                      wasm.exports.halfspace_is_shape_free_models(
                          this.pointer,
                          at + bodyAt,
                          at + a,
                          placed,
                          models.length,
                          ...rest,
                      ),
                  );
        return flag(this, status, "isShapeFree");
    }
}
