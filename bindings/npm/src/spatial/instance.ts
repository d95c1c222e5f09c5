// SPDX-License-Identifier: MIT
// The one instance of halfspace_spatial.wasm that all octrees and BVHs share.
import { Loader, type InitOptions, type Instance } from "../instance.js";
import type { SpatialExports } from "../exports.js";

/** halfspace_spatial.wasm. */
export type Spatial = Instance<SpatialExports>;

const loader = new Loader<SpatialExports>(
    () => new URL("../halfspace_spatial.wasm", import.meta.url),
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

/** The halfspace_answer of an instance. */
export function answerOf(from: Spatial): number {
    let answer = answers.get(from);
    if (answer === undefined) {
        answer = from.wasm.exports.halfspace_new_answer();
        answers.set(from, answer);
    }
    return answer;
}

/** The instance for new objects. */
export function spatial(): Spatial {
    return loader.now();
}
