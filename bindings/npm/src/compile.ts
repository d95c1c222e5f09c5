// SPDX-License-Identifier: MIT
// Levels from sources, compiled in a worker.
import { checkOptions } from "./arguments.js";
import type { CompiledMap, CompileSettings } from "./compiler.js";
import { compilerModule, inWorker, type WorkOptions } from "./in_worker.js";
import { bytesOf, type LevelSource } from "./level.js";

export type { Body, CompiledMap, CompileSettings } from "./compiler.js";

const settings = [
    "name",
    "gridExponent",
    "bodies",
    "facetTolerance",
    "skipBadBrushes",
    "verify",
] as const;

/** How a level is compiled, and who watches. */
export interface CompileOptions extends CompileSettings, WorkOptions {}

/**
 * Compiles a level in a worker of its own: the text of a .map or .grid, or the bytes of a .bsp. The
 * bytes are the same as those of the command line and of every other machine.
 *
 *     const { bytes, warnings } = await compileMap(text, { name: "keep.map" });
 *     const level = await loadLevel(bytes);
 *
 * Errors name the line. A string is the source itself; fetch an address with a URL or a Response.
 */
export async function compileMap(
    source: LevelSource,
    options: CompileOptions = {},
): Promise<CompiledMap> {
    checkOptions(options, [...settings, "onProgress", "signal", "wasm"], "compileMap");
    const { onProgress, signal, wasm, ...how } = options;
    signal?.throwIfAborted();
    const bytes =
        typeof source === "string" ? new TextEncoder().encode(source) : await bytesOf(source);
    const request = {
        kind: "compile",
        module: await compilerModule(wasm),
        source: bytes,
        how,
    } as const;
    return inWorker<CompiledMap>(request, options);
}
