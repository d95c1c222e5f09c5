// SPDX-License-Identifier: MIT
// Triangles as they are, open or closed, for bodies: alone, and in a CollisionWorld.
import { BAD_ARGUMENT, BOTH_SIDES, FRONT_SIDE } from "./constants.js";
import { checkOptions, finite, index, oneOf, shown, type Point, type Vec3 } from "./arguments.js";
import { orMinusOne } from "./contact.js";
import { HalfspaceError } from "./error.js";
import type { RuntimeExports } from "./exports.js";
import * as layout from "./layout.js";
import { a, askAll, bodyAt, result, traceOptionsAt as optionsAt } from "./level_base.js";
import { pointAt, writePlacedShape, writePlacement, writeVec3, type Place } from "./memory.js";
import { RecordList, type Views } from "./records.js";
import { runtime, type Runtime } from "./runtime.js";
import type { PlacedShape } from "./shape.js";
import { TriangleTree, type TriangleBvhOptions } from "./triangle_tree.js";

/** Where a mesh stands. */
export interface AskMesh {
    /** Where the mesh stands; it may be moved and turned. Default: where its positions say. */
    stands?: Place;
}

/** Which sides of triangles stop bodies. */
export type Sides = "both" | "front";

/** How a body is moved among the triangles of a mesh. */
export interface MeshSweepOptions extends AskMesh {
    /**
     * "front": a triangle stops a body that comes from the front, and lets pass what comes from behind
     * or overlaps it; the front is where the corners are counter-clockwise. Default: "both".
     */
    sides?: Sides;
    /**
     * Triangles at most so far from a touched point belong to one surface, so narrower cracks have no
     * edges. Default: 1/32 unit.
     */
    skin?: number;
}

/** How sweepAll moves bodies. */
export interface MeshBatchOptions extends MeshSweepOptions {
    /** A list that an earlier call has returned: it is filled again. Default: a new list. */
    into?: MeshTouchList;
}

/** The first touch of a moving body. */
export interface MeshTouch {
    /** -1 in a list: this motion touches nothing. */
    triangle: number;
    /** The body overlaps the triangle at the start. Then all numbers below are 0. */
    startBlocked: boolean;
    /** How much of the motion is done at the touch, from 0 to 1; 1 without a touch. */
    fraction: number;
    /** Of a triangle, where the body touches. */
    point: Point;
    /** From the triangle towards the body, of length 1. */
    normal: Point;
}

/** How a body overlaps a triangle. */
export interface MeshOverlap {
    triangle: number;
    /** The body moved by normal * depth overlaps this triangle no more. */
    depth: number;
    /** Of length 1. */
    normal: Point;
    /** In the triangle and in the body. */
    point: Point;
}

const sidesOf = { both: BOTH_SIDES, front: FRONT_SIDE } as const;

/** @internal The number of the library for the sides. */
export function sideNumber(sides: Sides = "both", what: string): number {
    return sidesOf[oneOf(sides, ["both", "front"], what)];
}

function readTouch({ f64, u32 }: Views, at: number): MeshTouch {
    const from = layout.mesh_touch;
    return {
        triangle: orMinusOne(u32[(at + from.triangle) >>> 2]!),
        startBlocked: u32[(at + from.start_blocked) >>> 2] !== 0,
        fraction: f64[(at + from.fraction) >>> 3]!,
        point: pointAt(f64, at + from.point),
        normal: pointAt(f64, at + from.normal),
    };
}

/** The touches of many motions. A column, such as `fractions`, is made when it is first read. */
export class MeshTouchList extends RecordList {
    /** @internal */
    protected override readonly size = layout.mesh_touch.size;

    /** -1 where nothing is touched. */
    get triangles(): Int32Array {
        return this.column(layout.mesh_touch.triangle, this.views.i32, Int32Array);
    }

    /** 1 where the body overlaps a triangle at its start. */
    get startsBlocked(): Uint8Array {
        return this.column(layout.mesh_touch.start_blocked, this.views.i32, Uint8Array);
    }

    /** 1 where nothing is touched. */
    get fractions(): Float64Array {
        return this.column(layout.mesh_touch.fraction, this.views.f64, Float64Array);
    }

    /** x, y, z of each. */
    get points(): Float64Array {
        return this.column(layout.mesh_touch.point, this.views.f64, Float64Array, 3);
    }

    /** x, y, z of each. */
    get normals(): Float64Array {
        return this.column(layout.mesh_touch.normal, this.views.f64, Float64Array, 3);
    }

    /** The touch of motion number i. */
    at(i: number): MeshTouch {
        index(i, this.length, "touch");
        return readTouch(this.views, i * this.size);
    }
}

const standsAt = result;
const answerAt = standsAt + layout.placement.size;

/** @internal kMaxSweepCoordinate of query/sweep.h */
export const mostCoordinate = 2 ** 22;

/** @internal Whether a place only moves and turns. */
export function isRigid({ x = [1, 0, 0], y = [0, 1, 0], z = [0, 0, 1] }: Place): boolean {
    const dot = (v: Vec3, w: Vec3) => v[0]! * w[0]! + v[1]! * w[1]! + v[2]! * w[2]!;
    const cross = [
        x[1]! * y[2]! - x[2]! * y[1]!,
        x[2]! * y[0]! - x[0]! * y[2]!,
        x[0]! * y[1]! - x[1]! * y[0]!,
    ];
    const errors = [dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), dot(cross, z) - 1];
    return errors.every((error) => Math.abs(error) < 1e-5);
}

/** @internal Why the place of a mesh, or of a body in it, was refused. expected: if both are rigid. */
export function placeError(
    what: string,
    expected: string,
    mesh: Place,
    body: Place = {},
): HalfspaceError {
    const scaled = isRigid(mesh) ? (isRigid(body) ? "" : "body") : "mesh";
    if (scaled !== "") {
        return new HalfspaceError(
            `${what}: a ${scaled} can be moved and turned; its x, y and z have a scale, a mirror image or a shear. Scale the ${scaled === "mesh" ? "vertices" : "shape"} instead`,
        );
    }
    return new HalfspaceError(`${what}: expected ${expected}`);
}

/**
 * Triangles, open or closed, among which bodies move. A triangle is a sheet without thickness.
 * The arrays are copied into the memory of WebAssembly. A CollisionWorld can hold it, in many places.
 *
 *     const terrain = new CollisionMesh(positions, index);
 *     world.placeMesh({ id: 1, mesh: terrain });
 *     const touch = terrain.sweep({ shape: ball, translation: from }, motion);
 *
 * Rays, nearest points and contacts of two meshes are in `TriangleBvh` of `halfspace/spatial`.
 */
export class CollisionMesh extends TriangleTree<RuntimeExports> {
    /**
     * positions: x, y, z of each vertex, in units; floats if it is a Float32Array, else doubles.
     * index: three vertices for each triangle; without it each three vertices are a triangle.
     * Call `await init()` before, unless a level is loaded.
     */
    constructor(
        positions: ArrayLike<number>,
        index?: ArrayLike<number>,
        options: TriangleBvhOptions = {},
    ) {
        super(runtime(), positions, index, options, "CollisionMesh");
    }

    /** Where a body first touches a triangle if it is moved; null if it touches none. */
    sweep(body: PlacedShape, motion: Vec3, options: MeshSweepOptions = {}): MeshTouch | null {
        const { at, stands } = this.#asked(body, options, ["sides", "skin"], "sweep");
        const how = this.#writeOptions(options);
        writeVec3(this.runtime, at + a, motion, "motion");
        const { wasm } = this.runtime;
        const status = wasm.exports.halfspace_mesh_sweep(
            this.pointer,
            stands,
            at + bodyAt,
            at + a,
            how,
            at + answerAt,
        );
        return this.#found(status, body, options, "sweep") ? readTouch(wasm, at + answerAt) : null;
    }

    /**
     * The same for many motions: of each what is added to the body's translation, and the motion, as
     * six numbers.
     */
    sweepAll(
        body: PlacedShape,
        motions: ArrayLike<number>,
        options: MeshBatchOptions = {},
    ): MeshTouchList {
        const { at, stands } = this.#asked(body, options, ["sides", "skin", "into"], "sweepAll");
        const how = this.#writeOptions(options);
        const { into = new MeshTouchList() } = options;
        if (!(into instanceof MeshTouchList)) {
            throw new HalfspaceError("into: expected a MeshTouchList");
        }
        const { wasm } = this.runtime;
        const tree = this.pointer;
        return askAll(
            this.runtime,
            "sweepAll",
            ["motions", motions, 6],
            layout.mesh_touch.size,
            (from, count, to) => {
                const { halfspace_mesh_sweep_all: sweepAll } = wasm.exports;
                const status = sweepAll(tree, stands, at + bodyAt, from, count, how, to);
                this.#found(status, body, options, "sweepAll");
                return status;
            },
            (from, count) => into.fill(wasm.u8.subarray(from), count),
        );
    }

    /** Whether a body overlaps a triangle. Touching is no overlap. */
    overlaps(body: PlacedShape, options: AskMesh = {}): boolean {
        const { at, stands } = this.#asked(body, options, [], "overlaps");
        const { exports } = this.runtime.wasm;
        const status = exports.halfspace_mesh_overlaps_shape(
            this.pointer,
            stands,
            at + bodyAt,
            at + answerAt,
        );
        this.#found(status, body, options, "overlaps");
        return this.runtime.wasm.i32[(at + answerAt) >>> 2] !== 0;
    }

    /**
     * Of the triangles that a body overlaps, the one from which it is parted by the longest motion; null
     * if it overlaps none.
     */
    deepestOverlap(body: PlacedShape, options: AskMesh = {}): MeshOverlap | null {
        const { at, stands } = this.#asked(body, options, [], "deepestOverlap");
        const { wasm } = this.runtime;
        const status = wasm.exports.halfspace_mesh_deepest_overlap(
            this.pointer,
            stands,
            at + bodyAt,
            at + answerAt,
        );
        const from = layout.mesh_overlap;
        return this.#found(status, body, options, "deepestOverlap")
            ? {
                  triangle: wasm.u32[(at + answerAt + from.triangle) >>> 2]!,
                  depth: wasm.f64[(at + answerAt + from.depth) >>> 3]!,
                  normal: pointAt(wasm.f64, at + answerAt + from.normal),
                  point: pointAt(wasm.f64, at + answerAt + from.point),
              }
            : null;
    }

    /**
     * A motion of at most `distance` that brings a body to where it overlaps no triangle; zero if it
     * overlaps none now, and null if none is found. The way may lead to the other side of a wall.
     */
    unstick(body: PlacedShape, distance: number, options: AskMesh = {}): Point | null {
        const { at, stands } = this.#asked(body, options, [], "unstick");
        if (!(finite(distance, "distance") >= 0 && distance <= mostCoordinate)) {
            throw new HalfspaceError(
                `distance: expected a number from 0 to ${mostCoordinate}, found ${distance}`,
            );
        }
        const { wasm } = this.runtime;
        const status = wasm.exports.halfspace_mesh_unstick(
            this.pointer,
            stands,
            at + bodyAt,
            distance,
            at + answerAt,
        );
        return this.#found(status, body, options, "unstick")
            ? pointAt(wasm.f64, at + answerAt)
            : null;
    }

    // Writes the body, and where the mesh stands: 0 for where its positions say.
    #asked(
        body: PlacedShape,
        options: MeshBatchOptions,
        names: ("sides" | "skin" | "into")[],
        what: string,
    ): { at: number; stands: number } {
        this.pointer;
        const at = this.runtime.scratch;
        checkOptions(options, ["stands", ...names], what);
        writePlacedShape(this.runtime, at + bodyAt, body, "body");
        const { stands } = options;
        if (stands === undefined) {
            return { at, stands: 0 };
        }
        writePlacement(this.runtime, at + standsAt, stands, 0, "stands");
        return { at, stands: at + standsAt };
    }

    // Returns the pointer; 0 where all are the defaults.
    #writeOptions({ sides, skin }: MeshSweepOptions): number {
        if (sides === undefined && skin === undefined) {
            return 0;
        }
        const { wasm, scratch } = this.runtime;
        const at = scratch + optionsAt;
        const to = layout.mesh_sweep_options;
        wasm.exports.halfspace_default_mesh_sweep_options(at);
        wasm.u32[(at + to.sides) >>> 2] = sideNumber(sides, "sides");
        if (skin !== undefined) {
            if (finite(skin, "skin") < 0) {
                throw new HalfspaceError(`skin: expected a number from 0 on, found ${skin}`);
            }
            wasm.f64[(at + to.skin) >>> 3] = skin;
        }
        return at;
    }

    #found(status: number, body: Place, { stands }: AskMesh, what: string): boolean {
        if (status === BAD_ARGUMENT) {
            const expected = `the triangles, the body and the end of its motion within ${mostCoordinate} units of 0`;
            throw placeError(what, expected, stands ?? {}, body);
        }
        return this.runtime.found(status, what);
    }
}

/** @internal The mesh that `placed` must have. */
export function checkedMesh(from: Runtime, mesh: CollisionMesh, what: string): CollisionMesh {
    if (!(mesh instanceof CollisionMesh)) {
        throw new HalfspaceError(
            `${what}: expected a CollisionMesh, found ${shown(mesh)}; a TriangleBvh of halfspace/spatial is in another memory`,
        );
    }
    mesh.pointer;
    if (mesh.runtime !== from) {
        throw new HalfspaceError(
            `${what}: init() was called after this mesh was made and before the world was made, or the reverse; make both after the call`,
        );
    }
    return mesh;
}
