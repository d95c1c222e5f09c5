// SPDX-License-Identifier: MIT
// A compiled level and what it answers.
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
import { ContactList, readContact, writeContact, type Contact } from "./contact.js";
import { Contents } from "./contents.js";
import { HalfspaceError } from "./error.js";
import { Frustum, orderCode, type DrawOrder } from "./frustum.js";
import * as layout from "./layout.js";
import { Handle, loadedRuntime, none, type Runtime } from "./runtime.js";
import type { PlacedShape } from "./shape.js";

/** A body that the level was compiled for: a box around its position. */
export interface Space {
    /** Its number; 0 is the point. */
    readonly index: number;
    readonly name: string;
    readonly min: Readonly<Point>;
    readonly max: Readonly<Point>;
}

/** Who a query asks. */
export interface Where {
    /** The contents that block. Default: Contents.BodyBlockers. */
    mask?: number;
    /** One model, where the editor placed it. Default: 0, the world. */
    model?: number;
    /** The world together with models at their present places. */
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

/** A face of the level. Its corners are [firstCorner, firstCorner + cornerCount), as a fan. */
export interface Face {
    firstCorner: number;
    cornerCount: number;
    /** Index in Level.materials. */
    material: number;
    isSky: boolean;
    /** Drawn from behind, too. */
    isTwoSided: boolean;
    /** From 0 to 1. */
    opacity: number;
}

/** Where a face comes from. Numbers and lines are those of the source; a line is 0 if unknown. */
export interface FaceSource {
    /** -1 without a brush. */
    entity: number;
    /** The brush's number in its entity; -1 for a polygon or a curve. */
    brush: number;
    /** Of the brush; without a brush: the number of the polygon or the curve. */
    side: number;
    brushLine: number;
    sideLine: number;
    contents: number;
    /** The direction in which the face looks, of length 1. */
    normal: Point;
    /** normal * p = distance for all points p of the face. */
    distance: number;
}

/** The corners of all faces. */
export interface Corners {
    /** x, y, z of each. */
    positions: Float32Array;
    /** u, v of each, in repeats of the texture. */
    texcoords: Float32Array;
    /** For each the material of its face. */
    materials: Uint32Array;
}

/** The main tree. A child c >= 0 is node c; c < 0 is leaf -1 - c. Child 0 lies where n.p > d. */
export interface Nodes {
    /** n.x, n.y, n.z, d of each. */
    planes: Float64Array;
    /** Two of each. */
    children: Int32Array;
    /** The child that is the whole tree of the world. */
    root: number;
    leafCount: number;
}

const errorBytes = 2048;
// The room of the runtime, as Level uses it.
const a = 0;
const b = 24;
const traceOptionsAt = 48;
const bodyAt = traceOptionsAt + layout.trace_options.size;
const result = bodyAt + layout.placed_shape.size;

/** An entity of the level, such as a light or a door. */
export class Entity {
    /** @internal */
    constructor(
        readonly level: Level,
        readonly index: number,
    ) {}

    get classname(): string {
        return this.get("classname") ?? "";
    }

    /** The value of a key; null if the entity has no such key. */
    get(key: string): string | null {
        const { wasm } = this.level.runtime;
        const level = this.level.pointer;
        return wasm.withText(key, (pointer) =>
            wasm.text(wasm.exports.halfspace_key_value(level, this.index, pointer)),
        );
    }

    /** The names of its keys, in their order. */
    get keys(): string[] {
        const { wasm } = this.level.runtime;
        const names: string[] = [];
        for (;;) {
            const name = wasm.text(
                wasm.exports.halfspace_key_name(this.level.pointer, this.index, names.length),
            );
            if (name === null) {
                return names;
            }
            names.push(name);
        }
    }

    /** The value of a key as a number; null if it is none. */
    number(key: string): number | null {
        const { runtime } = this.level;
        const level = this.level.pointer;
        return runtime.wasm.withText(key, (pointer) => {
            const at = runtime.room;
            const status = runtime.wasm.exports.halfspace_key_number(
                level,
                this.index,
                pointer,
                at,
            );
            return runtime.found(status, "number") ? runtime.wasm.f64[at >>> 3]! : null;
        });
    }

    /** The value of a key as three numbers, such as "origin"; null if it is something else. */
    vec3(key: string): Point | null {
        const { runtime } = this.level;
        const level = this.level.pointer;
        return runtime.wasm.withText(key, (pointer) => {
            const at = runtime.room;
            const status = runtime.wasm.exports.halfspace_key_vec3(level, this.index, pointer, at);
            return runtime.found(status, "vec3") ? readPoint(runtime, at) : null;
        });
    }

    /** Pitch, yaw and roll in degrees; null if its keys do not say. */
    get angles(): Point | null {
        const { runtime } = this.level;
        const status = runtime.wasm.exports.halfspace_entity_angles(
            this.level.pointer,
            this.index,
            runtime.room,
        );
        return runtime.found(status, "angles") ? readPoint(runtime, runtime.room) : null;
    }

    /** The direction in which it looks, of length 1; null if its keys do not say. */
    get facing(): Point | null {
        const { runtime } = this.level;
        const status = runtime.wasm.exports.halfspace_entity_facing(
            this.level.pointer,
            this.index,
            runtime.room,
        );
        return runtime.found(status, "facing") ? readPoint(runtime, runtime.room) : null;
    }

    /** The number of its model; null if it has none. */
    get model(): number | null {
        const { wasm } = this.level.runtime;
        const model = wasm.exports.halfspace_entity_model(this.level.pointer, this.index) >>> 0;
        return model === none ? null : model;
    }
}

function freeLevel({ wasm }: Runtime, level: number): void {
    wasm.exports.halfspace_free_level(level);
}

/** A compiled level. Lengths are in map units; z points up. */
export class Level extends Handle {
    /** The bodies that the level was compiled for. */
    readonly spaces: readonly Space[];
    readonly entities: readonly Entity[];
    /** The number of models; model 0 is the world. */
    readonly modelCount: number;
    /** Names of materials, such as "walls/brick". */
    readonly materials: readonly string[];
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
        this.entities = Array.from(
            { length: wasm.exports.halfspace_entity_count(pointer) },
            (_, entity) => new Entity(this, entity),
        );
        this.materials = Array.from(
            { length: wasm.exports.halfspace_material_count(pointer) },
            (_, m) => wasm.text(wasm.exports.halfspace_material_name(pointer, m)) ?? "",
        );
    }

    /** A copy of the level's .hsw file. */
    bytes(): Uint8Array {
        const { wasm, at } = this.#at();
        const first = wasm.exports.halfspace_level_bytes(this.pointer, at + result) >>> 0;
        return wasm.u8.slice(first, first + wasm.u32[(at + result) >>> 2]!);
    }

    /** The number of the space with this name. Throws if there is none. */
    space(name: string): number {
        const space = this.#spaceNumbers.get(name);
        if (space === undefined) {
            const known = this.spaces.map((each) => `"${each.name}"`).join(", ");
            throw new HalfspaceError(`the level has no space "${name}"; it has ${known}`);
        }
        return space;
    }

    #space(space: string | number): number {
        return typeof space === "string"
            ? this.space(space)
            : index(space, this.spaces.length, "space");
    }

    #model(model = 0): number {
        return index(model, this.modelCount, "model");
    }

    #at() {
        this.pointer;
        return { runtime: this.runtime, wasm: this.runtime.wasm, at: this.runtime.room };
    }

    // What lies at `result` after a function that found something.
    #flag(status: number, what: string): boolean {
        this.runtime.found(status, what);
        return this.runtime.wasm.i32[(this.runtime.room + result) >>> 2] !== 0;
    }

    /** The contents at a point: bits of Contents. */
    contents(point: Vec3, where: Where = {}): number {
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        writeVec3(runtime, at + a, point, "point");
        const ask = wasm.exports;
        const status =
            where.models === undefined
                ? ask.halfspace_point_contents(level, this.#model(where.model), at + a, at + result)
                : withPlacements(runtime, where.models, (models) =>
                      ask.halfspace_point_contents_models(
                          level,
                          models,
                          where.models!.length,
                          at + a,
                          at + result,
                      ),
                  );
        runtime.found(status, "contents");
        return wasm.u32[(at + result) >>> 2]!;
    }

    /** The contents at many points: x, y, z of each. Faster than one by one. */
    contentsAll(points: ArrayLike<number>, model = 0): Uint32Array {
        const { runtime, wasm } = this.#at();
        const count = groups(points, 3, "points");
        const answers = 24 * count;
        return wasm.withMemory(answers + 4 * count, (at) => {
            wasm.f64.set(points, at >>> 3);
            const status = wasm.exports.halfspace_point_contents_all(
                this.pointer,
                this.#model(model),
                at,
                count,
                at + answers,
            );
            runtime.found(status, "contentsAll");
            return wasm.u32.slice((at + answers) >>> 2, ((at + answers) >>> 2) + count);
        });
    }

    /** Whether one point sees another. */
    sees(from: Vec3, to: Vec3, where: Where = {}): boolean {
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const ask = wasm.exports;
        const status =
            where.models === undefined
                ? ask.halfspace_line_of_sight(
                      level,
                      this.#model(where.model),
                      at + a,
                      at + b,
                      at + result,
                  )
                : withPlacements(runtime, where.models, (models) =>
                      ask.halfspace_line_of_sight_models(
                          level,
                          models,
                          where.models!.length,
                          at + a,
                          at + b,
                          at + result,
                      ),
                  );
        return this.#flag(status, "sees");
    }

    /** The same for many segments: from.xyz, to.xyz of each. 1 where the sight is clear. */
    seesAll(segments: ArrayLike<number>, model = 0): Uint8Array {
        const { runtime, wasm } = this.#at();
        const count = groups(segments, 6, "segments");
        const answers = 48 * count;
        return wasm.withMemory(answers + count, (at) => {
            wasm.f64.set(segments, at >>> 3);
            const status = wasm.exports.halfspace_line_of_sight_all(
                this.pointer,
                this.#model(model),
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
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        const body = this.#space(space);
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writeVec3(runtime, at + a, position, "position");
        const ask = wasm.exports;
        const status =
            where.models === undefined
                ? ask.halfspace_is_free(
                      level,
                      this.#model(where.model),
                      body,
                      at + a,
                      mask,
                      at + result,
                  )
                : withPlacements(runtime, where.models, (models) =>
                      ask.halfspace_is_free_models(
                          level,
                          models,
                          where.models!.length,
                          body,
                          at + a,
                          mask,
                          at + result,
                      ),
                  );
        return this.#flag(status, "isFree");
    }

    /** The same for many positions: x, y, z of each. 1 where there is room. */
    isFreeAll(
        space: string | number,
        positions: ArrayLike<number>,
        where: Omit<Where, "models"> = {},
    ): Uint8Array {
        const { runtime, wasm } = this.#at();
        const body = this.#space(space);
        const count = groups(positions, 3, "positions");
        const answers = 24 * count;
        return wasm.withMemory(answers + count, (at) => {
            wasm.f64.set(positions, at >>> 3);
            const status = wasm.exports.halfspace_is_free_all(
                this.pointer,
                this.#model(where.model),
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
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        const body = this.#space(space);
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writeVec3(runtime, at + a, position, "position");
        finite(distance, "distance");
        const ask = wasm.exports;
        const status =
            where.models === undefined
                ? ask.halfspace_unstick(
                      level,
                      this.#model(where.model),
                      body,
                      at + a,
                      distance,
                      mask,
                      at + result,
                  )
                : withPlacements(runtime, where.models, (models) =>
                      ask.halfspace_unstick_models(
                          level,
                          models,
                          where.models!.length,
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
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writeVec3(runtime, at + a, min, "min");
        writeVec3(runtime, at + b, max, "max");
        const ask = wasm.exports;
        const status =
            where.models === undefined
                ? ask.halfspace_overlaps_box(
                      level,
                      this.#model(where.model),
                      at + a,
                      at + b,
                      mask,
                      at + result,
                  )
                : withPlacements(runtime, where.models, (models) =>
                      ask.halfspace_overlaps_box_models(
                          level,
                          models,
                          where.models!.length,
                          at + a,
                          at + b,
                          mask,
                          at + result,
                      ),
                  );
        return this.#flag(status, "overlapsBox");
    }

    /**
     * Where the body of a space first touches something on its way. Space 0 is the point: a ray.
     *
     *     const contact = level.trace("stand", [0, 0, 24], [0, 100, 24]);
     */
    trace(space: string | number, from: Vec3, to: Vec3, options?: TraceOptions): Contact {
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        const body = this.#space(space);
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const how = writeTraceOptions(runtime, at + traceOptionsAt, options);
        const models = options?.models;
        const ask = wasm.exports;
        const status =
            models === undefined
                ? ask.halfspace_trace(level, body, at + a, at + b, how, at + result)
                : withPlacements(runtime, models, (placed) =>
                      ask.halfspace_trace_models(
                          level,
                          body,
                          at + a,
                          at + b,
                          placed,
                          models.length,
                          how,
                          at + result,
                      ),
                  );
        runtime.found(status, "trace");
        return readContact(runtime, at + result);
    }

    /** The same for many motions through the world: from.xyz, to.xyz of each. */
    traceAll(
        space: string | number,
        segments: ArrayLike<number>,
        options?: Omit<TraceOptions, "models">,
    ): ContactList {
        const { runtime, wasm } = this.#at();
        const body = this.#space(space);
        const how = writeTraceOptions(runtime, runtime.room + traceOptionsAt, options);
        return this.#contacts(segments, "traceAll", (at, count, contacts) =>
            wasm.exports.halfspace_trace_all(this.pointer, body, at, count, how, contacts),
        );
    }

    #contacts(
        segments: ArrayLike<number>,
        what: string,
        ask: (segments: number, count: number, contacts: number) => number,
    ): ContactList {
        const { runtime, wasm } = this.#at();
        const count = groups(segments, 6, "segments");
        return wasm.withMemory(count * (48 + layout.contact.size), (at) => {
            wasm.f64.set(segments, at >>> 3);
            runtime.found(ask(at, count, at + 48 * count), what);
            return new ContactList(runtime, at + 48 * count, count);
        });
    }

    /** What a contact of trace() has touched. placement: the touched one of TraceOptions.models. */
    touchedSurface(space: string | number, contact: Contact, placement?: Placement): Surface {
        const { runtime, wasm, at } = this.#at();
        const body = this.#space(space);
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
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, from, "from");
        writeVec3(runtime, at + b, to, "to");
        const how = writeTraceOptions(runtime, at + traceOptionsAt, options);
        const models = options?.models;
        const ask = wasm.exports;
        const status =
            models === undefined
                ? ask.halfspace_sweep(level, at + bodyAt, at + a, at + b, how, at + result)
                : withPlacements(runtime, models, (placed) =>
                      ask.halfspace_sweep_models(
                          level,
                          at + bodyAt,
                          at + a,
                          at + b,
                          placed,
                          models.length,
                          how,
                          at + result,
                      ),
                  );
        runtime.found(status, "sweep");
        return readContact(runtime, at + result);
    }

    /** The same for many motions through the world: from.xyz, to.xyz of each. */
    sweepAll(
        body: PlacedShape,
        segments: ArrayLike<number>,
        options?: Omit<TraceOptions, "models">,
    ): ContactList {
        const { runtime, wasm, at: room } = this.#at();
        writePlacedShape(runtime, room + bodyAt, body, "body");
        const how = writeTraceOptions(runtime, room + traceOptionsAt, options);
        return this.#contacts(segments, "sweepAll", (at, count, contacts) =>
            wasm.exports.halfspace_sweep_all(this.pointer, room + bodyAt, at, count, how, contacts),
        );
    }

    /** Whether a body of any shape has room at a position. */
    isShapeFree(body: PlacedShape, position: Vec3, where: Omit<Where, "model"> = {}): boolean {
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        const mask = word(where.mask ?? Contents.BodyBlockers, "mask");
        writePlacedShape(runtime, at + bodyAt, body, "body");
        writeVec3(runtime, at + a, position, "position");
        const ask = wasm.exports;
        const status =
            where.models === undefined
                ? ask.halfspace_is_shape_free(level, at + bodyAt, at + a, mask, at + result)
                : withPlacements(runtime, where.models, (models) =>
                      ask.halfspace_is_shape_free_models(
                          level,
                          at + bodyAt,
                          at + a,
                          models,
                          where.models!.length,
                          mask,
                          at + result,
                      ),
                  );
        return this.#flag(status, "isShapeFree");
    }

    /** The entity of a model; null if it has none. */
    modelEntity(model: number): Entity | null {
        index(model, this.modelCount, "model");
        const entity = this.runtime.wasm.exports.halfspace_model_entity(this.pointer, model) >>> 0;
        return entity === none ? null : this.entities[entity]!;
    }

    /** The box around a model where the editor placed it; null for a model without anything. */
    modelBox(model: number): { min: Point; max: Point } | null {
        const { runtime, wasm, at } = this.#at();
        index(model, this.modelCount, "model");
        const status = wasm.exports.halfspace_model_bounds(this.pointer, model, at + a, at + b);
        return runtime.found(status, "modelBox")
            ? { min: readPoint(runtime, at + a), max: readPoint(runtime, at + b) }
            : null;
    }

    /** The point that a model turns around. */
    modelOrigin(model: number): Point {
        const { runtime, wasm, at } = this.#at();
        index(model, this.modelCount, "model");
        runtime.found(
            wasm.exports.halfspace_model_origin(this.pointer, model, at + a),
            "modelOrigin",
        );
        return readPoint(runtime, at + a);
    }

    /** A model turned around a point, such as a hinge. angles: pitch, yaw, roll in degrees. */
    turnedPlacement(model: number, pivot: Vec3, angles: Vec3): Required<Placement> {
        const { runtime, wasm, at } = this.#at();
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
        const { runtime, wasm, at } = this.#at();
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
        const { runtime, wasm, at } = this.#at();
        index(leaf, wasm.exports.halfspace_leaf_count(this.pointer), "leaf");
        runtime.found(
            wasm.exports.halfspace_leaf_contents(this.pointer, leaf, at + result),
            "leafContents",
        );
        return wasm.u32[(at + result) >>> 2]!;
    }

    /** A copy of the main tree, for pictures of leaves. */
    nodes(): Nodes {
        const { runtime, wasm, at: room } = this.#at();
        const count = wasm.exports.halfspace_node_count(this.pointer);
        return wasm.withMemory(40 * count, (at) => {
            const children = at + 32 * count;
            runtime.found(
                wasm.exports.halfspace_write_nodes(this.pointer, at, children, count),
                "nodes",
            );
            wasm.exports.halfspace_model_root(this.pointer, 0, room + result);
            return {
                planes: wasm.f64.slice(at >>> 3, (at >>> 3) + 4 * count),
                children: wasm.i32.slice(children >>> 2, (children >>> 2) + 2 * count),
                root: wasm.i32[(room + result) >>> 2]!,
                leafCount: wasm.exports.halfspace_leaf_count(this.pointer),
            };
        });
    }

    /** A copy of the corners of all faces, for drawing. */
    corners(): Corners {
        const { runtime, wasm } = this.#at();
        const count = wasm.exports.halfspace_corner_count(this.pointer);
        const texcoords = 12 * count;
        const materials = texcoords + 8 * count;
        return wasm.withMemory(materials + 4 * count, (at) => {
            const ask = wasm.exports;
            const level = this.pointer;
            runtime.found(ask.halfspace_write_corners(level, at, at + texcoords, count), "corners");
            runtime.found(ask.halfspace_write_materials(level, at + materials, count), "corners");
            const { f32, u32 } = wasm;
            return {
                positions: f32.slice(at >>> 2, (at + texcoords) >>> 2),
                texcoords: f32.slice((at + texcoords) >>> 2, (at + materials) >>> 2),
                materials: u32.slice((at + materials) >>> 2, ((at + materials) >>> 2) + count),
            };
        });
    }

    /** All faces. */
    faces(): Face[] {
        const { runtime, wasm, at } = this.#at();
        const from = at + result;
        return Array.from(
            { length: wasm.exports.halfspace_face_count(this.pointer) },
            (_, face): Face => {
                runtime.found(wasm.exports.halfspace_get_face(this.pointer, face, from), "faces");
                return {
                    firstCorner: wasm.u32[(from + layout.face.first_corner) >>> 2]!,
                    cornerCount: wasm.u32[(from + layout.face.corner_count) >>> 2]!,
                    material: wasm.u32[(from + layout.face.material) >>> 2]!,
                    isSky: wasm.i32[(from + layout.face.is_sky) >>> 2] !== 0,
                    isTwoSided: wasm.i32[(from + layout.face.is_two_sided) >>> 2] !== 0,
                    opacity: wasm.f32[(from + layout.face.opacity) >>> 2]!,
                };
            },
        );
    }

    /** Where a face comes from. */
    faceSource(face: number): FaceSource {
        const { runtime, wasm, at } = this.#at();
        index(face, wasm.exports.halfspace_face_count(this.pointer), "face");
        const from = at + result;
        runtime.found(
            wasm.exports.halfspace_find_face_source(this.pointer, face, from),
            "faceSource",
        );
        const { f64, i32, u32 } = wasm;
        return {
            entity: i32[(from + layout.face_source.entity) >>> 2]!,
            brush: i32[(from + layout.face_source.brush) >>> 2]!,
            side: i32[(from + layout.face_source.side) >>> 2]!,
            brushLine: u32[(from + layout.face_source.brush_line) >>> 2]!,
            sideLine: u32[(from + layout.face_source.side_line) >>> 2]!,
            contents: u32[(from + layout.face_source.contents) >>> 2]!,
            normal: readPoint(runtime, from + layout.face_source.plane),
            distance: f64[((from + layout.face_source.plane) >>> 3) + 3]!,
        };
    }

    /** The faces of a model are [first, first + count) of faces(). */
    modelFaces(model: number): { first: number; count: number } {
        const { runtime, wasm, at } = this.#at();
        index(model, this.modelCount, "model");
        const from = at + result;
        runtime.found(
            wasm.exports.halfspace_model_faces(this.pointer, model, from, from + 4),
            "modelFaces",
        );
        return { first: wasm.u32[from >>> 2]!, count: wasm.u32[(from >>> 2) + 1]! };
    }

    /**
     * The faces of a model that look towards the eye, in order, as triangles: indices of corners.
     * frustum: leaves out what is not in view.
     */
    orderFaces(
        eye: Vec3,
        options: { model?: number; order?: DrawOrder; frustum?: Frustum } = {},
    ): Uint32Array {
        const { runtime, wasm, at } = this.#at();
        const level = this.pointer;
        const capacity = 3 * wasm.exports.halfspace_corner_count(level);
        const model = this.#model(options.model);
        const order = orderCode(options.order);
        return wasm.withMemory(4 * capacity, (indices) => {
            writeVec3(runtime, at + a, eye, "eye");
            const count = at + result;
            const ask = wasm.exports;
            const frustum = options.frustum?.write(runtime, at + result + 8);
            const status =
                frustum === undefined
                    ? ask.halfspace_order_faces(
                          level,
                          model,
                          at + a,
                          order,
                          indices,
                          capacity,
                          count,
                      )
                    : ask.halfspace_order_faces_in_view(
                          level,
                          model,
                          at + a,
                          order,
                          frustum,
                          indices,
                          capacity,
                          count,
                      );
            runtime.found(status, "orderFaces");
            return wasm.u32.slice(indices >>> 2, (indices >>> 2) + wasm.u32[count >>> 2]!);
        });
    }
}

/** Throws if the caller gave something else. */
export function checkedLevel(level: Level): Level {
    if (!(level instanceof Level)) {
        throw new HalfspaceError(`expected a Level, found ${String(level)}`);
    }
    return level;
}

/** The bytes of a source. */
export async function bytesOf(source: LevelSource): Promise<Uint8Array> {
    if (source instanceof Uint8Array) {
        return source;
    }
    if (source instanceof ArrayBuffer) {
        return new Uint8Array(source);
    }
    if (typeof source === "string" || source instanceof URL) {
        const base = typeof location === "undefined" ? undefined : location.href;
        return bytesOf(await fetch(new URL(source, base)));
    }
    if (typeof Response !== "undefined" && source instanceof Response) {
        if (!source.ok) {
            throw new HalfspaceError(`${source.url}: the server answered ${source.status}`);
        }
        return new Uint8Array(await source.arrayBuffer());
    }
    if (typeof (source as Blob)?.arrayBuffer === "function") {
        return new Uint8Array(await source.arrayBuffer());
    }
    throw new HalfspaceError(
        "expected bytes (Uint8Array, ArrayBuffer, Blob), a Response, or an address",
    );
}

/** The bytes of a file, or where they are. */
export type LevelSource = Uint8Array | ArrayBuffer | Blob | Response | URL | string;

/**
 * Loads a compiled level, an .hsw file. The whole file is checked; a damaged file gives an error.
 *
 *     const level = await loadLevel("levels/keep.hsw");
 */
export async function loadLevel(
    source: LevelSource,
    options: { /** For the text of errors. */ name?: string } = {},
): Promise<Level> {
    const runtime = await loadedRuntime();
    const bytes = await bytesOf(source);
    const name =
        options.name ??
        (typeof source === "string" || source instanceof URL ? String(source) : "level");
    const { wasm } = runtime;
    return wasm.withMemory(bytes.length, (at) =>
        wasm.withMemory(errorBytes, (error) =>
            wasm.withText(name, (text) => {
                wasm.u8.set(bytes, at);
                const level = wasm.exports.halfspace_load_memory(
                    at,
                    bytes.length,
                    text,
                    error,
                    errorBytes,
                );
                wasm.sync();
                if (level === 0) {
                    throw new HalfspaceError(wasm.text(error) ?? "");
                }
                return new Level(runtime, level);
            }),
        ),
    );
}
