// SPDX-License-Identifier: MIT
// Values of JavaScript as arguments in the memory of the runtime, and results back. Every writer
// checks its value, so that a mistake has a message with a name.
import { HalfspaceError } from "./error.js";
import { placement as placementLayout, placed_shape, trace_options } from "./layout.js";
import type { Instance } from "./instance.js";
import type { Runtime } from "./runtime.js";
import type { BaseExports } from "./wasm.js";

/** Three numbers, as functions take them: an array, a Float64Array, [x, y, z]. */
export type Vec3 = ArrayLike<number>;

/** Three numbers, as functions return them. */
export type Point = [x: number, y: number, z: number];

function shownItem(value: unknown): string {
    if (typeof value === "object" && value !== null) {
        return "an object";
    }
    if (typeof value === "function") {
        return "a function";
    }
    if (typeof value === "bigint") {
        return `${value}n`;
    }
    return typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : String(value);
}

/** A value in the text of an error. */
export function shown(value: unknown): string {
    return Array.isArray(value) || ArrayBuffer.isView(value)
        ? `[${Array.from(value as unknown as ArrayLike<unknown>, shownItem)
              .slice(0, 6)
              .join(", ")}]`
        : shownItem(value);
}

/** An object, where JavaScript may pass null or a number. */
export function checkObject(value: unknown, what: string): void {
    if (typeof value !== "object" || value === null) {
        throw new HalfspaceError(`${what}: expected an object, found ${shown(value)}`);
    }
}

/** Options of a function: an object with no other names. No option is null. */
export function checkOptions<Options extends object>(
    options: Options,
    names: readonly (keyof Options & string)[],
    what: string,
): void {
    checkObject(options, what);
    if (Array.isArray(options)) {
        throw new HalfspaceError(`${what}: expected an object with options, found an array`);
    }
    for (const name in options) {
        if (options[name] !== undefined && !names.includes(name)) {
            throw new HalfspaceError(
                `${what}: there is no option ${name}; there are ${names.join(", ")}`,
            );
        }
        if (options[name] === null) {
            throw new HalfspaceError(
                `${what}: ${name} is null, where a value is expected; leave ${name} out for its default`,
            );
        }
    }
}

/** A text. */
export function text(value: string, what: string): string {
    if (typeof value !== "string") {
        throw new HalfspaceError(`${what}: expected a text, found ${shown(value)}`);
    }
    return value;
}

/** One of these texts. */
export function oneOf<Text extends string>(
    value: Text,
    texts: readonly Text[],
    what: string,
): Text {
    if (!texts.includes(value)) {
        const all = texts.map((each) => JSON.stringify(each)).join(" or ");
        throw new HalfspaceError(`${what}: expected ${all}, found ${shown(value)}`);
    }
    return value;
}

/** A function that may be left out. */
export function checkFunction(value: unknown, what: string): void {
    if (value !== undefined && typeof value !== "function") {
        throw new HalfspaceError(`${what}: expected a function, found ${shown(value)}`);
    }
}

/** True or false. */
export function trueOrFalse(value: boolean, what: string): boolean {
    if (typeof value !== "boolean") {
        throw new HalfspaceError(`${what}: expected true or false, found ${shown(value)}`);
    }
    return value;
}

/** Three finite numbers. The text of an error names `what` and then `part`. */
export function vec3(v: Vec3, what: string, part = ""): Vec3 {
    if (
        v?.length !== 3 ||
        !Number.isFinite(v[0]) ||
        !Number.isFinite(v[1]) ||
        !Number.isFinite(v[2])
    ) {
        const hint =
            typeof (v as unknown as { x: unknown } | null)?.x === "number"
                ? " with x, y, z; of a Vector3 fromThree() of halfspace/three makes [x, y, z] of the level"
                : "";
        throw new HalfspaceError(
            `${what}${part}: expected [x, y, z], three finite numbers, found ${shown(v)}${hint}`,
        );
    }
    return v;
}

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

/** A finite number. */
export function finite(value: number, what: string): number {
    if (!Number.isFinite(value)) {
        throw new HalfspaceError(`${what}: expected a finite number, found ${shown(value)}`);
    }
    return value;
}

/** A finite number above 0. */
export function positive(value: number, what: string): number {
    if (!(finite(value, what) > 0)) {
        throw new HalfspaceError(`${what}: expected a number above 0, found ${value}`);
    }
    return value;
}

/** A whole number from 0 to `count` - 1. */
export function index(value: number, count: number, what: string, part = ""): number {
    if (!Number.isInteger(value) || value < 0 || value >= count) {
        throw new HalfspaceError(
            `${what}${part}: expected a whole number from 0 to ${count - 1}, found ${shown(value)}`,
        );
    }
    return value;
}

/** Bits of Contents, or a number that stands for something. */
export function word(value: number, what: string): number {
    return index(value, 2 ** 32, what);
}

/** An array of objects. */
export function list<Item extends object>(values: readonly Item[], what: string): readonly Item[] {
    if (!Array.isArray(values)) {
        throw new HalfspaceError(`${what}: expected an array, found ${shown(values)}`);
    }
    // forEach() would leave out holes.
    for (let i = 0; i < values.length; ++i) {
        checkObject(values[i], `${what}[${i}]`);
    }
    return values;
}

/** How many groups of `width` numbers the array holds. All numbers must be finite. */
export function groups(values: ArrayLike<number>, width: number, what: string): number {
    const length: unknown = values?.length;
    if (
        typeof length !== "number" ||
        values instanceof BigInt64Array ||
        values instanceof BigUint64Array
    ) {
        throw new HalfspaceError(`${what}: expected an array of numbers, found ${shown(values)}`);
    }
    if (!Number.isInteger(length / width) || length < 0) {
        throw new HalfspaceError(
            `${what}: expected ${width} numbers for each, found ${length} in all`,
        );
    }
    for (let i = 0; i < values.length; ++i) {
        if (!Number.isFinite(values[i])) {
            throw new HalfspaceError(`${what}: number ${i} is ${shown(values[i])}, not finite`);
        }
    }
    return values.length / width;
}

/**
 * Where something stands. A point p of the model or shape is now at
 * x * p.x + y * p.y + z * p.z + translation. x, y and z have length 1, are perpendicular and
 * right-handed. What is left out is as at rest.
 */
export interface Place {
    x?: Vec3;
    y?: Vec3;
    z?: Vec3;
    translation?: Vec3;
}

/** A model of the level, such as a door, and where it stands. */
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
