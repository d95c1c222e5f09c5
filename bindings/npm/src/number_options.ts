// SPDX-License-Identifier: MIT
// Options that are numbers, from JavaScript to structs of the interface for C: walkSpeed is the field
// walk_speed.
import { finite } from "./arguments.js";
import type { Runtime } from "./runtime.js";

/** An option, and the offset of its field in the struct. */
export interface NumberOption<Options> {
    readonly name: keyof Options & string;
    readonly offset: number;
}

/** The fields of a struct that are doubles; others: the names of all other fields. */
export function numberOptions<Options>(
    fields: Record<string, number>,
    others: readonly string[],
): NumberOption<Options>[] {
    return Object.entries(fields)
        .filter(([name]) => name !== "size" && !others.includes(name))
        .map(([name, offset]) => ({
            name: name.replace(/_./g, (match) => match[1]!.toUpperCase()) as keyof Options & string,
            offset,
        }));
}

/** Writes those options to the struct that are given. */
export function writeNumbers<Options>(
    { wasm }: Runtime,
    at: number,
    numbers: readonly NumberOption<Options>[],
    options: Options,
    checked: (value: number, name: string) => number = finite,
): void {
    for (const { name, offset } of numbers) {
        const value = options[name] as number | undefined;
        if (value !== undefined) {
            wasm.f64[(at + offset) >>> 3] = checked(value, name);
        }
    }
}
