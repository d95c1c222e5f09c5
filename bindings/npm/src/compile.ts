// SPDX-License-Identifier: MIT
// Levels from sources, compiled in a worker.
import { checkOptions, finite, index, list, text, trueOrFalse, vec3 } from "./arguments.js";
import type { Body, CompiledMap, CompileSettings } from "./compiler.js";
import { checkWork, compilerModule, inWorker, workOptions, type WorkOptions } from "./in_worker.js";
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

// Only names and numbers are sent to the worker: an object of the caller may hold functions.
function checkedBody({ name, min, max }: Body, what: string): Body {
    return {
        name: text(name, `${what}.name`),
        min: Array.from(vec3(min, `${what}.min`)),
        max: Array.from(vec3(max, `${what}.max`)),
    };
}

function checkedSettings(how: CompileSettings): CompileSettings {
    const { name, gridExponent, bodies, facetTolerance, skipBadBrushes, verify } = how;
    return {
        ...(name !== undefined && { name: text(name, "name") }),
        ...(gridExponent !== undefined && {
            gridExponent: index(gridExponent, 11, "gridExponent"),
        }),
        ...(bodies !== undefined && {
            bodies: list(bodies, "bodies").map((body, i) => checkedBody(body, `bodies[${i}]`)),
        }),
        ...(facetTolerance !== undefined && {
            facetTolerance: finite(facetTolerance, "facetTolerance"),
        }),
        ...(skipBadBrushes !== undefined && {
            skipBadBrushes: trueOrFalse(skipBadBrushes, "skipBadBrushes"),
        }),
        ...(verify !== undefined && { verify: trueOrFalse(verify, "verify") }),
    };
}

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
    checkOptions(options, [...settings, ...workOptions], "compileMap");
    checkWork(options);
    const how = checkedSettings(options);
    const bytes =
        typeof source === "string" ? new TextEncoder().encode(source) : await bytesOf(source);
    const request = {
        kind: "compile",
        module: await compilerModule(options.wasm),
        source: bytes,
        how,
    } as const;
    return inWorker<CompiledMap>(request, options);
}
