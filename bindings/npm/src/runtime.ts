// SPDX-License-Identifier: MIT
// The one instance of halfspace.wasm that all levels share.
import { Loader, type InitOptions, type Instance } from "./instance.js";
import type { RuntimeExports } from "./exports.js";
import { ownModule } from "./own_files.js";

export { Handle, type InitOptions } from "./instance.js";

/** halfspace.wasm. */
export type Runtime = Instance<RuntimeExports>;

const loader = new Loader<RuntimeExports>(
    () => ownModule("halfspace.wasm", () => new URL("./halfspace.wasm", import.meta.url)),
    "init",
    "`await init()` or loadLevel()",
);

/**
 * Loads halfspace.wasm. loadLevel() does it by itself; call init() for shapes without a level, or to
 * say where the file is. A later call with the same address and the same maximum does nothing. A later
 * call with other settings counts for levels and shapes that are made after it; bytes, a Response or a
 * module that is not the present one are other settings. Those levels and shapes that were made before
 * stay as they are. A function that takes a level or a shape from before together with one from after
 * such a call throws.
 */
export async function init(options: InitOptions = {}): Promise<void> {
    return loader.load(options);
}

/** The runtime for new objects. */
export async function loadedRuntime(): Promise<Runtime> {
    return loader.loaded();
}

/** The same, without waiting. */
export function runtime(): Runtime {
    return loader.now();
}
