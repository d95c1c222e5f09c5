// SPDX-License-Identifier: MIT
// Numbers that the package repeats from the headers for C.
import { Contents } from "halfspace";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { objectFlags } from "../../../bindings/npm/dist/compiler.js";
import { orderCode } from "../../../bindings/npm/dist/frustum.js";
import { buttonBits, crouchedFlag, modes, problems } from "../../../bindings/npm/dist/mover.js";
import { doorModes } from "../../../bindings/npm/dist/three/doors.js";
import { Code, none } from "../../../bindings/npm/dist/runtime.js";

const folder = new URL("../../../bindings/c/", import.meta.url);
const headers = readdirSync(folder)
    .filter((name) => /^halfspace.*\.h$/.test(name))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");

/** The values of HALFSPACE_NAME, by NAME, whose text matches. */
function defined(text: RegExp): Record<string, number> {
    const all = headers.matchAll(/^#define HALFSPACE_(\w+) (\w+)/gm);
    return Object.fromEntries(
        [...all]
            .filter(([, , value]) => text.test(value))
            .map(([, name, value]) => [name, Number(value.replace(/u$/, ""))]),
    );
}

/** "bad state" and "BadState" are BAD_STATE. */
function upper(name: string): string {
    return name.replace(/(?<=[a-z])(?=[A-Z])| /g, "_").toUpperCase();
}

/** The number of each name, with the name as C has it. */
function named(numbers: Record<string, number>, prefix = ""): Record<string, number> {
    return Object.fromEntries(
        Object.entries(numbers).map(([name, number]) => [prefix + upper(name), number]),
    );
}

test("Contents has all contents of halfspace.h", () => {
    const { Empty, ...contents } = Contents;
    expect(Empty).toBe(0);
    expect(named(contents)).toEqual(defined(/^0x[0-9a-f]{4}u$/));
});

test("codes, modes, problems, buttons, flags and orders are those of the headers", () => {
    const numbers = {
        ...named(Code),
        ...named(Object.fromEntries(modes.map((mode, i) => [mode, i])), "MOVER_"),
        ...named(Object.fromEntries(problems.map((name, i) => [name || "fine", i])), "MOVER_"),
        JUMP_BUTTON: buttonBits.jump,
        CROUCH_BUTTON: buttonBits.crouch,
        MOVER_CROUCHED: crouchedFlag,
        ...named(Object.fromEntries(doorModes.map((mode, i) => [mode, i])), "DOOR_"),
        ...named(objectFlags, "OBJECT_"),
        BACK_TO_FRONT: orderCode("back-to-front"),
        FRONT_TO_BACK: orderCode("front-to-back"),
        NONE: none,
    };
    expect(Object.keys(numbers).length).toBe(4 + 4 + 4 + 2 + 1 + 4 + 2 + 2 + 1);
    expect(defined(/^(\d+|0xffffffffu)$/)).toMatchObject(numbers);
});
