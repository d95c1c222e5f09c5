// SPDX-License-Identifier: MIT
// Traps and full stacks of WebAssembly, with a small module that has what each module exports.
import { HalfspaceError } from "halfspace";
import { expect, test } from "vitest";
import { Wasm, type BaseExports } from "../../../bindings/npm/dist/wasm.js";

interface Exports extends BaseExports {
    trap(): void;
    recurse(): void;
    ask(): void;
}

// Bytes with their number before them.
function sized(...bytes: number[]): number[] {
    return [bytes.length, ...bytes];
}

function named(name: string, ...rest: number[]): number[] {
    return [...sized(...new TextEncoder().encode(name)), ...rest];
}

const end = 0x0b;
// For each function its type (0: no parameter, 1: from i32 to i32, 2: from i32) and its code.
const functions: Record<string, [type: number, ...code: number[]]> = {
    _initialize: [0, end],
    allocate: [1, 0x41, 16, end], // i32.const 16
    release: [2, end],
    trap: [0, 0x00, end], // unreachable
    recurse: [0, 0x10, 5, end], // call recurse: function 0 is the import
    ask: [0, 0x10, 0, end], // calls the import
};
const types = [0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 1, 0x7f, 0];
const imported = [
    ...[...named("env"), ...named("memory", 2, 0, 1)],
    ...[...named("halfspace"), ...named("host", 0, 0)],
];
const all = Object.entries(functions);
const count = all.length;
const module = new WebAssembly.Module(
    Uint8Array.of(
        ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
        ...[1, ...sized(3, ...types)],
        ...[2, ...sized(2, ...imported)],
        ...[3, ...sized(count, ...all.map(([, [type]]) => type))],
        ...[7, ...sized(count, ...all.flatMap(([name], i) => named(name, 0, i + 1)))],
        ...[10, ...sized(count, ...all.flatMap(([, [, ...code]]) => sized(0, ...code)))],
    ),
);

function start(host: () => void = () => {}): Promise<Wasm<Exports>> {
    return Wasm.create<Exports>(module, undefined, { host });
}

function errorOf(act: () => unknown): Error {
    try {
        act();
    } catch (error) {
        return error as Error;
    }
    throw new Error("there was no error");
}

test.each([
    ["a trap", "trap", /unreachable/],
    ["a full stack", "recurse", /call stack/],
] as const)(
    "after %s, every later call says why the module cannot be used",
    async (_, name, reason) => {
        const wasm = await start();
        const first = errorOf(() => wasm.exports[name]());
        expect(first).toBeInstanceOf(HalfspaceError);
        expect(first.message).toMatch(reason);
        expect(first.cause).toBeInstanceOf(Error);
        expect(wasm.broken).toMatch(reason);
        for (const call of [() => wasm.exports.ask(), () => wasm.allocate(8)]) {
            const later = errorOf(call);
            expect(later).toBeInstanceOf(HalfspaceError);
            expect(later.message).toMatch(/no longer be used/);
            expect(later.message).toMatch(reason);
        }
    },
);

test("errors of JavaScript around a call and within it leave the module as it is", async () => {
    const mistake = new RangeError("a mistake in JavaScript");
    const fail = () => {
        throw mistake;
    };
    const deep = (): void => deep();
    const wasm = await start(fail);
    expect(errorOf(() => wasm.exports.ask())).toBe(mistake);
    expect(errorOf(() => wasm.withMemory(8, fail))).toBe(mistake);
    expect(errorOf(() => wasm.withMemory(8, deep))).toBeInstanceOf(RangeError);
    expect(wasm.broken).toBe("");
    expect(wasm.allocate(8)).toBe(16);
});
