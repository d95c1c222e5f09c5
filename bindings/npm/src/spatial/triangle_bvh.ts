// SPDX-License-Identifier: MIT
// A tree over the triangles of a mesh (include/halfspace/spatial/triangle_bvh.h), and two meshes
// (mesh_collide.h).
import { BVH_PLOC, BVH_SAH, TOO_SMALL } from "../constants.js";
import {
    checkOptions,
    finite,
    groups,
    index as wholeNumber,
    oneOf,
    shown,
    type Point,
    type Vec3,
} from "../arguments.js";
import { pointAt, writeVec3 } from "../memory.js";
import { HalfspaceError } from "../error.js";
import { Handle } from "../instance.js";
import * as layout from "../layout.js";
import type { SpatialExports } from "../exports.js";
import { answerAt, answered, answeredNumbers, spatial, type Spatial } from "./instance.js";

/** How a triangle BVH is built. */
export interface TriangleBvhOptions {
    /**
     * "sah": by the surface area heuristic, the fastest questions. "ploc": bottom-up. Both give the
     * same answers. Default: "sah".
     */
    builder?: "sah" | "ploc";
    /** Numbers from one vertex to the next, at least 3. Default: 3. */
    stride?: number;
}

/** Where a ray meets a mesh: at origin + t * direction. */
export interface TriangleHit {
    triangle: number;
    t: number;
}

/** What each of many rays meets first. */
export interface TriangleHits {
    /** 0xffffffff: the ray meets nothing. */
    triangles: Uint32Array;
    /** Infinity: the ray meets nothing. */
    t: Float64Array;
}

/** The point of a mesh that is nearest to another point. */
export interface MeshPoint {
    triangle: number;
    distance: number;
    point: Point;
}

/** How far two meshes are apart. */
export interface NearestTriangles {
    /** The nearest triangle of each mesh. */
    triangles: [a: number, b: number];
    /** 0 if the meshes touch, and only then. */
    distance: number;
    /** The nearest points, in the space of the first mesh. */
    pointA: Point;
    pointB: Point;
}

const errorBytes = 512;
const builders = { sah: BVH_SAH, ploc: BVH_PLOC } as const;

/** Frees a tree and the arrays at `memory`. */
function freer(memory: number): (from: Spatial, tree: number) => void {
    return ({ wasm }, tree) => {
        wasm.exports.halfspace_free_mesh_bvh(tree);
        wasm.release(memory);
    };
}

interface Made {
    tree: number;
    /** The copies of both arrays: first the positions. */
    memory: number;
    triangles: number;
}

function isDoubles(positions: ArrayLike<number>): boolean {
    return !(positions instanceof Float32Array);
}

function made(
    from: Spatial,
    positions: ArrayLike<number>,
    indices: ArrayLike<number> | undefined,
    options: TriangleBvhOptions,
): Made {
    checkOptions(options, ["builder", "stride"], "TriangleBvh");
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
    const memory = wasm.allocate(indicesAt + 12 * triangles);
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
        const to = layout.mesh;
        const word = (field: number, value: number) => {
            wasm.u32[(scratch + field) >>> 2] = value;
        };
        word(to.floats, isDoubles(positions) ? 0 : memory);
        word(to.doubles, isDoubles(positions) ? memory : 0);
        word(to.vertex_count, vertices);
        word(to.stride, stride);
        word(to.indices, memory + indicesAt);
        word(to.triangle_count, triangles);
        const error = scratch + answerAt;
        const tree = wasm.exports.halfspace_new_mesh_bvh(
            scratch,
            builders[builder],
            error,
            errorBytes,
        );
        if (tree === 0) {
            throw new HalfspaceError(`TriangleBvh: ${wasm.text(error)}`);
        }
        return { tree, memory, triangles };
    } catch (error) {
        wasm.release(memory);
        throw error;
    }
}

function copyPositions({ wasm }: Spatial, at: number, positions: ArrayLike<number>): void {
    if (isDoubles(positions)) {
        wasm.f64.set(positions, at >>> 3);
    } else {
        wasm.f32.set(positions, at >>> 2);
    }
}

/** A greatest distance or t: at least 0; Infinity is allowed. */
function checkMost(most: number, what: string): number {
    if (typeof most !== "number" || !(most >= 0)) {
        throw new HalfspaceError(`${what}: expected a number from 0 on, found ${shown(most)}`);
    }
    return most;
}

/**
 * A tree over the triangles of a mesh: what does a ray hit, which point is nearest, which triangles
 * are here, which triangles of two meshes touch? Hits and contacts are exact for the given numbers.
 * The arrays are copied into the memory of WebAssembly. Call `await initSpatial()` before you make one.
 */
export class TriangleBvh extends Handle<SpatialExports> {
    /** How many triangles. */
    readonly triangleCount: number;
    readonly #memory: number;
    readonly #positions: { length: number; isDoubles: boolean };

    /**
     * positions: x, y, z of each vertex; floats if it is a Float32Array, else doubles. index: three
     * vertices for each triangle; without it each three vertices are a triangle.
     */
    constructor(
        positions: ArrayLike<number>,
        index?: ArrayLike<number>,
        options: TriangleBvhOptions = {},
    ) {
        const from = spatial();
        const { tree, memory, triangles } = made(from, positions, index, options);
        super(from, tree, "TriangleBvh", freer(memory));
        this.triangleCount = triangles;
        this.#memory = memory;
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
        copyPositions(this.runtime, this.#memory, positions);
        this.runtime.found(this.runtime.wasm.exports.halfspace_mesh_refit(tree), "refit");
    }

    /** @internal Whether refit() takes as many numbers of this kind. */
    canRefit(positions: ArrayLike<number>): boolean {
        const { length, isDoubles: areDoubles } = this.#positions;
        return positions.length === length && isDoubles(positions) === areDoubles;
    }

    /** @internal How many nodes and leaves a line enters that enters the root, on average. */
    get cost(): number {
        const { wasm, scratch } = this.runtime;
        const status = wasm.exports.halfspace_mesh_statistics_of(this.pointer, scratch);
        this.runtime.found(status, "cost");
        return wasm.f64[(scratch + layout.mesh_statistics.cost) >>> 3]!;
    }

    /** The triangle that a ray meets first, from either side; null if it meets none up to t = maxT. */
    raycast(origin: Vec3, direction: Vec3, maxT = Infinity): TriangleHit | null {
        const { wasm, scratch } = this.runtime;
        const ray = this.#writeRay(origin, direction, maxT, "raycast");
        const to = scratch + answerAt;
        const status = wasm.exports.halfspace_mesh_raycast(this.pointer, ray, to);
        return this.runtime.found(status, "raycast") ? this.#hitAt(to) : null;
    }

    /**
     * The same for many rays, faster than one by one. rays: six numbers for each, its origin and its
     * direction.
     */
    raycastAll(rays: ArrayLike<number>, maxT = Infinity): TriangleHits {
        const count = groups(rays, 6, "rays");
        checkMost(maxT, "raycastAll: maxT");
        const { wasm } = this.runtime;
        const tree = this.pointer;
        const { size } = layout.mesh_hit;
        const hits = { triangles: new Uint32Array(count), t: new Float64Array(count) };
        wasm.withMemory((layout.ray.size + size) * count, (at) => {
            for (let i = 0, to = at >>> 3; i < 6 * count; ) {
                for (const end = i + 6; i < end; ++i) {
                    wasm.f64[to++] = rays[i]!;
                }
                wasm.f64[to++] = maxT;
            }
            const first = at + layout.ray.size * count;
            const status = wasm.exports.halfspace_mesh_raycast_all(tree, at, count, first);
            this.runtime.found(status, "raycastAll");
            for (let i = 0; i < count; ++i) {
                const from = first + size * i;
                hits.triangles[i] = wasm.u32[(from + layout.mesh_hit.triangle) >>> 2]!;
                hits.t[i] = wasm.f64[(from + layout.mesh_hit.t) >>> 3]!;
            }
        });
        return hits;
    }

    /** All triangles that a ray meets up to t = maxT, by t and then by number. */
    onRay(origin: Vec3, direction: Vec3, maxT = Infinity): TriangleHit[] {
        const ray = this.#writeRay(origin, direction, maxT, "onRay");
        const tree = this.pointer;
        const { first, count } = answered(this.runtime, "onRay", (...to) =>
            this.runtime.wasm.exports.halfspace_mesh_on_ray(tree, ray, ...to),
        );
        return Array.from({ length: count }, (_, i) =>
            this.#hitAt(first + i * layout.mesh_hit.size),
        );
    }

    /** Whether a ray meets any triangle up to t = maxT. Faster than raycast(). */
    anyHit(origin: Vec3, direction: Vec3, maxT = Infinity): boolean {
        const { wasm, scratch } = this.runtime;
        const ray = this.#writeRay(origin, direction, maxT, "anyHit");
        const to = scratch + answerAt;
        this.runtime.found(wasm.exports.halfspace_mesh_any_hit(this.pointer, ray, to), "anyHit");
        return wasm.i32[to >>> 2] === 1;
    }

    /** The point of the mesh that is nearest to p; null if it is farther away than `maxDistance`. */
    closestPoint(p: Vec3, maxDistance = Infinity): MeshPoint | null {
        const { wasm, scratch } = this.runtime;
        writeVec3(this.runtime, scratch, p, "closestPoint");
        checkMost(maxDistance, "closestPoint: maxDistance");
        const to = scratch + answerAt;
        const status = wasm.exports.halfspace_mesh_closest_point(
            this.pointer,
            scratch,
            maxDistance,
            to,
        );
        if (!this.runtime.found(status, "closestPoint")) {
            return null;
        }
        const from = layout.mesh_point;
        return {
            triangle: wasm.u32[(to + from.triangle) >>> 2]!,
            distance: wasm.f64[(to + from.distance) >>> 3]!,
            point: pointAt(wasm.f64, to + from.point),
        };
    }

    /**
     * How often a closed mesh winds around p: 0 outside, 1 inside of a mesh whose triangles are
     * counter-clockwise from outside.
     */
    winding(p: Vec3): number {
        const { wasm, scratch } = this.runtime;
        writeVec3(this.runtime, scratch, p, "winding");
        const to = scratch + answerAt;
        const status = wasm.exports.halfspace_mesh_winding(this.pointer, scratch, to);
        this.runtime.found(status, "winding");
        return wasm.i32[to >>> 2]!;
    }

    /** The triangles that share a point with a closed box, in ascending order. */
    inBox(min: Vec3, max: Vec3): Uint32Array {
        const at = this.runtime.scratch;
        writeVec3(this.runtime, at, min, "inBox");
        writeVec3(this.runtime, at + 24, max, "inBox");
        const tree = this.pointer;
        return answeredNumbers(this.runtime, "inBox", (...to) =>
            this.runtime.wasm.exports.halfspace_mesh_in_box(tree, at, at + 24, ...to),
        );
    }

    /** The triangles that share a point with a ball, in ascending order. */
    inSphere(centre: Vec3, radius: number): Uint32Array {
        const at = this.runtime.scratch;
        writeVec3(this.runtime, at, centre, "inSphere: centre");
        finite(radius, "inSphere: radius");
        const tree = this.pointer;
        return answeredNumbers(this.runtime, "inSphere", (...to) =>
            this.runtime.wasm.exports.halfspace_mesh_in_sphere(tree, at, radius, ...to),
        );
    }

    /** The triangles with a point at most `radius` away from a segment, in ascending order. */
    inCapsule(from: Vec3, to: Vec3, radius: number): Uint32Array {
        const at = this.runtime.scratch;
        writeVec3(this.runtime, at, from, "inCapsule");
        writeVec3(this.runtime, at + 24, to, "inCapsule");
        finite(radius, "inCapsule: radius");
        const tree = this.pointer;
        return answeredNumbers(this.runtime, "inCapsule", (...to) =>
            this.runtime.wasm.exports.halfspace_mesh_in_capsule(tree, at, at + 24, radius, ...to),
        );
    }

    /** All triangles in an order for drawing without a depth buffer, nearly the farthest first. */
    farToNear(eye: Vec3): Uint32Array {
        const at = this.runtime.scratch;
        writeVec3(this.runtime, at, eye, "farToNear");
        const tree = this.pointer;
        return answeredNumbers(this.runtime, "farToNear", (...to) =>
            this.runtime.wasm.exports.halfspace_mesh_far_to_near(tree, at, ...to),
        );
    }

    /**
     * One triangle of this mesh and one of `other` that share a point; null if no triangles do.
     * otherToThis: 16 numbers, the columns of a matrix as Matrix4.elements of three.js. It takes the
     * other mesh into the space of this one; it may scale, mirror and shear.
     */
    firstPair(other: TriangleBvh, otherToThis?: ArrayLike<number>): [a: number, b: number] | null {
        const { wasm, scratch } = this.runtime;
        const [b, matrix] = this.#writeOther(other, otherToThis, "firstPair");
        const to = scratch + answerAt;
        const status = wasm.exports.halfspace_mesh_first_pair(this.pointer, b, matrix, to);
        return this.runtime.found(status, "firstPair")
            ? [wasm.u32[to >>> 2]!, wasm.u32[(to >>> 2) + 1]!]
            : null;
    }

    /** All such pairs: two numbers for each, by the first and then by the second. */
    allPairs(other: TriangleBvh, otherToThis?: ArrayLike<number>): Uint32Array {
        const { wasm, scratch } = this.runtime;
        const size = scratch + answerAt;
        for (let capacity = 1024; ; ) {
            const [b, matrix] = this.#writeOther(other, otherToThis, "allPairs");
            const pairs = wasm.withMemory(8 * capacity, (at) => {
                const status = wasm.exports.halfspace_mesh_all_pairs(
                    this.pointer,
                    b,
                    matrix,
                    at,
                    capacity,
                    size,
                );
                capacity = wasm.u32[size >>> 2]!;
                if (status === TOO_SMALL) {
                    return null;
                }
                this.runtime.found(status, "allPairs");
                return wasm.u32.slice(at >>> 2, (at >>> 2) + 2 * capacity);
            });
            if (pairs !== null) {
                return pairs;
            }
        }
    }

    /** How far two meshes are apart; null if a mesh is empty or they are farther apart than `maxDistance`. */
    distance(
        other: TriangleBvh,
        otherToThis?: ArrayLike<number>,
        maxDistance = Infinity,
    ): NearestTriangles | null {
        const { wasm, scratch } = this.runtime;
        const [b, matrix] = this.#writeOther(other, otherToThis, "distance");
        checkMost(maxDistance, "distance: maxDistance");
        const to = scratch + answerAt;
        const status = wasm.exports.halfspace_mesh_distance(
            this.pointer,
            b,
            matrix,
            maxDistance,
            to,
        );
        if (!this.runtime.found(status, "distance")) {
            return null;
        }
        const from = layout.nearest_triangles;
        const triangles = (to + from.triangles) >>> 2;
        return {
            triangles: [wasm.u32[triangles]!, wasm.u32[triangles + 1]!],
            distance: wasm.f64[(to + from.distance) >>> 3]!,
            pointA: pointAt(wasm.f64, to + from.point_a),
            pointB: pointAt(wasm.f64, to + from.point_b),
        };
    }

    #writeRay(origin: Vec3, direction: Vec3, maxT: number, what: string): number {
        const { wasm, scratch } = this.runtime;
        writeVec3(this.runtime, scratch + layout.ray.origin, origin, what, ": origin");
        writeVec3(this.runtime, scratch + layout.ray.direction, direction, what, ": direction");
        wasm.f64[(scratch + layout.ray.max_t) >>> 3] = checkMost(maxT, what);
        return scratch;
    }

    // The other tree and the matrix.
    #writeOther(
        other: TriangleBvh,
        matrix: ArrayLike<number> | undefined,
        what: string,
    ): [tree: number, matrix: number] {
        if (!(other instanceof TriangleBvh) || other.runtime !== this.runtime) {
            throw new HalfspaceError(
                `${what}: expected a TriangleBvh that was made after the same initSpatial(), found ${shown(other)}`,
            );
        }
        if (matrix === undefined) {
            return [other.pointer, 0];
        }
        if (typeof (matrix as { elements?: unknown })?.elements === "object") {
            throw new HalfspaceError(
                `${what}: otherToThis: expected 16 numbers, found an object; of a Matrix4 give its .elements`,
            );
        }
        if (groups(matrix, 16, `${what}: otherToThis`) !== 1) {
            throw new HalfspaceError(
                `${what}: otherToThis: expected 16 numbers, found ${matrix.length}`,
            );
        }
        this.runtime.wasm.f64.set(matrix, this.runtime.scratch >>> 3);
        return [other.pointer, this.runtime.scratch];
    }

    #hitAt(at: number): TriangleHit {
        const { u32, f64 } = this.runtime.wasm;
        return {
            triangle: u32[(at + layout.mesh_hit.triangle) >>> 2]!,
            t: f64[(at + layout.mesh_hit.t) >>> 3]!,
        };
    }
}
