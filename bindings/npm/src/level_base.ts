// SPDX-License-Identifier: MIT
// What all questions about a level share.
import {
    groups,
    index,
    readPoint,
    withPlacements,
    type Placement,
    type Point,
} from "./arguments.js";
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

/** What a question asks. */
export interface Where {
    /** The contents that block a body. Default: Contents.BodyBlockers. */
    mask?: number;
    /** One model, where the editor placed it. Default: 0, the world alone, without its doors. */
    model?: number;
    /** In place of `model`: the world together with models at their present places. */
    models?: readonly Placement[];
}

// The room of the runtime, as Level uses it.
/** Where points lie. */
export const a = 0;
export const b = 24;
/** Where options of traces lie. */
export const traceOptionsAt = 48;
/** Where a placed shape lies. */
export const bodyAt = traceOptionsAt + layout.trace_options.size;
/** Where results lie. */
export const result = bodyAt + layout.placed_shape.size;

function freeLevel({ wasm }: Runtime, level: number): void {
    wasm.exports.halfspace_free_level(level);
}

/** The bodies and models of a level, and how it is asked. */
export abstract class LevelBase extends Handle {
    /** The bodies that the level was compiled for. */
    readonly spaces: readonly Space[];
    /** The number of models; model 0 is the world. */
    readonly modelCount: number;
    readonly #spaceNumbers = new Map<string, number>();

    /** @internal */
    constructor(runtime: Runtime, pointer: number) {
        const { wasm } = runtime;
        super(runtime, pointer, "level", freeLevel);
        const { room } = runtime;
        this.modelCount = wasm.exports.halfspace_model_count(pointer);
        this.spaces = Array.from(
            { length: wasm.exports.halfspace_space_count(pointer) },
            (_, space): Space => {
                runtime.found(
                    wasm.exports.halfspace_space_box(pointer, space, room, room + 24),
                    "spaces",
                );
                const name = wasm.text(wasm.exports.halfspace_space_name(pointer, space)) ?? "";
                const box = { min: readPoint(runtime, room), max: readPoint(runtime, room + 24) };
                return { index: space, name, ...box };
            },
        );
        this.spaces.forEach((space) => this.#spaceNumbers.set(space.name, space.index));
    }

    /** The number of a space, by its name or its number. Throws if there is none. */
    space(space: string | number): number {
        if (typeof space !== "string") {
            return index(space, this.spaces.length, "space");
        }
        const number = this.#spaceNumbers.get(space);
        if (number === undefined) {
            const known = this.spaces.map((each) => `"${each.name}"`).join(", ");
            throw new HalfspaceError(`the level has no space "${space}"; it has ${known}`);
        }
        return number;
    }

    /** @internal */
    protected at() {
        this.pointer;
        return { runtime: this.runtime, wasm: this.runtime.wasm, at: this.runtime.room };
    }
}

/** A model of the level. */
export function checkedModel({ modelCount }: LevelBase, model = 0): number {
    return index(model, modelCount, "model");
}

/** What lies at `result` after a function that found something. */
export function flag({ runtime }: LevelBase, status: number, what: string): boolean {
    runtime.found(status, what);
    return runtime.wasm.i32[(runtime.room + result) >>> 2] !== 0;
}

/** A function of the runtime that returns a status. */
export type Ask = (...values: number[]) => number;

// Without placed models a question makes no array of values and no closure: these would cost as much
// as a short question. So the numbers stand one by one, and models have functions of their own.

/** The status of a question: alone() asks one model, together() the world and placed models. */
export function ask(
    level: LevelBase,
    where: Where,
    alone: Ask,
    together: Ask,
    v: number,
    w: number,
    x = 0,
    y = 0,
    z = 0,
): number {
    return where.models === undefined
        ? alone(level.pointer, checkedModel(level, where.model), v, w, x, y, z)
        : askWithModels(level, where, together, [v, w, x, y, z]);
}

function askWithModels(
    level: LevelBase,
    { model, models = [] }: Where,
    together: Ask,
    rest: number[],
): number {
    if (model !== undefined) {
        throw new HalfspaceError("expected the option model or models, found both");
    }
    return withPlacements(level.runtime, models, (placed) =>
        together(level.pointer, placed, models.length, ...rest),
    );
}

/**
 * The status of a motion of a body from `a` to `b`: alone() moves it through the world, together()
 * through the world and placed models.
 */
export function askMotion(
    level: LevelBase,
    models: readonly Placement[] | undefined,
    alone: Ask,
    together: Ask,
    body: number,
    options: number,
): number {
    const { room } = level.runtime;
    return models === undefined
        ? alone(level.pointer, body, room + a, room + b, options, room + result)
        : askMotionWithModels(level, models, together, body, options);
}

function askMotionWithModels(
    { runtime, pointer }: LevelBase,
    models: readonly Placement[],
    together: Ask,
    body: number,
    options: number,
): number {
    const { room } = runtime;
    const [from, to, contact] = [room + a, room + b, room + result];
    return withPlacements(runtime, models, (placed) =>
        together(pointer, body, from, to, placed, models.length, options, contact),
    );
}

/** Asks about many groups of `width` numbers. An answer has `answerBytes` bytes. */
export function askAll<Answers>(
    { runtime }: LevelBase,
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
