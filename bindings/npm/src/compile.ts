// SPDX-License-Identifier: MIT
// Levels from sources, compiled in a worker.
import { checkOptions, finite, index, list, text, trueOrFalse, vec3 } from "./arguments.js";
import type { Body, CompiledMap, CompileSettings } from "./compiler.js";
import {
    checkWork,
    compilerModule,
    inWorker,
    unlessAborted,
    workOptions,
    type WorkOptions,
} from "./in_worker.js";
import { bytesOf, type LevelSource } from "./level.js";

export type { Body, CompiledMap, CompileSettings } from "./compiler.js";

// Only names and numbers are sent to the worker: an object of the caller may hold functions.
function checkedBody({ name, min, max }: Body, what: string): Body {
    return {
        name: text(name, `${what}.name`),
        min: Array.from(vec3(min, `${what}.min`)),
        max: Array.from(vec3(max, `${what}.max`)),
    };
}

type Settings = Required<CompileSettings>;

// Each function throws for a wrong value, or returns what is sent to the worker.
const checks: { [Name in keyof Settings]: (value: Settings[Name], name: string) => unknown } = {
    name: text,
    gridExponent: (value, name) => index(value, 11, name),
    bodies: (value, name) => list(value, name).map((body, i) => checkedBody(body, `${name}[${i}]`)),
    facetTolerance: finite,
    skipBadBrushes: trueOrFalse,
    verify: trueOrFalse,
};
const settings = Object.keys(checks) as (keyof Settings)[];

function checkedSettings(options: CompileSettings): CompileSettings {
    const given = settings.filter((name) => options[name] !== undefined);
    return Object.fromEntries(
        given.map((name) => [name, checks[name](options[name] as never, name)]),
    );
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
    const request = await unlessAborted(options.signal, async () => {
        const bytes =
            typeof source === "string" ? new TextEncoder().encode(source) : await bytesOf(source);
        const module = await compilerModule(options.wasm);
        return { kind: "compile", module, source: bytes, how } as const;
    });
    return inWorker<CompiledMap>(request, options);
}
