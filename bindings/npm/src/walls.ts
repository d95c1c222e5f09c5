// SPDX-License-Identifier: MIT
// The walls as a body meets them.
import { checkOptions, index, shown, word } from "./arguments.js";
import type { BodyWalls } from "./compiler.js";
import { Contents } from "./contents.js";
import { HalfspaceError } from "./error.js";
import {
    checkWork,
    compilerModule,
    inWorker,
    unlessAborted,
    type WorkOptions,
} from "./in_worker.js";
import { checkedLevel, type Level } from "./level.js";

export type { BodyWalls } from "./compiler.js";

/** Which walls. */
export interface WallOptions extends Omit<WorkOptions, "onProgress"> {
    /**
     * The contents that block: some of Contents.BodyBlockers, which is the default. No other contents,
     * such as water, are walls for a body.
     */
    mask?: number;
    /** The model, where the editor placed it. Default: 0, the world without its doors. */
    model?: number;
}

const wallOptions = ["mask", "signal", "wasm", "worker"] as const;

/**
 * The walls of a level as one of its bodies meets them: polygons that the body's position cannot pass.
 * space: the body, one that the level was compiled for. The walls do not depend on an eye, so one call
 * is enough for all pictures. The work is done in a worker of its own.
 */
export async function bodyWalls(
    level: Level,
    space: string | number,
    options: WallOptions = {},
): Promise<BodyWalls> {
    checkOptions(options, [...wallOptions, "model"], "bodyWalls");
    const { model = 0, ...rest } = options;
    index(model, checkedLevel(level).modelCount, "model");
    const [walls] = await wallsOf(level, space, [model], rest);
    return walls!;
}

/** The walls of several models, each as from bodyWalls(). One worker finds them all. */
export async function bodyWallsAll(
    level: Level,
    space: string | number,
    models: readonly number[],
    options: Omit<WallOptions, "model"> = {},
): Promise<BodyWalls[]> {
    checkOptions(options, wallOptions, "bodyWallsAll");
    if (!Array.isArray(models)) {
        throw new HalfspaceError(`models: expected an array of numbers, found ${shown(models)}`);
    }
    const { modelCount } = checkedLevel(level);
    const checked = Array.from(models, (model, i) => index(model, modelCount, `models[${i}]`));
    return wallsOf(level, space, checked, options);
}

async function wallsOf(
    level: Level,
    space: string | number,
    models: number[],
    options: Omit<WallOptions, "model">,
): Promise<BodyWalls[]> {
    checkWork(options);
    const { mask = Contents.BodyBlockers, signal, wasm } = options;
    if ((word(mask, "mask") & ~Contents.BodyBlockers) !== 0) {
        throw new HalfspaceError(
            `mask: expected some of Contents.BodyBlockers, found 0x${mask.toString(16)}`,
        );
    }
    const of = { space: level.space(space), mask, models };
    const bytes = level.bytes();
    const module = await unlessAborted(signal, () => compilerModule(wasm));
    return inWorker<BodyWalls[]>({ kind: "walls", module, level: bytes, of }, options);
}
