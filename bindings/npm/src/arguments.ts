// SPDX-License-Identifier: MIT
// Checks of what callers give, so that a mistake has a message with a name.
import { HalfspaceError } from "./error.js";

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

/** The beginning of a long text, in one line, for the text of an error. */
export function cut(text: string): string {
    const line = text.replace(/\s+/g, " ");
    return line.length > 200 ? `${line.slice(0, 200)}…` : line;
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
        const all = texts.map((each) => JSON.stringify(each)).join(" or ") || "nothing";
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

/** Bits of Contents, or a number that means something. */
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
