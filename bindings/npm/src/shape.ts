// SPDX-License-Identifier: MIT
// Convex shapes, and how they meet each other.
import { checkObject, finite, groups, type Point, type Vec3 } from "./arguments.js";
import { readPoint, shapeOf, writePlacedShape, writeVec3, type Place } from "./memory.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { Handle, runtime, type Runtime } from "./runtime.js";

function freeShape({ wasm }: Runtime, shape: number): void {
    wasm.exports.halfspace_free_shape(shape);
}

/** A convex shape, which never changes. Sizes are from 0 to 2^22. */
export class Shape extends Handle {
    private constructor(from: Runtime, pointer: number, what: string) {
        if (pointer === 0) {
            throw new HalfspaceError(`${what}: expected sizes from 0 to 4194304`);
        }
        super(from, pointer, "shape", freeShape);
    }

    /** half: half of the size along each axis. */
    static box(half: Vec3): Shape {
        const from = runtime();
        writeVec3(from, from.scratch, half, "half");
        return new Shape(from, from.wasm.exports.halfspace_new_box(from.scratch), "Shape.box");
    }

    static sphere(radius: number): Shape {
        const from = runtime();
        return new Shape(
            from,
            from.wasm.exports.halfspace_new_sphere(finite(radius, "radius")),
            "Shape.sphere",
        );
    }

    /** Stands along z from -halfHeight to halfHeight, with half balls beyond. */
    static capsule(halfHeight: number, radius: number): Shape {
        const from = runtime();
        const pointer = from.wasm.exports.halfspace_new_capsule(
            finite(halfHeight, "halfHeight"),
            finite(radius, "radius"),
        );
        return new Shape(from, pointer, "Shape.capsule");
    }

    /** Stands along z from -halfHeight to halfHeight. */
    static cylinder(halfHeight: number, radius: number): Shape {
        const from = runtime();
        const pointer = from.wasm.exports.halfspace_new_cylinder(
            finite(halfHeight, "halfHeight"),
            finite(radius, "radius"),
        );
        return new Shape(from, pointer, "Shape.cylinder");
    }

    /** The convex hull of points: x, y, z of each. */
    static hull(points: ArrayLike<number>): Shape {
        const from = runtime();
        const count = groups(points, 3, "Shape.hull");
        return from.wasm.withMemory(points.length * 8, (at) => {
            from.wasm.f64.set(points, at >>> 3);
            return new Shape(from, from.wasm.exports.halfspace_new_hull(at, count), "Shape.hull");
        });
    }
}

/** A shape and where it is. */
export interface PlacedShape extends Place {
    shape: Shape;
}

const scratchForB = layout.placed_shape.size;
const scratchForMotion = 2 * layout.placed_shape.size;
const scratchForResult = scratchForMotion + 24;

/** Writes both shapes, and calls use(a, b, result). */
function ask<Result>(
    a: PlacedShape,
    b: PlacedShape,
    use: (from: Runtime, a: number, b: number, result: number) => Result,
): Result {
    const { runtime: from } = shapeOf(a, "a");
    writePlacedShape(from, from.scratch, a, "a");
    writePlacedShape(from, from.scratch + scratchForB, b, "b");
    return use(from, from.scratch, from.scratch + scratchForB, from.scratch + scratchForResult);
}

/** Whether the shapes overlap. */
export function shapesOverlap(a: PlacedShape, b: PlacedShape): boolean {
    return ask(a, b, (from, pointerA, pointerB, result) => {
        const status = from.wasm.exports.halfspace_shapes_overlap(pointerA, pointerB, result);
        from.found(status, "shapesOverlap");
        return from.wasm.i32[result >>> 2] !== 0;
    });
}

/** How two shapes overlap. */
export interface Penetration {
    /** a moved by normal * depth does not overlap b any more. */
    depth: number;
    /** From b to a, of length 1. */
    normal: Point;
    /** In both shapes. */
    point: Point;
    /** The least depth of all directions is at least depth - error. */
    error: number;
}

/** How deep the shapes overlap: the least depth; null if they do not. */
export function shapesPenetration(a: PlacedShape, b: PlacedShape): Penetration | null {
    return ask(a, b, (from, pointerA, pointerB, result) => {
        const status = from.wasm.exports.halfspace_shapes_penetration(pointerA, pointerB, result);
        return from.found(status, "shapesPenetration")
            ? {
                  depth: from.wasm.f64[(result + layout.penetration.depth) >>> 3]!,
                  normal: readPoint(from, result + layout.penetration.normal),
                  point: readPoint(from, result + layout.penetration.point),
                  error: from.wasm.f64[(result + layout.penetration.error) >>> 3]!,
              }
            : null;
    });
}

/** How far two shapes are apart. */
export interface Distance {
    /** 0 if they touch or overlap. */
    distance: number;
    /** They are at least distance - error apart. */
    error: number;
    /** The nearest point of a. */
    pointA: Point;
    /** The nearest point of b. */
    pointB: Point;
    /** From b to a, of length 1; zero if no direction parts them. */
    normal: Point;
}

/** How far the shapes are apart. */
export function shapesDistance(a: PlacedShape, b: PlacedShape): Distance {
    return ask(a, b, (from, pointerA, pointerB, result) => {
        const status = from.wasm.exports.halfspace_shapes_distance(pointerA, pointerB, result);
        from.found(status, "shapesDistance");
        const at = layout.distance;
        return {
            distance: from.wasm.f64[(result + at.distance) >>> 3]!,
            error: from.wasm.f64[(result + at.error) >>> 3]!,
            pointA: readPoint(from, result + at.point_a),
            pointB: readPoint(from, result + at.point_b),
            normal: readPoint(from, result + at.normal),
        };
    });
}

/** Where a moving shape meets another. */
export interface TimeOfImpact {
    /** How much of the motion is done at the touch, from 0 to 1. */
    fraction: number;
    /** The distance of the shapes there; negative: how deep they overlap. */
    distance: number;
    /** From b to a, of length 1. */
    normal: Point;
    /** Of b, nearest to a. */
    point: Point;
}

/**
 * Where a meets b if a moves by `motion` without turning; null if they do not meet.
 * tolerance: how near counts as touching, above 0.
 */
export function shapesTimeOfImpact(
    a: PlacedShape,
    b: PlacedShape,
    motion: Vec3,
    tolerance = 1 / 1024,
): TimeOfImpact | null {
    return ask(a, b, (from, pointerA, pointerB, result) => {
        const motionAt = from.scratch + scratchForMotion;
        writeVec3(from, motionAt, motion, "motion");
        const status = from.wasm.exports.halfspace_shapes_time_of_impact(
            pointerA,
            pointerB,
            motionAt,
            finite(tolerance, "tolerance"),
            result,
        );
        const at = layout.time_of_impact;
        return from.found(status, "shapesTimeOfImpact")
            ? {
                  fraction: from.wasm.f64[(result + at.fraction) >>> 3]!,
                  distance: from.wasm.f64[(result + at.distance) >>> 3]!,
                  normal: readPoint(from, result + at.normal),
                  point: readPoint(from, result + at.point),
              }
            : null;
    });
}

/** A point where two shapes touch. */
export interface ContactPoint {
    /** Half way between the surfaces. */
    point: Point;
    /** How deep they overlap there; negative is a gap. */
    depth: number;
}

/**
 * Where two shapes touch, in one to four points. penetration: of shapesPenetration. faceDepth: what is
 * less deep than the farthest point by at most this much belongs to a face.
 */
export function contactPoints(
    a: PlacedShape,
    b: PlacedShape,
    penetration: Omit<Penetration, "error">,
    faceDepth = 0.25,
): ContactPoint[] {
    return ask(a, b, (from, pointerA, pointerB, result) => {
        const { wasm } = from;
        checkObject(penetration, "penetration");
        wasm.f64[(result + layout.penetration.depth) >>> 3] = finite(
            penetration.depth,
            "penetration.depth",
        );
        writeVec3(
            from,
            result + layout.penetration.normal,
            penetration.normal,
            "penetration.normal",
        );
        writeVec3(from, result + layout.penetration.point, penetration.point, "penetration.point");
        const points = result + layout.penetration.size;
        const count = points + 4 * layout.contact_point.size;
        const status = wasm.exports.halfspace_contact_points(
            pointerA,
            pointerB,
            result,
            finite(faceDepth, "faceDepth"),
            points,
            count,
        );
        from.found(status, "contactPoints");
        return Array.from({ length: wasm.u32[count >>> 2]! }, (_, i) => {
            const at = points + i * layout.contact_point.size;
            return {
                point: readPoint(from, at + layout.contact_point.point),
                depth: wasm.f64[(at + layout.contact_point.depth) >>> 3]!,
            };
        });
    });
}
