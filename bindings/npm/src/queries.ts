// SPDX-License-Identifier: MIT
// Questions about a compiled level.
import {
    finite,
    groups,
    index,
    readPoint,
    withPlacements,
    word,
    writePlacedShape,
    writePlacement,
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
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { Handle, type Runtime } from "./runtime.js";
import type { PlacedShape } from "./shape.js";

/** A body that the level was compiled for: a box around its position. */
export interface Space {
    /** Its number; 0 is the point. */
    readonly index: number;
    readonly name: string;
    readonly min: Readonly<Point>;
    readonly max: Readonly<Point>;
}

/** What a question asks. */
export interface Where {
    /** The contents that block a body. Default: Contents.BodyBlockers. */
    mask?: number;
    /** One model, where the editor placed it. Default: 0, the world alone, without its doors. */
    model?: number;
    /** The world together with models at their present places. `model` then does not count. */
    models?: readonly Placement[];
}

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

// The room of the runtime, as Level uses it.
/** @internal Where a point lies. */
export const a = 0;
const b = 24;
const traceOptionsAt = 48;
const bodyAt = traceOptionsAt + layout.trace_options.size;
/** @internal Where results lie. */
export const result = bodyAt + layout.placed_shape.size;

function freeLevel({ wasm }: Runtime, level: number): void {
    wasm.exports.halfspace_free_level(level);
}

/** What a level answers. */
export abstract class LevelQueries extends Handle {
    /** The bodies that the level was compiled for. */
    readonly spaces: readonly Space[];
    /** The number of models; model 0 is the world. */
    readonly modelCount: number;
    readonly #spaceNumbers = new Map<string, number>();

    /** @internal */
    constructor(runtime: Runtime, pointer: number) {
        const { wasm } = runtime;
        super(runtime, pointer, "level", freeLevel);
        const { room } = runtime;
        this.modelCount = wasm.exports.halfspace_model_count(pointer);
        this.spaces = Array.from(
            { length: wasm.exports.halfspace_space_count(pointer) },
            (_, space): Space => {
                runtime.found(
                    wasm.exports.halfspace_space_box(pointer, space, room, room + 24),
                    "spaces",
                );
                const name = wasm.text(wasm.exports.halfspace_space_name(pointer, space)) ?? "";
                const box = { min: readPoint(runtime, room), max: readPoint(runtime, room + 24) };
                return { index: space, name, ...box };
            },
        );
        this.spaces.forEach((space) => this.#spaceNumbers.set(space.name, space.index));
    }

    /** The number of a space, by its name or its number. Throws if there is none. */
    space(space: string | number): number {
        if (typeof space !== "string") {
            return index(space, this.spaces.length, "space");
        }
        const number = this.#spaceNumbers.get(space);
        if (number === undefined) {
            const known = this.spaces.map((each) => `"${each.name}"`).join(", ");
            throw new HalfspaceError(`the level has no space "${space}"; it has ${known}`);
        }
        return number;
    }

    /** @internal */
    protected model(model = 0): number {
        return index(model, this.modelCount, "model");
    }

    /** @internal */
    protected at() {
        this.pointer;
        return { runtime: this.runtime, wasm: this.runtime.wasm, at: this.runtime.room };
    }

    /** @internal What lies at `result` after a function that found something. */
    protected flag(status: number, what: string): boolean {
        this.runtime.found(status, what);
        return this.runtime.wasm.i32[(this.runtime.room + result) >>> 2] !== 0;
    }

    /**
     * @internal The status of one of two functions of the runtime. alone() asks one model;
     * together() asks the world and placed models.
     */
    protected asked(
        models: readonly Placement[] | undefined,
        alone: () => number,
        together: (models: number, count: number) => number,
    ): number {
        return models === undefined
            ? alone()
            : withPlacements(this.runtime, models, (at) => together(at, models.length));
    }

    /** The contents at a point: bits of Contents. */
    contents(point: Vec3, where: Omit<Where, "mask"> = {}): number {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        writeVec3(runtime, at + a, point, "point");
        const ask = wasm.exports;
        const status = this.asked(
            where.models,
            () => ask.halfspace_point_contents(level, this.model(where.model), at + a, at + result),
            (models, count) =>
                ask.halfspace_point_contents_models(level, models, count, at + a, at + result),
        );
        runtime.found(status, "contents");
        return wasm.u32[(at + result) >>> 2]!;
    }

    /** The contents at many points: x, y, z of each. Faster than one by one. */
    contentsAll(points: ArrayLike<number>, model = 0): Uint32Array {
        const { runtime, wasm } = this.at();
        const count = groups(points, 3, "points");
        const answers = 24 * count;
        return wasm.withMemory(answers + 4 * count, (at) => {
            wasm.f64.set(points, at >>> 3);
            const status = wasm.exports.halfspace_point_contents_all(
                this.pointer,
                this.model(model),
                at,
                count,
                at + answers,
            );
            runtime.found(status, "contentsAll");
            return wasm.u32.slice((at + answers) >>> 2, ((at + answers) >>> 2) + count);
        });
    }

    /**
     * Whether one point sees another. What is solid blocks sight; liquids, fences and what only
     * blocks players do not.
     */
    sees(from: Vec3, to: Vec3, where: Omit<Where, "mask"> = {}): boolean {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const ask = wasm.exports;
        const status = this.asked(
            where.models,
            () =>
                ask.halfspace_line_of_sight(
                    level,
                    this.model(where.model),
                    at + a,
                    at + b,
                    at + result,
                ),
            (models, count) =>
                ask.halfspace_line_of_sight_models(
                    level,
                    models,
                    count,
                    at + a,
                    at + b,
                    at + result,
                ),
        );
        return this.flag(status, "sees");
    }

    /** The same for many segments: from.xyz, to.xyz of each. 1 where the sight is clear. */
    seesAll(segments: ArrayLike<number>, model = 0): Uint8Array {
        const { runtime, wasm } = this.at();
        const count = groups(segments, 6, "segments");
        const answers = 48 * count;
        return wasm.withMemory(answers + count, (at) => {
            wasm.f64.set(segments, at >>> 3);
            const status = wasm.exports.halfspace_line_of_sight_all(
                this.pointer,
                this.model(model),
                at,
                count,
                at + answers,
            );
            runtime.found(status, "seesAll");
            return wasm.u8.slice(at + answers, at + answers + count);
        });
    }

    /** Whether the body of a space has room at a position. */
    isFree(space: string | number, position: Vec3, where: Where = {}): boolean {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        const body = this.space(space);
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writeVec3(runtime, at + a, position, "position");
        const ask = wasm.exports;
        const status = this.asked(
            where.models,
            () =>
                ask.halfspace_is_free(
                    level,
                    this.model(where.model),
                    body,
                    at + a,
                    mask,
                    at + result,
                ),
            (models, count) =>
                ask.halfspace_is_free_models(level, models, count, body, at + a, mask, at + result),
        );
        return this.flag(status, "isFree");
    }

    /** The same for many positions: x, y, z of each. 1 where there is room. */
    isFreeAll(
        space: string | number,
        positions: ArrayLike<number>,
        where: Omit<Where, "models"> = {},
    ): Uint8Array {
        const { runtime, wasm } = this.at();
        const body = this.space(space);
        const count = groups(positions, 3, "positions");
        const answers = 24 * count;
        return wasm.withMemory(answers + count, (at) => {
            wasm.f64.set(positions, at >>> 3);
            const status = wasm.exports.halfspace_is_free_all(
                this.pointer,
                this.model(where.model),
                body,
                at,
                count,
                word(where.mask ?? Contents.BodyBlockers, "mask"),
                at + answers,
            );
            runtime.found(status, "isFreeAll");
            return wasm.u8.slice(at + answers, at + answers + count);
        });
    }

    /** A free position near this one, at most `distance` away; null if none was found. */
    unstick(
        space: string | number,
        position: Vec3,
        distance: number,
        where: Where = {},
    ): Point | null {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        const body = this.space(space);
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writeVec3(runtime, at + a, position, "position");
        finite(distance, "distance");
        const ask = wasm.exports;
        const status = this.asked(
            where.models,
            () =>
                ask.halfspace_unstick(
                    level,
                    this.model(where.model),
                    body,
                    at + a,
                    distance,
                    mask,
                    at + result,
                ),
            (models, count) =>
                ask.halfspace_unstick_models(
                    level,
                    models,
                    count,
                    body,
                    at + a,
                    distance,
                    mask,
                    at + result,
                ),
        );
        return runtime.found(status, "unstick") ? readPoint(runtime, at + result) : null;
    }

    /** Whether something lies in a box. */
    overlapsBox(min: Vec3, max: Vec3, where: Where = {}): boolean {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writeVec3(runtime, at + a, min, "min");
        writeVec3(runtime, at + b, max, "max");
        const ask = wasm.exports;
        const status = this.asked(
            where.models,
            () =>
                ask.halfspace_overlaps_box(
                    level,
                    this.model(where.model),
                    at + a,
                    at + b,
                    mask,
                    at + result,
                ),
            (models, count) =>
                ask.halfspace_overlaps_box_models(
                    level,
                    models,
                    count,
                    at + a,
                    at + b,
                    mask,
                    at + result,
                ),
        );
        return this.flag(status, "overlapsBox");
    }

    /**
     * Where the body of a space first touches something on its way. Space 0 is the point: a ray.
     *
     *     const contact = level.trace("stand", [0, 0, 24], [0, 100, 24]);
     */
    trace(space: string | number, from: Vec3, to: Vec3, options?: TraceOptions): Contact {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        const body = this.space(space);
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const how = writeTraceOptions(runtime, at + traceOptionsAt, options);
        const models = options?.models;
        const ask = wasm.exports;
        const status = this.asked(
            models,
            () => ask.halfspace_trace(level, body, at + a, at + b, how, at + result),
            (placed, count) =>
                ask.halfspace_trace_models(
                    level,
                    body,
                    at + a,
                    at + b,
                    placed,
                    count,
                    how,
                    at + result,
                ),
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
        const { runtime, wasm } = this.at();
        const body = this.space(space);
        const how = writeTraceOptions(runtime, runtime.room + traceOptionsAt, options);
        return this.#contacts(segments, "traceAll", listToFill(options), (at, count, contacts) =>
            wasm.exports.halfspace_trace_all(this.pointer, body, at, count, how, contacts),
        );
    }

    #contacts(
        segments: ArrayLike<number>,
        what: string,
        list: ContactList,
        ask: (segments: number, count: number, contacts: number) => number,
    ): ContactList {
        const { runtime, wasm } = this.at();
        const count = groups(segments, 6, "segments");
        return wasm.withMemory(count * (48 + layout.contact.size), (at) => {
            wasm.f64.set(segments, at >>> 3);
            runtime.found(ask(at, count, at + 48 * count), what);
            return list.fill(wasm.u8.subarray(at + 48 * count), count);
        });
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
            writePlacement(runtime, placementAt, placement, placement.model, "placement");
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
    sweep(body: PlacedShape, from: Vec3, to: Vec3, options?: TraceOptions): Contact {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const how = writeTraceOptions(runtime, at + traceOptionsAt, options);
        const models = options?.models;
        const ask = wasm.exports;
        const status = this.asked(
            models,
            () => ask.halfspace_sweep(level, at + bodyAt, at + a, at + b, how, at + result),
            (placed, count) =>
                ask.halfspace_sweep_models(
                    level,
                    at + bodyAt,
                    at + a,
                    at + b,
                    placed,
                    count,
                    how,
                    at + result,
                ),
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
        const { runtime, wasm, at: room } = this.at();
        writePlacedShape(runtime, room + bodyAt, body, "body");
        const how = writeTraceOptions(runtime, room + traceOptionsAt, options);
        return this.#contacts(segments, "sweepAll", listToFill(options), (at, count, contacts) =>
            wasm.exports.halfspace_sweep_all(this.pointer, room + bodyAt, at, count, how, contacts),
        );
    }

    /** Whether a body of any shape has room at a position. */
    isShapeFree(body: PlacedShape, position: Vec3, where: Omit<Where, "model"> = {}): boolean {
        const { runtime, wasm, at } = this.at();
        const level = this.pointer;
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, position, "position");
        const ask = wasm.exports;
        const status = this.asked(
            where.models,
            () => ask.halfspace_is_shape_free(level, at + bodyAt, at + a, mask, at + result),
            (models, count) =>
                ask.halfspace_is_shape_free_models(
                    level,
                    at + bodyAt,
                    at + a,
                    models,
                    count,
                    mask,
                    at + result,
                ),
        );
        return this.flag(status, "isShapeFree");
    }

    /** The box around a model where the editor placed it; null for a model without anything. */
    modelBox(model: number): { min: Point; max: Point } | null {
        const { runtime, wasm, at } = this.at();
        index(model, this.modelCount, "model");
        const status = wasm.exports.halfspace_model_bounds(this.pointer, model, at + a, at + b);
        return runtime.found(status, "modelBox")
            ? { min: readPoint(runtime, at + a), max: readPoint(runtime, at + b) }
            : null;
    }

    /** The point that a model turns around. */
    modelOrigin(model: number): Point {
        const { runtime, wasm, at } = this.at();
        index(model, this.modelCount, "model");
        runtime.found(
            wasm.exports.halfspace_model_origin(this.pointer, model, at + a),
            "modelOrigin",
        );
        return readPoint(runtime, at + a);
    }

    /** A model turned around a point, such as a hinge. angles: pitch, yaw, roll in degrees. */
    turnedPlacement(model: number, pivot: Vec3, angles: Vec3): Required<Placement> {
        const { runtime, wasm, at } = this.at();
        index(model, this.modelCount, "model");
        writeVec3(runtime, at + a, pivot, "pivot");
        writeVec3(runtime, at + b, angles, "angles");
        wasm.exports.halfspace_placement_turned(at + result, model, at + a, at + b);
        const { x, y, z, translation } = layout.placement;
        return {
            model,
            x: readPoint(runtime, at + result + x),
            y: readPoint(runtime, at + result + y),
            z: readPoint(runtime, at + result + z),
            translation: readPoint(runtime, at + result + translation),
        };
    }

    /** The leaf at a point. */
    findLeaf(point: Vec3, model = 0): number {
        const { runtime, wasm, at } = this.at();
        index(model, this.modelCount, "model");
        writeVec3(runtime, at + a, point, "point");
        runtime.found(
            wasm.exports.halfspace_find_leaf(this.pointer, model, at + a, at + result),
            "findLeaf",
        );
        return wasm.u32[(at + result) >>> 2]!;
    }

    /** What fills a leaf: bits of Contents. */
    leafContents(leaf: number): number {
        const { runtime, wasm, at } = this.at();
        index(leaf, wasm.exports.halfspace_leaf_count(this.pointer), "leaf");
        runtime.found(
            wasm.exports.halfspace_leaf_contents(this.pointer, leaf, at + result),
            "leafContents",
        );
        return wasm.u32[(at + result) >>> 2]!;
    }
}
