// SPDX-License-Identifier: MIT
// Values of JavaScript as arguments in the memory of a module, and results back. Every writer checks
// its value.
import {
    checkObject,
    finite,
    index,
    shown,
    vec3,
    word,
    type Point,
    type Vec3,
} from "./arguments.js";
import { HalfspaceError } from "./error.js";
import type { Instance } from "./instance.js";
import { placement as placementLayout, placed_shape, trace_options } from "./layout.js";
import type { Runtime } from "./runtime.js";
import type { BaseExports } from "./wasm.js";

/** Writes three finite numbers at a multiple of 8. */
export function writeVec3(
    runtime: Instance<BaseExports>,
    at: number,
    v: Vec3,
    what: string,
    part?: string,
): void {
    vec3(v, what, part);
    const { f64 } = runtime.wasm;
    const i = at >>> 3;
    f64[i] = v[0]!;
    f64[i + 1] = v[1]!;
    f64[i + 2] = v[2]!;
}

/** The point at an offset in bytes. */
export function pointAt(memory: Float64Array, offset: number): Point {
    const i = offset >>> 3;
    return [memory[i]!, memory[i + 1]!, memory[i + 2]!];
}

export function readPoint(runtime: Runtime, at: number): Point {
    return pointAt(runtime.wasm.f64, at);
}

/**
 * Where something is. A point p of the model or shape is now at
 * x * p.x + y * p.y + z * p.z + translation. x, y and z have length 1, are perpendicular and
 * right-handed. What is left out is as at rest.
 */
export interface Place {
    x?: Vec3;
    y?: Vec3;
    z?: Vec3;
    translation?: Vec3;
}

/** A model of the level, such as a door, and where it is. */
export interface Placement extends Place {
    /** The number of the model, from 1 on; Entity.model. */
    model: number;
}

const xAxis: Point = [1, 0, 0];
const yAxis: Point = [0, 1, 0];
const zAxis: Point = [0, 0, 1];
const origin: Point = [0, 0, 0];

export function writePlacement(
    runtime: Runtime,
    at: number,
    place: Place,
    model: number,
    what: string,
): void {
    checkObject(place, what);
    const layout = placementLayout;
    runtime.wasm.u32[(at + layout.model) >>> 2] = index(model, 2 ** 32, what, ".model");
    writeVec3(runtime, at + layout.x, place.x ?? xAxis, what, ".x");
    writeVec3(runtime, at + layout.y, place.y ?? yAxis, what, ".y");
    writeVec3(runtime, at + layout.z, place.z ?? zAxis, what, ".z");
    writeVec3(runtime, at + layout.translation, place.translation ?? origin, what, ".translation");
}

/** Writes a placement of a model of the level. */
export function writePlacedModel(
    runtime: Runtime,
    at: number,
    placement: Placement,
    what: string,
): void {
    checkObject(placement, what);
    writePlacement(runtime, at, placement, placement.model, what);
}

/** How a body is moved until it touches something. */
export interface TraceOptions {
    /** The contents that block. Default: Contents.BodyBlockers. */
    mask?: number;
    /** The distance between the body at rest and the touched surface. Default: 1/32 unit. */
    skin?: number;
    /** How much shorter than necessary rounding may make a motion. */
    hair?: number;
}

/** Writes the options, and returns the pointer; 0 where all are the defaults. */
export function writeTraceOptions(runtime: Runtime, at: number, options: TraceOptions): number {
    if (options.mask === undefined && options.skin === undefined && options.hair === undefined) {
        return 0;
    }
    const { wasm } = runtime;
    wasm.exports.halfspace_default_trace_options(at);
    if (options.mask !== undefined) {
        wasm.u32[(at + trace_options.mask) >>> 2] = word(options.mask, "mask");
    }
    if (options.skin !== undefined) {
        wasm.f64[(at + trace_options.skin) >>> 3] = finite(options.skin, "skin");
    }
    if (options.hair !== undefined) {
        wasm.f64[(at + trace_options.hair) >>> 3] = finite(options.hair, "hair");
    }
    return at;
}

interface ShapeOfRuntime {
    readonly what: string;
    readonly pointer: number;
    readonly runtime: Runtime;
}

/** The shape that `placed` must have. */
export function shapeOf(placed: { shape: ShapeOfRuntime }, what: string): ShapeOfRuntime {
    if (placed?.shape?.what !== "shape") {
        throw new HalfspaceError(`${what}: expected { shape: Shape }, found ${shown(placed)}`);
    }
    return placed.shape;
}

/** The pointer of this shape. */
export function shapePointer(
    runtime: Runtime,
    placed: { shape: ShapeOfRuntime },
    what: string,
): number {
    const shape = shapeOf(placed, what);
    const { pointer } = shape;
    if (shape.runtime !== runtime) {
        throw new HalfspaceError(
            `${what}: init() was called after this shape was made and before what it meets was made, or the reverse; make both after the call`,
        );
    }
    return pointer;
}

/** Writes a halfspace_placed_shape. */
export function writePlacedShape(
    runtime: Runtime,
    at: number,
    placed: { shape: ShapeOfRuntime } & Place,
    what: string,
): void {
    runtime.wasm.u32[(at + placed_shape.shape) >>> 2] = shapePointer(runtime, placed, what);
    writePlacement(runtime, at + placed_shape.placement, placed, 0, what);
}
