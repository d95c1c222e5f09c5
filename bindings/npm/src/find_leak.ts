// SPDX-License-Identifier: MIT
// Where a level leaks, found in the level without its source.
import { checkOptions } from "./arguments.js";
import type { Leak } from "./compiler.js";
import {
    checkWork,
    compilerModule,
    inWorker,
    unlessAborted,
    type WorkOptions,
} from "./in_worker.js";
import { checkedLevel, type Level } from "./level.js";

/**
 * The way from an entity to the outside of a level, as compileMap() tells it of the source; null if no
 * entity can reach the outside, and of a level without clusters. The work is done in a worker of its own;
 * for a level that knows what is visible, and is sealed therefore, there is none.
 */
export async function findLeak(
    level: Level,
    options: Omit<WorkOptions, "onProgress"> = {},
): Promise<Leak | null> {
    checkOptions(options, ["signal", "wasm", "worker"], "findLeak");
    checkWork(options);
    const { signal, wasm } = options;
    if (checkedLevel(level).hasVisibility || level.clusterCount === 0) {
        return null;
    }
    const bytes = level.bytes();
    const module = await unlessAborted(signal, () => compilerModule(wasm));
    const { leak } = await inWorker<{ leak: Leak | null }>(
        { kind: "leak", module, level: bytes },
        options,
    );
    return leak;
}
