// SPDX-License-Identifier: MIT
// What a question leaves out.
import { NONE } from "./constants.js";
import { checkOptions, index, shown } from "./arguments.js";
import { HalfspaceError } from "./error.js";
import { leave_out } from "./layout.js";
import { type Runtime } from "./runtime.js";

/** What a question leaves out, such as the body that asks. At most 500 numbers in all. */
export interface LeaveOut {
    /** The ids of obstacles. */
    obstacles?: ArrayLike<number>;
    /** The numbers of models. */
    models?: ArrayLike<number>;
}

// The second half of the scratch memory.
const leaveOutAt = 2048;
const idsAt = leaveOutAt + leave_out.size;
const mostIds = 500;

function writeIds(runtime: Runtime, at: number, ids: ArrayLike<number>, what: string): void {
    if (typeof ids?.length !== "number" || ids.length > mostIds) {
        throw new HalfspaceError(
            `${what}: expected an array of at most ${mostIds} numbers, found ${shown(ids)}`,
        );
    }
    for (let i = 0; i < ids.length; ++i) {
        runtime.wasm.u32[(at >>> 2) + i] = index(ids[i]!, NONE, what);
    }
}

/** Writes what a question leaves out, and returns the pointer; 0 for nothing. */
export function writeLeaveOut(runtime: Runtime, without: LeaveOut | undefined): number {
    if (without === undefined) {
        return 0;
    }
    checkOptions(without, ["obstacles", "models"], "without");
    const { obstacles = [], models = [] } = without;
    const { u32 } = runtime.wasm;
    const at = runtime.scratch + leaveOutAt;
    const ids = runtime.scratch + idsAt;
    writeIds(runtime, ids, obstacles, "without.obstacles");
    const { length } = obstacles;
    if (length + models.length > mostIds) {
        throw new HalfspaceError(`without: expected at most ${mostIds} numbers in all`);
    }
    writeIds(runtime, ids + 4 * length, models, "without.models");
    u32[(at + leave_out.obstacles) >>> 2] = ids;
    u32[(at + leave_out.obstacle_count) >>> 2] = length;
    u32[(at + leave_out.models) >>> 2] = ids + 4 * length;
    u32[(at + leave_out.model_count) >>> 2] = models.length;
    return at;
}
