// SPDX-License-Identifier: MIT
// A compiled level, its entities and what it answers.
import { NONE } from "./constants.js";
import { checkOptions, index, shown, word, type Point, type Vec3 } from "./arguments.js";
import { readPoint, writeVec3, type Placement } from "./memory.js";
import { Contents } from "./contents.js";
import { HalfspaceError } from "./error.js";
import { orderCode, writeFrustum, type DrawOrder, type Frustum } from "./frustum.js";
import * as layout from "./layout.js";
import { a, b, checkedModel, flag, result, spacesOf } from "./level_base.js";
import { bytesOfLevel, checkNoPage, nameOf, type LevelSource } from "./level_source.js";
import { Questions } from "./queries.js";
import { Handle, loadedRuntime, type Runtime } from "./runtime.js";

const errorBytes = 2048;

// How much memory a file takes while it is loaded: the bytes, their copy, and what the checks derive
// from them, which was less than 0.7 times the file for each of nine levels of 0.2 to 12 MB.
function memoryToLoad(fileBytes: number): number {
    return 3 * fileBytes + 2 ** 18;
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

/** The main tree. A child c >= 0 is node c; c < 0 is leaf -1 - c. Child 0 is where n.p > d. */
export interface Nodes {
    /** n.x, n.y, n.z, d of each. */
    planes: Float64Array;
    /** Two of each. */
    children: Int32Array;
    /** Where the tree of the world begins: a child as above, 0 or more for a node. */
    root: number;
    leafCount: number;
}

/** A portal: the convex polygon that two neighbouring clusters share. */
export interface Portal {
    /** The cluster in front of the polygon, and the one behind it. */
    readonly clusters: readonly [number, number];
    /** x, y, z of each corner, counter-clockwise seen from the cluster in front. */
    readonly corners: Float64Array;
}

/**
 * Two areas and the gate between them, which a door shuts. A gate of the areas a < b < c has two area
 * portals, of a and b and of a and c.
 */
export interface AreaPortal {
    /** The lower one first. */
    readonly areas: readonly [number, number];
    /** The door that shuts the gate; -1 if the level does not say it. */
    readonly model: number;
    /** Gates count up from 0. */
    readonly gate: number;
}

/** What of a level is asked. */
export interface AskLevel {
    /** One model, where the editor placed it. Default: 0, the world alone, without its doors. */
    model?: number;
}

function freeLevel({ wasm }: Runtime, level: number): void {
    wasm.exports.halfspace_free_level(level);
}

function freeWorld({ wasm }: Runtime, world: number): void {
    wasm.exports.halfspace_free_collision_world(world);
}

/** A new world takes less than a quarter of it. */
export const memoryOfWorld = 2 ** 14;

/** One model of a level, to be asked. */
class ModelWorld extends Handle {
    constructor(runtime: Runtime, level: number, model: number) {
        const { exports } = runtime.wasm;
        runtime.wasm.requireMemory(memoryOfWorld);
        super(runtime, exports.halfspace_new_model_world(level, model), "level", freeWorld);
    }
}

/**
 * A compiled level. Lengths are in map units; z points up. Its questions are about one model; those of
 * a CollisionWorld are about all that a game places.
 */
export class Level extends Questions<AskLevel> {
    readonly entities: readonly Entity[];
    /** Names of materials, such as "walls/brick". */
    readonly materials: readonly string[];
    /** @internal */
    override readonly how = "model";
    /** The number of clusters: convex cells without what hides. */
    readonly clusterCount: number;
    /**
     * True if the level says which clusters see each other; else all of them may. compileMap() finds
     * that out for levels that do not leak.
     */
    readonly hasVisibility: boolean;
    /** The number of areas: the parts of the level that closed doors keep apart. */
    readonly areaCount: number;
    /** All area portals. An `AreaState` says which of them are open. */
    readonly areaPortals: readonly AreaPortal[];
    // By model; that of the world is made at once, the others when they are first asked.
    readonly #worlds: ModelWorld[];
    #portals: readonly Portal[] | undefined;

    /** @internal */
    constructor(runtime: Runtime, pointer: number) {
        const { wasm } = runtime;
        const modelCount = wasm.exports.halfspace_model_count(pointer);
        super(runtime, pointer, "level", freeLevel, spacesOf(runtime, pointer), modelCount);
        this.clusterCount = wasm.exports.halfspace_cluster_count(pointer);
        this.hasVisibility = wasm.exports.halfspace_has_visibility(pointer) !== 0;
        this.areaCount = wasm.exports.halfspace_area_count(pointer);
        this.areaPortals = Array.from(
            { length: wasm.exports.halfspace_area_portal_count(pointer) },
            (_, portal) => this.#readAreaPortal(portal),
        );
        this.#worlds = [new ModelWorld(runtime, pointer, 0)];
        this.entities = Array.from(
            { length: wasm.exports.halfspace_entity_count(pointer) },
            (_, entity) => new Entity(this, entity),
        );
        this.materials = Array.from(
            { length: wasm.exports.halfspace_material_count(pointer) },
            (_, m) => wasm.text(wasm.exports.halfspace_material_name(pointer, m)) ?? "",
        );
    }

    /** @internal */
    override worldOf({ model }: AskLevel): number {
        const number = checkedModel(this, model);
        this.#worlds[number] ??= new ModelWorld(this.runtime, this.pointer, number);
        return this.#worlds[number].pointer;
    }

    /** @internal */
    override leftOutOf(): number {
        return 0;
    }

    override dispose(): void {
        this.#worlds.forEach((world) => world.dispose());
        super.dispose();
    }

    /** A copy of the level's .hsw file. */
    bytes(): Uint8Array {
        const { wasm, at } = this.at();
        const first = wasm.exports.halfspace_level_bytes(this.pointer, at + result) >>> 0;
        return wasm.u8.slice(first, first + wasm.u32[(at + result) >>> 2]!);
    }

    /** The entity of a model; null if it has none. */
    modelEntity(model: number): Entity | null {
        checkedModel(this, model);
        const entity = this.runtime.wasm.exports.halfspace_model_entity(this.pointer, model) >>> 0;
        return entity === NONE ? null : this.entities[entity]!;
    }

    /** The box around a model where the editor placed it; null for a model without anything. */
    modelBox(model: number): { min: Point; max: Point } | null {
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
        const status = wasm.exports.halfspace_model_bounds(this.pointer, model, at + a, at + b);
        return runtime.found(status, "modelBox")
            ? { min: readPoint(runtime, at + a), max: readPoint(runtime, at + b) }
            : null;
    }

    /**
     * True if a model can block a body by contents of the mask. Triggers, for example, block no body:
     * a game need not place them. For a mover that swims and climbs, the mask is
     * `Contents.BodyBlockers | Contents.Liquids | Contents.Ladder`.
     */
    modelBlocks(model: number, mask: number = Contents.BodyBlockers): boolean {
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
        runtime.found(
            wasm.exports.halfspace_model_blocks(
                this.pointer,
                model,
                word(mask, "mask"),
                at + result,
            ),
            "modelBlocks",
        );
        return wasm.u32[(at + result) >>> 2]! !== 0;
    }

    /** The point that a model turns around. */
    modelOrigin(model: number): Point {
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
        runtime.found(
            wasm.exports.halfspace_model_origin(this.pointer, model, at + a),
            "modelOrigin",
        );
        return readPoint(runtime, at + a);
    }

    /** A model turned around a point, such as a hinge. angles: pitch, yaw, roll in degrees. */
    turnedPlacement(model: number, pivot: Vec3, angles: Vec3): Required<Placement> {
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
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
        checkedModel(this, model);
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

    /**
     * The cluster at a point; null in walls, in what is outside of a sealed level, beyond the level,
     * and in a level without clusters.
     */
    clusterAt(point: Vec3): number | null {
        const { runtime, wasm, at } = this.at();
        writeVec3(runtime, at + a, point, "point");
        const status = wasm.exports.halfspace_cluster_at(this.pointer, at + a, at + result);
        return runtime.found(status, "clusterAt") ? wasm.u32[(at + result) >>> 2]! : null;
    }

    /**
     * False if no line of sight joins two clusters. True may be wrong. Doors are open. A server sends
     * a player only what the player may see:
     *
     *     const eye = level.clusterAt(player);
     *     const place = level.clusterAt(monster);
     *     const isSent = eye === null || place === null || level.maySee(eye, place);
     */
    maySee(from: number, to: number): boolean {
        const { runtime, wasm, at } = this.at();
        index(from, this.clusterCount, "from");
        index(to, this.clusterCount, "to");
        const status = wasm.exports.halfspace_may_see(this.pointer, from, to, at + result);
        return flag(runtime, status, "maySee");
    }

    /** The clusters that a cluster may see, itself included, in ascending order. */
    visibleClusters(cluster: number): Uint32Array {
        const { runtime, wasm, at } = this.at();
        const capacity = this.clusterCount;
        index(cluster, capacity, "cluster");
        return wasm.withMemory(4 * capacity, (found) => {
            const ask = wasm.exports.halfspace_visible_clusters;
            const status = ask(this.pointer, cluster, found, capacity, at + result);
            runtime.found(status, "visibleClusters");
            const count = wasm.u32[(at + result) >>> 2]!;
            return wasm.u32.slice(found >>> 2, (found >>> 2) + count);
        });
    }

    #readAreaPortal(portal: number): AreaPortal {
        const { wasm, at } = this.at();
        const from = at + result;
        wasm.exports.halfspace_get_area_portal(this.pointer, portal, from);
        const { areas, model, gate } = layout.area_portal;
        const first = (from + areas) >>> 2;
        return {
            areas: [wasm.u32[first]!, wasm.u32[first + 1]!],
            model: wasm.i32[(from + model) >>> 2]!,
            gate: wasm.u32[(from + gate) >>> 2]!,
        };
    }

    /** The area at a point; null in a gate and where `clusterAt` finds no cluster. */
    areaAt(point: Vec3): number | null {
        const { runtime, wasm, at } = this.at();
        writeVec3(runtime, at + a, point, "point");
        const status = wasm.exports.halfspace_area_at(this.pointer, at + a, at + result);
        return runtime.found(status, "areaAt") ? wasm.u32[(at + result) >>> 2]! : null;
    }

    /** The area of a cluster; null for a cluster of a gate. */
    areaOf(cluster: number): number | null {
        const { runtime, wasm, at } = this.at();
        index(cluster, this.clusterCount, "cluster");
        const status = wasm.exports.halfspace_area_of(this.pointer, cluster, at + result);
        return runtime.found(status, "areaOf") ? wasm.u32[(at + result) >>> 2]! : null;
    }

    /**
     * The area portals of the gate in which a cluster is: their places in `areaPortals`. None for a
     * cluster of an area.
     */
    gateOf(cluster: number): number[] {
        const { runtime, wasm, at } = this.at();
        index(cluster, this.clusterCount, "cluster");
        const first = at + result;
        const status = wasm.exports.halfspace_gate_of(this.pointer, cluster, first, first + 4);
        const length = runtime.found(status, "gateOf") ? wasm.u32[(first + 4) >>> 2]! : 0;
        return Array.from({ length }, (_, i) => wasm.u32[first >>> 2]! + i);
    }

    /** All portals between clusters. They are read when they are first asked for. */
    get portals(): readonly Portal[] {
        const { runtime, wasm, at } = this.at();
        return (this.#portals ??= wasm.withMemory(
            24 * wasm.exports.halfspace_portal_corner_count(this.pointer),
            (corners) => {
                const { exports } = wasm;
                const count = exports.halfspace_portal_corner_count(this.pointer);
                const written = exports.halfspace_write_portal_corners(
                    this.pointer,
                    corners,
                    count,
                );
                runtime.found(written, "portals");
                const from = at + result;
                const field = layout.portal;
                const number = (offset: number): number => wasm.u32[(from + offset) >>> 2]!;
                const portals = exports.halfspace_portal_count(this.pointer);
                return Array.from({ length: portals }, (_, portal): Portal => {
                    const status = exports.halfspace_get_portal(this.pointer, portal, from);
                    runtime.found(status, "portals");
                    const first = (corners >>> 3) + 3 * number(field.first_corner);
                    return {
                        clusters: [number(field.front), number(field.behind)],
                        corners: wasm.f64.slice(first, first + 3 * number(field.corner_count)),
                    };
                });
            },
        ));
    }

    /** A copy of the main tree, for pictures of leaves. */
    nodes(): Nodes {
        const { runtime, wasm, at: scratch } = this.at();
        const count = wasm.exports.halfspace_node_count(this.pointer);
        return wasm.withMemory(40 * count, (at) => {
            const children = at + 32 * count;
            runtime.found(
                wasm.exports.halfspace_write_nodes(this.pointer, at, children, count),
                "nodes",
            );
            wasm.exports.halfspace_model_root(this.pointer, 0, scratch + result);
            return {
                planes: wasm.f64.slice(at >>> 3, (at >>> 3) + 4 * count),
                children: wasm.i32.slice(children >>> 2, (children >>> 2) + 2 * count),
                root: wasm.i32[(scratch + result) >>> 2]!,
                leafCount: wasm.exports.halfspace_leaf_count(this.pointer),
            };
        });
    }

    /** A copy of the corners of all faces, for drawing. */
    corners(): Corners {
        const { runtime, wasm } = this.at();
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
        const { runtime, wasm, at } = this.at();
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
        const { runtime, wasm, at } = this.at();
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
        const { runtime, wasm, at } = this.at();
        checkedModel(this, model);
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
        const { runtime, wasm, at } = this.at();
        checkOptions(options, ["model", "order", "frustum"], "orderFaces");
        const level = this.pointer;
        const capacity = 3 * wasm.exports.halfspace_corner_count(level);
        const model = checkedModel(this, options.model);
        const order = orderCode(options.order);
        return wasm.withMemory(4 * capacity, (indices) => {
            writeVec3(runtime, at + a, eye, "eye");
            const count = at + result;
            const ask = wasm.exports;
            const frustum = writeFrustum(runtime, at + result + 8, options.frustum);
            const status =
                frustum === 0
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
        throw new HalfspaceError(`expected a Level, found ${shown(level)}`);
    }
    return level;
}

/**
 * The pointer of an object that belongs to this level. what: "areas: expected an AreaState".
 *
 * @internal
 */
export function pointerOf<Kind extends Handle & { readonly level: Level }>(
    value: Kind,
    kind: new (level: Level) => Kind,
    level: Level | null,
    what: string,
): number {
    if (!(value instanceof kind) || value.level !== level) {
        const found = value instanceof kind ? "that of another one" : shown(value);
        throw new HalfspaceError(`${what} of the level that is asked, found ${found}`);
    }
    return value.pointer;
}

/**
 * Loads a compiled level, an .hsw file. The whole file is checked; a damaged file gives an error.
 *
 *     const level = await loadLevel("levels/keep.hsw");
 */
export async function loadLevel(
    source: LevelSource,
    options: { /** For the text of errors. */ name?: string } = {},
): Promise<Level> {
    checkOptions(options, ["name"], "loadLevel");
    const name = options.name ?? nameOf(source);
    const bytes = await bytesOfLevel(source);
    checkNoPage(bytes, name);
    const runtime = await loadedRuntime();
    const { wasm } = runtime;
    // The library cannot go back when memory runs out in the middle, and then all levels are lost.
    wasm.requireMemory(memoryToLoad(bytes.length));
    return wasm.withMemory(bytes.length, (at) =>
        wasm.withMemory(errorBytes, (error) =>
            wasm.withText(name, "name", (text) => {
                wasm.u8.set(bytes, at);
                const level = wasm.exports.halfspace_load_memory(
                    at,
                    bytes.length,
                    text,
                    error,
                    errorBytes,
                );
                if (level === 0) {
                    throw new HalfspaceError(wasm.text(error) ?? "");
                }
                return new Level(runtime, level);
            }),
        ),
    );
}

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
        return wasm.withText(key, "key", (pointer) =>
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
        return runtime.wasm.withText(key, "key", (pointer) => {
            const at = runtime.scratch;
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
        return runtime.wasm.withText(key, "key", (pointer) => {
            const at = runtime.scratch;
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
            runtime.scratch,
        );
        return runtime.found(status, "angles") ? readPoint(runtime, runtime.scratch) : null;
    }

    /** The direction in which it looks, of length 1; null if its keys do not say. */
    get facing(): Point | null {
        const { runtime } = this.level;
        const status = runtime.wasm.exports.halfspace_entity_facing(
            this.level.pointer,
            this.index,
            runtime.scratch,
        );
        return runtime.found(status, "facing") ? readPoint(runtime, runtime.scratch) : null;
    }

    /** The number of its model; null if it has none. */
    get model(): number | null {
        const { wasm } = this.level.runtime;
        const model = wasm.exports.halfspace_entity_model(this.level.pointer, this.index) >>> 0;
        return model === NONE ? null : model;
    }
}
