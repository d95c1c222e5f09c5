// SPDX-License-Identifier: MIT
// The one instance of halfspace_spatial.wasm that all octrees and BVHs share.
import { Loader, type InitOptions, type Instance } from "../instance.js";
import type { SpatialExports, Status } from "../exports.js";
import { ownModule } from "../own_files.js";

/** halfspace_spatial.wasm. */
export type Spatial = Instance<SpatialExports>;

const loader = new Loader<SpatialExports>(
    () =>
        ownModule(
            "halfspace_spatial.wasm",
            () => new URL("../halfspace_spatial.wasm", import.meta.url),
        ),
    "initSpatial",
    "`await initSpatial()`",
);

/**
 * Loads halfspace_spatial.wasm; call it before you make the first object of `halfspace/spatial`. The
 * options are those of init(). A later call with the same address and the same maximum does nothing.
 */
export async function initSpatial(options: InitOptions = {}): Promise<void> {
    return loader.load(options);
}

// Answers are copied at once, so all objects of an instance share the memory for them.
const answers = new WeakMap<Spatial, number>();

function answerOf(from: Spatial): number {
    let answer = answers.get(from);
    if (answer === undefined) {
        answer = from.wasm.exports.halfspace_new_answer();
        answers.set(from, answer);
    }
    return answer;
}

/** Within the scratch memory of an instance; arguments are before it. */
export const answerAt = 512;

/** The last arguments of a question: a halfspace_answer, and where its address and size go. */
type AnswerTo = [answer: number, to: number, size: number];

/** Asks a question. Its answer is at `first` until the next question, and has `count` elements. */
export function answered(
    from: Spatial,
    what: string,
    ask: (...to: AnswerTo) => Status,
): { first: number; count: number } {
    const to = from.scratch + answerAt;
    from.found(ask(answerOf(from), to, to + 4), what);
    const { u32 } = from.wasm;
    return { first: u32[to >>> 2]!, count: u32[(to + 4) >>> 2]! };
}

/** The same for an answer of numbers, `width` for each element. */
export function answeredNumbers(
    from: Spatial,
    what: string,
    ask: (...to: AnswerTo) => Status,
    width = 1,
): Uint32Array {
    const { first, count } = answered(from, what, ask);
    return from.wasm.u32.slice(first >>> 2, (first >>> 2) + width * count);
}

/** The instance for new objects. */
export function spatial(): Spatial {
    return loader.now();
}
