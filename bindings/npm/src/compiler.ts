// SPDX-License-Identifier: MIT
// halfspace_compile.wasm: what the worker of compileMap() runs.
import {
    COLLISION_SEPARATE,
    MESH_FLAT,
    MESH_LOOKS_INWARDS,
    MESH_LOOKS_OUTWARDS,
    MESH_OPEN,
    MESH_REFUSED,
    MESH_ROOM,
    MESH_SOLID,
    NOT_FOUND,
    OBJECT_NOT_DRAWN,
    OBJECT_ROOM,
    OK,
    VISIBILITY_FAST,
    VISIBILITY_BOUNDED,
    VISIBILITY_FULL,
    VISIBILITY_NONE,
} from "./constants.js";
import type { Point, Vec3 } from "./arguments.js";
import { HalfspaceError } from "./error.js";

import * as layout from "./layout.js";
import type { MeshWorld, SentObject } from "./mesh_world.js";
import type { CompilerExports, Pointer } from "./exports.js";
import { textBytes, Wasm } from "./wasm.js";

interface Exports extends CompilerExports {
    /** Of wasm/compile_host.cpp. */
    compile(world: Pointer, options: Pointer, error: Pointer, errorSize: number): Pointer;
}

/** A body that moves through the level without turning: a box around its position. */
export interface Body {
    name: string;
    min: Vec3;
    max: Vec3;
}

/** How a level is compiled; plain data, which a worker receives. */
export interface CompileSettings {
    /**
     * The name of the source, for errors. Its ending tells the format: .map, .grid or .bsp.
     * Default: "level.map".
     */
    name?: string;
    /** A grid step is 2^-k units, k from 0 to 10. Default: the compiler chooses. */
    gridExponent?: number;
    /** All bodies of the level, besides the point. Default: stand, crouch and large. */
    bodies?: readonly Body[];
    /** How far the facets of curves may be from the curves, in units, above 0 to 64. */
    facetTolerance?: number;
    /**
     * "onion": one tree for the point and all bodies. "separate": a tree for each, which makes traces
     * faster and the file smaller. Default: "onion".
     */
    collision?: "onion" | "separate";
    /** Leaves out brushes that cannot be compiled, with a warning; otherwise they are errors. */
    skipBadBrushes?: boolean;
    /**
     * What no entity can reach becomes Contents.Void, or Contents.Solid beside walls, and nothing of
     * it is drawn. A level that leaks, and a level without entities, stays as it is. Default: true.
     */
    fillOutside?: boolean;
    /**
     * Which clusters of a level that does not leak see each other. "full": lines of sight through
     * portals. "bounded": the same, but it ends early where it would take more than a minute.
     * "fast": too many, at once. "none": it is not computed, and nothing is hidden. Default:
     * "bounded".
     */
    visibility?: "none" | "fast" | "bounded" | "full";
    /** Clusters farther apart than this do not see each other, in units; 0: no limit. Default: 0. */
    visibleDistance?: number;
    /** Adds a navigation mesh for each body but the point, for NavMesh. Default: false. */
    nav?: boolean;
    /** Proves the level against its source afterwards. A difference is an error. */
    verify?: boolean;
}

/** A way from an entity to the outside of a level. */
export interface Leak {
    /** The number of the entity in Level.entities. */
    entity: number;
    /** Points from the entity to the outside: the shortest way that the compiler finds. */
    line: Point[];
    /**
     * The corners of the opening in the walls, a convex polygon; none if the entity itself is outside.
     */
    opening: Point[];
    /** The lines in the source of the brushes nearest to the opening, the nearest first. */
    brushLines: number[];
    /**
     * All of it in words: "the level leaks: light (entity 5) at 0 0 32 reaches the outside through the
     * opening at 64 0 32, near the brushes of lines 7, 9".
     */
    text: string;
}

/** A compiled level. */
export interface CompiledMap {
    /** The .hsw file, for loadLevel() or for saving. */
    bytes: Uint8Array;
    /** What was odd, one text each, with the line: for example a brush that was left out. */
    warnings: string[];
    /**
     * Set if an entity can reach the outside. The level is good all the same, but its outside is not
     * filled, and its clusters do not know what they see. null: the level is sealed, or has no
     * entities.
     */
    leak: Leak | null;
}

const errorBytes = 8192;

// compileMap(), findLeak(), bodyWalls() and bodyWallsAll() have checked all values. Options, errors, worlds and
// levels are not released: the worker, and its memory with it, ends after one piece of work.

function newBodies(wasm: Wasm<Exports>, bodies: readonly Body[]): Pointer {
    const names = bodies.map(({ name }) => textBytes(name, "name"));
    const structBytes = bodies.length * layout.body.size;
    const memory = wasm.allocate(names.reduce((sum, name) => sum + name.length, structBytes));
    let text = memory + structBytes;
    bodies.forEach((body, i) => {
        const at = memory + i * layout.body.size;
        wasm.u32[(at + layout.body.name) >>> 2] = text;
        wasm.u8.set(names[i]!, text);
        text += names[i]!.length;
        wasm.f64.set(body.min, (at + layout.body.min) >>> 3);
        wasm.f64.set(body.max, (at + layout.body.max) >>> 3);
    });
    return memory;
}

const visibilities = {
    none: VISIBILITY_NONE,
    fast: VISIBILITY_FAST,
    bounded: VISIBILITY_BOUNDED,
    full: VISIBILITY_FULL,
};

function newOptions(wasm: Wasm<Exports>, how: CompileSettings): Pointer {
    const field = layout.compile_options;
    const at = wasm.allocate(field.size);
    wasm.exports.halfspace_default_compile_options(at);
    if (how.gridExponent !== undefined) {
        wasm.i32[(at + field.grid_exponent) >>> 2] = how.gridExponent;
    }
    wasm.u32[(at + field.threads) >>> 2] = 1;
    if (how.facetTolerance !== undefined) {
        wasm.f64[(at + field.facet_tolerance) >>> 3] = how.facetTolerance;
    }
    if (how.skipBadBrushes === true) {
        wasm.i32[(at + field.skip_bad_brushes) >>> 2] = 1;
    }
    if (how.collision === "separate") {
        wasm.i32[(at + field.collision) >>> 2] = COLLISION_SEPARATE;
    }
    if (how.fillOutside === false) {
        wasm.i32[(at + field.fill_outside) >>> 2] = 0;
    }
    if (how.visibility !== undefined) {
        wasm.i32[(at + field.visibility) >>> 2] = visibilities[how.visibility];
    }
    wasm.f64[(at + field.visible_distance) >>> 3] = how.visibleDistance ?? 0;
    if (how.nav === true) {
        wasm.i32[(at + field.build_navigation) >>> 2] = 1;
    }
    if (how.bodies !== undefined) {
        const bodies = newBodies(wasm, how.bodies);
        wasm.u32[(at + field.bodies) >>> 2] = bodies;
        wasm.u32[(at + field.body_count) >>> 2] = how.bodies.length;
    }
    return at;
}

function readLeak(wasm: Wasm<Exports>, at: Pointer): Leak {
    wasm.sync();
    const field = layout.leak;
    const number = (offset: number): number => wasm.u32[(at + offset) >>> 2]!;
    const points = (first: number, count: number): Point[] =>
        Array.from({ length: count }, (_, i) => {
            const point = (first >>> 3) + 3 * i;
            return [...wasm.f64.subarray(point, point + 3)] as Point;
        });
    const lines = number(field.brush_lines) >>> 2;
    return {
        entity: number(field.entity),
        line: points(number(field.line), number(field.line_count)),
        opening: points(number(field.opening), number(field.opening_count)),
        brushLines: [...wasm.u32.subarray(lines, lines + number(field.brush_line_count))],
        text: wasm.text(number(field.text))!,
    };
}

/** What a compile tells beside its level. */
interface Told {
    warnings: string[];
    leak: Leak | null;
}

/** An instance of the module. */
async function start(
    module: WebAssembly.Module,
    onProgress: (stage: string, fraction: number) => void = () => {},
    told: Told = { warnings: [], leak: null },
): Promise<Wasm<Exports>> {
    const wasm = await Wasm.create<Exports>(module, undefined, {
        report: (stage: number, fraction: number) => onProgress(wasm.text(stage)!, fraction),
        warn: (text: number) => told.warnings.push(wasm.text(text)!),
        leak: (leak: number) => (told.leak = readLeak(wasm, leak)),
        now: () => performance.now(),
    });
    return wasm;
}

// The source that makeWorld() has made, compiled. It returns 0 if the text at `error` says why not.
async function compileWorld(
    module: WebAssembly.Module,
    how: CompileSettings,
    onProgress: (stage: string, fraction: number) => void,
    makeWorld: (wasm: Wasm<Exports>, error: Pointer, warn: (text: string) => void) => Pointer,
): Promise<CompiledMap> {
    const told: Told = { warnings: [], leak: null };
    const wasm = await start(module, onProgress, told);
    const { exports } = wasm;
    const error = wasm.allocate(errorBytes);
    const fail = (): never => {
        throw new HalfspaceError(adapted(wasm.text(error)));
    };
    const options = newOptions(wasm, how);
    const world = makeWorld(wasm, error, (text) => told.warnings.push(text));
    if (world === 0) {
        return fail();
    }
    const level = exports.compile(world, options, error, errorBytes);
    if (level === 0) {
        return fail();
    }
    const result = wasm.allocate(8);
    if (how.verify === true) {
        onProgress("verify", 0);
        exports.halfspace_verify(level, world, result, error, errorBytes);
        if (wasm.u32[result >>> 2] !== 0 || wasm.u32[(result >>> 2) + 1] !== 0) {
            return fail();
        }
    }
    const first = exports.halfspace_level_bytes(level, result) >>> 0;
    return { bytes: wasm.u8.slice(first, first + wasm.u32[result >>> 2]!), ...told };
}

// The library gives the advice of its command line.
const advice = /merge its vertices in the program that made it \(--weld[^)]*\)/g;
const ownAdvice =
    "merge its vertices (mergeVertices() of BufferGeometryUtils of three.js merges those that are near), or leave it out (checkMeshes() tells which objects are open); places are in map units with Z up";

/** An error of the library, with advice for callers of this package. */
function adapted(error: string | null): string {
    return (error ?? "").replace(advice, ownAdvice);
}

/** Compiles a source. Blocks its thread until it is done. */
export async function compile(
    module: WebAssembly.Module,
    source: Uint8Array,
    how: CompileSettings,
    onProgress: (stage: string, fraction: number) => void,
): Promise<CompiledMap> {
    return compileWorld(module, how, onProgress, (wasm, error) =>
        wasm.withMemory(source.length, (at) =>
            wasm.withText(how.name ?? "level.map", "name", (name) => {
                wasm.u8.set(source, at);
                return wasm.exports.halfspace_read_world(
                    at,
                    source.length,
                    name,
                    error,
                    errorBytes,
                );
            }),
        ),
    );
}

// Memory with a copy of the array, at a multiple of 16; 0 for null. The caller releases it.
function newArray(wasm: Wasm<Exports>, values: ArrayLike<number> | null, wide: boolean) {
    if (values === null) {
        return 0;
    }
    const at = wasm.allocate(values.length * (wide ? 8 : 4));
    if (wide) {
        wasm.f64.set(values, at >>> 3);
    } else {
        wasm.u32.set(values, at >>> 2);
    }
    return at;
}

// False: its tag leaves the object out.
function addObject(wasm: Wasm<Exports>, world: Pointer, object: SentObject): boolean {
    const field = layout.object;
    const arrays = {
        vertices: newArray(wasm, object.vertices, true),
        indices: newArray(wasm, object.indices, false),
        texcoords: newArray(wasm, object.texcoords, true),
        materials: newArray(wasm, object.materials, false),
        opacities: newArray(wasm, object.opacities, true),
    };
    const status = wasm.withText(object.name, "name", (name) =>
        wasm.withText(object.tag ?? "", "tag", (tag) =>
            wasm.withMemory(field.size, (at) => {
                const words = {
                    ...arrays,
                    name,
                    tag: object.tag === null ? 0 : tag,
                    vertex_count: object.vertices.length / 3,
                    index_count: object.indices.length,
                    contents: object.contents,
                    flags:
                        (object.isDrawn ? 0 : OBJECT_NOT_DRAWN) | (object.isRoom ? OBJECT_ROOM : 0),
                };
                for (const [word, value] of Object.entries(words)) {
                    wasm.u32[(at + field[word as keyof typeof words]) >>> 2] = value;
                }
                return wasm.exports.halfspace_add_object(world, object.entity, at);
            }),
        ),
    );
    Object.values(arrays).forEach((array) => array !== 0 && wasm.release(array));
    if (status !== OK && status !== NOT_FOUND) {
        throw new HalfspaceError(`object '${object.name}': an argument is out of range`);
    }
    return status === OK;
}

interface AddedObjects {
    world: Pointer;
    /** Of each entity, the world first: the numbers of its objects. Tags leave objects out. */
    numbers: number[][];
}

function addObjects(
    wasm: Wasm<Exports>,
    { objects, entities, materials }: MeshWorld,
    source: string,
    warn: (text: string) => void,
): AddedObjects {
    const { exports } = wasm;
    const world = exports.halfspace_new_world();
    wasm.withText(source, "name", (at) => exports.halfspace_set_source(world, at));
    materials.forEach(({ name, isMasked }, i) => {
        wasm.withText(name, "the name of a material", (at) =>
            exports.halfspace_add_material(world, at, 0, 0),
        );
        if (isMasked) {
            exports.halfspace_mask_material(world, i);
        }
    });
    entities.forEach(({ keys, origin }, i) => {
        wasm.withText("", "", (none) => exports.halfspace_add_entity(world, none));
        for (const [key, value] of keys) {
            wasm.withText(key, "a key", (keyAt) =>
                wasm.withText(value, key, (valueAt) =>
                    exports.halfspace_set_key(world, i + 1, keyAt, valueAt),
                ),
            );
        }
        if (origin !== null) {
            wasm.withMemory(24, (at) => {
                wasm.f64.set(origin, at >>> 3);
                exports.halfspace_set_origin(world, i + 1, at);
            });
        }
    });
    const numbers: number[][] = Array.from({ length: entities.length + 1 }, () => []);
    objects.forEach((object, number) => {
        if (addObject(wasm, world, object)) {
            numbers[object.entity]!.push(number);
        } else {
            warn(`${source}: note: object '${object.name}' is left out, as its tag says`);
        }
    });
    return { world, numbers };
}

/** Compiles objects of triangles. Blocks its thread until it is done. */
export async function compileObjects(
    module: WebAssembly.Module,
    meshes: MeshWorld,
    how: CompileSettings,
    onProgress: (stage: string, fraction: number) => void,
): Promise<CompiledMap> {
    return compileWorld(module, how, onProgress, (wasm, _error, warn) => {
        const source = how.name ?? "meshes";
        const { world, numbers } = addObjects(wasm, meshes, source, warn);
        if (numbers.flat().length === 0) {
            throw new HalfspaceError(`${source}: the tags of all objects leave them out`);
        }
        return world;
    });
}

const verdicts = {
    [MESH_SOLID]: "closed",
    [MESH_ROOM]: "room",
    [MESH_OPEN]: "open",
    [MESH_FLAT]: "flat",
    [MESH_LOOKS_INWARDS]: "inside out",
    [MESH_LOOKS_OUTWARDS]: "no room",
    [MESH_REFUSED]: "refused",
} as const;

/** What compileMeshes() would make of one object. */
export interface MeshCheck {
    /** The number of the object in the list. */
    object: number;
    /**
     * "closed" is solid, and "room" is a room. The others are errors: "open" has open edges, "flat"
     * encloses no volume, "inside out" has triangles that look inwards, "no room" is a room whose
     * triangles look outwards, "refused" is wrong in another way.
     */
    verdict: (typeof verdicts)[keyof typeof verdicts];
    /**
     * The errors of compileMeshes(). With none it reads the object. It may still refuse a brush that it
     * makes of the object, such as a very sharp wedge.
     */
    errors: string[];
    /** Two vertices of each open edge, in the direction of the triangles beside it. */
    openEdges: Uint32Array;
    /** How many vertices compileMeshes() moves to close the object. */
    welded: number;
    /** How far the farthest of them moves, in units. */
    weldDistance: number;
}

/** Checks objects of triangles. Blocks its thread until it is done. */
export async function checkObjects(
    module: WebAssembly.Module,
    meshes: MeshWorld,
    how: CompileSettings,
): Promise<MeshCheck[]> {
    const wasm = await start(module);
    const { exports } = wasm;
    const { world, numbers } = addObjects(wasm, meshes, how.name ?? "meshes", () => {});
    const error = wasm.allocate(errorBytes);
    const options = newOptions(wasm, how);
    const checks = exports.halfspace_check_meshes(world, options, error, errorBytes);
    if (checks === 0) {
        throw new HalfspaceError(wasm.text(error) ?? "");
    }
    const field = layout.mesh_check;
    const count = exports.halfspace_mesh_check_count(checks);
    const first = wasm.allocate(count * field.size);
    exports.halfspace_write_mesh_checks(checks, first, count);
    return Array.from({ length: count }, (_, i) => {
        const at = first + i * field.size;
        const number = (offset: number): number => wasm.u32[(at + offset) >>> 2]!;
        const edges = number(field.open_edge_count);
        return {
            object: numbers[number(field.entity)]![number(field.object)]!,
            verdict: verdicts[number(field.verdict) as keyof typeof verdicts],
            errors: Array.from({ length: number(field.error_count) }, (_error, e) =>
                adapted(wasm.text(exports.halfspace_mesh_check_error(checks, i, e))),
            ),
            openEdges: wasm.withMemory(8 * edges, (to) => {
                exports.halfspace_write_open_edges(checks, i, to, edges);
                return wasm.u32.slice(to >>> 2, (to >>> 2) + 2 * edges);
            }),
            welded: number(field.welded),
            weldDistance: wasm.f64[(at + field.weld_distance) >>> 3]!,
        };
    });
}

// An instance with a level of the bytes of an .hsw file.
async function started(module: WebAssembly.Module, level: Uint8Array) {
    const wasm = await start(module);
    const loaded = wasm.withMemory(level.length, (at) => {
        wasm.u8.set(level, at);
        return wasm.exports.halfspace_load_memory(at, level.length, 0, 0, 0);
    });
    return { wasm, loaded };
}

/** Finds the leak of an .hsw file. Blocks its thread until it is done. */
export async function leakOf(
    module: WebAssembly.Module,
    level: Uint8Array,
): Promise<{ leak: Leak | null }> {
    const { wasm, loaded } = await started(module, level);
    const at = wasm.allocate(4);
    const status = wasm.exports.halfspace_find_leak(loaded, at);
    wasm.sync();
    return { leak: status === OK ? readLeak(wasm, wasm.u32[at >>> 2]!) : null };
}

/** Which walls bodyWallsAll() wants. */
export interface WallsOf {
    space: number;
    mask: number;
    models: number[];
}

/** The walls of one model where they stop the position of a body: convex polygons. */
export interface BodyWalls {
    /** x, y, z of each corner, counter-clockwise seen from the free side. */
    positions: Float64Array;
    /**
     * The first corner of each wall, and at the end the number of all corners: the corners of wall i
     * are [firsts[i], firsts[i + 1]).
     */
    firsts: Uint32Array;
    /** n.x, n.y, n.z, d of each wall. n has length 1 and points to the free side; n.p = d. */
    planes: Float64Array;
    /**
     * Red, green, blue and 255 of each wall. The colour tells what blocks; it is warmer where the
     * body touches only an edge.
     */
    colours: Uint8Array;
}

/** Finds walls in the bytes of an .hsw file. Blocks its thread until it is done. */
export async function findWalls(
    module: WebAssembly.Module,
    level: Uint8Array,
    { space, mask, models }: WallsOf,
): Promise<BodyWalls[]> {
    const { wasm, loaded } = await started(module, level);
    return models.map((model) => {
        const walls = wasm.exports.halfspace_new_walls(loaded, model, space, mask);
        if (walls === 0) {
            throw new HalfspaceError("bodyWalls: an argument is out of range");
        }
        const read = readWalls(wasm, walls);
        wasm.exports.halfspace_free_walls(walls);
        return read;
    });
}

function readWalls(wasm: Wasm<Exports>, walls: Pointer): BodyWalls {
    const { exports } = wasm;
    const count = exports.halfspace_wall_count(walls);
    const cornerCount = exports.halfspace_wall_corner_count(walls);
    const cornerBytes = 24 * cornerCount;
    return wasm.withMemory(cornerBytes + count * layout.wall.size, (memory) => {
        const first = memory + cornerBytes;
        exports.halfspace_write_wall_corners(walls, memory, cornerCount);
        exports.halfspace_write_walls(walls, first, count);
        const found: BodyWalls = {
            positions: wasm.f64.slice(memory >>> 3, first >>> 3),
            firsts: new Uint32Array(count + 1).fill(cornerCount),
            planes: new Float64Array(4 * count),
            colours: new Uint8Array(4 * count),
        };
        for (let i = 0; i < count; ++i) {
            const at = first + i * layout.wall.size;
            const plane = (at + layout.wall.plane) >>> 3;
            const colour = at + layout.wall.colour;
            found.firsts[i] = wasm.u32[(at + layout.wall.first_corner) >>> 2]!;
            found.planes.set(wasm.f64.subarray(plane, plane + 4), 4 * i);
            found.colours.set(wasm.u8.subarray(colour, colour + 4), 4 * i);
        }
        return found;
    });
}
