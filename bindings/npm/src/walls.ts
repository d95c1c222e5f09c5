// SPDX-License-Identifier: MIT
// The walls as a body meets them.
import { checkOptions, index, word } from "./arguments.js";
import type { BodyWalls } from "./compiler.js";
import { Contents } from "./contents.js";
import { HalfspaceError } from "./error.js";
import { compilerModule, inWorker, type WorkOptions } from "./in_worker.js";
import { checkedLevel, type Level } from "./level.js";

export type { BodyWalls } from "./compiler.js";

/** Which walls. */
export interface WallOptions extends Omit<WorkOptions, "onProgress"> {
    /**
     * The contents that block: some of Contents.BodyBlockers, which is the default. No other contents,
     * such as water, are walls for a body.
     */
    mask?: number;
    /** Default: 0, the world. */
    model?: number;
}

/**
 * Finds the walls where they stop the position of a body that the level was compiled for. They are
 * found in a worker of its own, once; then they can be drawn from anywhere.
 */
export async function bodyWalls(
    level: Level,
    space: string | number,
    options: WallOptions = {},
): Promise<BodyWalls> {
    checkOptions(options, ["mask", "model", "signal", "wasm"], "bodyWalls");
    const { mask = Contents.BodyBlockers, model = 0, signal, wasm } = options;
    signal?.throwIfAborted();
    if ((word(mask, "mask") & ~Contents.BodyBlockers) !== 0) {
        throw new HalfspaceError(
            `mask: expected some of Contents.BodyBlockers, found 0x${mask.toString(16)}`,
        );
    }
    const of = {
        space: checkedLevel(level).space(space),
        mask,
        model: index(model, level.modelCount, "model"),
    };
    const bytes = level.bytes();
    const compiler = await compilerModule(wasm);
    const request = { kind: "walls", module: compiler, level: bytes, of } as const;
    return inWorker<BodyWalls>(request, options);
}
