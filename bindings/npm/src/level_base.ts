// SPDX-License-Identifier: MIT
// What all questions share, whether they are about a level or about all that a game places.
import { index, groups, shown, type Point } from "./arguments.js";
import { readPoint } from "./memory.js";
import { HalfspaceError } from "./error.js";
import * as layout from "./layout.js";
import { Handle, type Runtime } from "./runtime.js";

/** A body that the level was compiled for: a box around its position. */
export interface Space {
    /** Its number; 0 is the point. */
    readonly index: number;
    readonly name: string;
    readonly min: Readonly<Point>;
    readonly max: Readonly<Point>;
}

// The scratch memory of the runtime, as questions use it. leave_out.ts has the second half.
/** Offsets in the scratch memory: two points, */
export const a = 0;
export const b = 24;
/** options of traces, */
export const traceOptionsAt = 48;
/** a placed shape, */
export const bodyAt = traceOptionsAt + layout.trace_options.size;
/** and results. */
export const result = bodyAt + layout.placed_shape.size;

/** The spaces of a level in memory. */
export function spacesOf(runtime: Runtime, level: number): Space[] {
    const { scratch, wasm } = runtime;
    return Array.from({ length: wasm.exports.halfspace_space_count(level) }, (_, space): Space => {
        runtime.found(
            wasm.exports.halfspace_space_box(level, space, scratch, scratch + 24),
            "spaces",
        );
        const name = wasm.text(wasm.exports.halfspace_space_name(level, space)) ?? "";
        const box = { min: readPoint(runtime, scratch), max: readPoint(runtime, scratch + 24) };
        return { index: space, name, ...box };
    });
}

/**
 * What is asked: a level, or a collision world.
 * How: the option that says what of it is asked.
 */
export abstract class Asked<How extends object> extends Handle {
    /** The bodies that the level was compiled for. */
    readonly spaces: readonly Space[];
    /** The number of models of the level; model 0 is the world. */
    readonly modelCount: number;
    readonly #spaceNumbers = new Map<string, number>();

    /** @internal */
    constructor(
        runtime: Runtime,
        pointer: number,
        what: string,
        free: (runtime: Runtime, pointer: number) => void,
        spaces: readonly Space[],
        modelCount: number,
    ) {
        super(runtime, pointer, what, free);
        this.spaces = spaces;
        this.modelCount = modelCount;
        spaces.forEach((space) => this.#spaceNumbers.set(space.name, space.index));
    }

    /** @internal The name of the option. */
    abstract readonly how: "model" | "without";
    /** @internal The collision world that is asked. */
    abstract worldOf(how: How): number;
    /** @internal What is left out of it; 0 for nothing. */
    abstract leftOutOf(how: How): number;

    /** The number of a space, by its name or its number. Throws if there is none. */
    space(space: string | number): number {
        if (typeof space === "number") {
            return index(space, this.spaces.length, "space");
        }
        const known = () => this.spaces.map((each) => `"${each.name}"`).join(", ");
        if (typeof space !== "string") {
            throw new HalfspaceError(
                `expected the name or the number of a body first, found ${shown(space)}; the level has ${known()}`,
            );
        }
        const number = this.#spaceNumbers.get(space);
        if (number === undefined) {
            throw new HalfspaceError(`the level has no body "${space}"; it has ${known()}`);
        }
        return number;
    }

    /** @internal */
    protected at() {
        this.pointer;
        return { runtime: this.runtime, wasm: this.runtime.wasm, at: this.runtime.scratch };
    }
}

/** A model of the level. */
export function checkedModel({ modelCount }: { modelCount: number }, model = 0): number {
    return index(model, modelCount, "model");
}

/** What is at `result` after a function that found something. */
export function flag(runtime: Runtime, status: number, what: string): boolean {
    runtime.found(status, what);
    return runtime.wasm.i32[(runtime.scratch + result) >>> 2] !== 0;
}

/** Asks about many groups of `width` numbers. An answer has `answerBytes` bytes. */
export function askAll<Answers>(
    runtime: Runtime,
    what: string,
    [name, values, width]: [name: string, values: ArrayLike<number>, width: number],
    answerBytes: number,
    ask: (at: number, count: number, answers: number) => number,
    read: (answers: number, count: number) => Answers,
): Answers {
    const { wasm } = runtime;
    const count = groups(values, width, name);
    const answers = 8 * width * count;
    return wasm.withMemory(answers + answerBytes * count, (at) => {
        wasm.f64.set(values, at >>> 3);
        runtime.found(ask(at, count, at + answers), what);
        return read(at + answers, count);
    });
}
