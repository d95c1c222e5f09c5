// SPDX-License-Identifier: MIT
// A tree over the triangles of a mesh (include/halfspace/spatial/triangle_bvh.h), and two meshes
// (mesh_collide.h).
import { TOO_SMALL } from "../constants.js";
import { finite, groups, shown, type Point, type Vec3 } from "../arguments.js";
import { pointAt, writeVec3 } from "../memory.js";
import { HalfspaceError } from "../error.js";
import * as layout from "../layout.js";
import type { SpatialExports } from "../exports.js";
import { TriangleTree, type TriangleBvhOptions } from "../triangle_tree.js";
import { answerAt, answered, answeredNumbers, spatial } from "./instance.js";

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
export class TriangleBvh extends TriangleTree<SpatialExports> {
    /**
     * positions: x, y, z of each vertex; floats if it is a Float32Array, else doubles. index: three
     * vertices for each triangle; without it each three vertices are a triangle.
     */
    constructor(
        positions: ArrayLike<number>,
        index?: ArrayLike<number>,
        options: TriangleBvhOptions = {},
    ) {
        super(spatial(), positions, index, options, "TriangleBvh");
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
