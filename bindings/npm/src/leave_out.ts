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
    /** The ids of meshes. */
    meshes?: ArrayLike<number>;
}

// The second half of the scratch memory.
const leaveOutAt = 2048;
const idsAt = leaveOutAt + leave_out.size;
const mostIds = 500;

function writeIds(
    runtime: Runtime,
    at: number,
    ids: ArrayLike<number>,
    most: number,
    what: string,
): void {
    if (typeof ids?.length !== "number") {
        throw new HalfspaceError(`${what}: expected an array of numbers, found ${shown(ids)}`);
    }
    if (ids.length > most) {
        throw new HalfspaceError(
            `${what}: expected at most ${mostIds} numbers in all, found ${mostIds - most + ids.length}`,
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
    checkOptions(without, ["obstacles", "models", "meshes"], "without");
    const { u32 } = runtime.wasm;
    const at = runtime.scratch + leaveOutAt;
    let count = 0;
    const write = (kind: keyof LeaveOut, ids: number, counts: number): void => {
        const given = without[kind] ?? [];
        const to = runtime.scratch + idsAt + 4 * count;
        writeIds(runtime, to, given, mostIds - count, `without.${kind}`);
        u32[(at + ids) >>> 2] = to;
        u32[(at + counts) >>> 2] = given.length;
        count += given.length;
    };
    write("obstacles", leave_out.obstacles, leave_out.obstacle_count);
    write("models", leave_out.models, leave_out.model_count);
    write("meshes", leave_out.meshes, leave_out.mesh_count);
    return at;
}
