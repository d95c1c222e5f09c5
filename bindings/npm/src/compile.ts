// SPDX-License-Identifier: MIT
// Levels from sources, compiled in a worker.
import {
    checkOptions,
    finite,
    index,
    list,
    oneOf,
    shown,
    text,
    trueOrFalse,
    vec3,
} from "./arguments.js";
import type { Body, CompiledMap, CompileSettings, MeshCheck } from "./compiler.js";
import {
    checkWork,
    compilerModule,
    inWorker,
    unlessAborted,
    workOptions,
    type WorkOptions,
} from "./in_worker.js";
import { HalfspaceError } from "./error.js";
import { bytesOf, checkNoPage, type LevelSource } from "./level_source.js";
import { buffersOf, MeshWorldBuilder, type MeshEntity, type MeshObject } from "./mesh_world.js";

export type { Body, CompiledMap, CompileSettings, Leak, MeshCheck } from "./compiler.js";
export type { MeshEntity, MeshMaterial, MeshObject } from "./mesh_world.js";

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
    collision: (value, name) => oneOf(value, ["onion", "separate"], name),
    skipBadBrushes: trueOrFalse,
    fillOutside: trueOrFalse,
    visibility: (value, name) => oneOf(value, ["none", "fast", "bounded", "full"], name),
    visibleDistance: finite,
    nav: trueOrFalse,
    verify: trueOrFalse,
};
const settings = Object.keys(checks) as (keyof Settings)[];

function checkedSettings(options: CompileSettings): CompileSettings {
    const given = settings.filter((name) => options[name] !== undefined);
    return Object.fromEntries(
        given.map((name) => [name, checks[name](options[name] as never, name)]),
    );
}

async function bytesOfSource(source: LevelSource): Promise<Uint8Array> {
    if (typeof source !== "string") {
        return bytesOf(source, "compileMap: expected the text of a source, a URL");
    }
    if (/^[^{<\n]+$/.test(source)) {
        throw new HalfspaceError(
            `compileMap: a string is the source itself, found ${shown(source)}; of an address give \`await fetch(address)\` or a URL`,
        );
    }
    return new TextEncoder().encode(source);
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
        const bytes = await bytesOfSource(source);
        checkNoPage(bytes, options.name ?? "compileMap");
        const module = await compilerModule(options.wasm);
        return { kind: "compile", module, source: bytes, how } as const;
    });
    return inWorker<CompiledMap>(request, options);
}

/** How objects are compiled, what else is in the level, and who watches. */
export interface CompileMeshesOptions extends CompileOptions {
    /** All entities beside the world: doors, lights, where the player starts. */
    entities?: readonly MeshEntity[];
    /**
     * True: Float32Array, Float64Array and Uint32Array of the objects move to the worker, with the
     * whole buffers that hold them. The caller can no longer use them. Shared memory cannot move
     * and is copied; the memory of a WebAssembly module cannot move and is an error. Default: all
     * are copied.
     */
    transfer?: boolean;
}

/**
 * Compiles objects of triangles in a worker of its own. Each object must be closed. Convex ones
 * become brushes, concave ones are cut into brushes.
 *
 *     const { bytes } = await compileMeshes([{ name: "crate", vertices, indices }]);
 *
 * Errors name the object, and list its open edges. Objects of three.js: compileObject3D() of
 * halfspace/three.
 */
export async function compileMeshes(
    objects: readonly MeshObject[],
    options: CompileMeshesOptions = {},
): Promise<CompiledMap> {
    const names = [...settings, ...workOptions, "entities", "transfer"] as const;
    return workOnMeshes<CompiledMap>("meshes", objects, options, names, "compileMeshes");
}

/** Of the options of compileMeshes(), those that change what it says of an object. */
export type CheckMeshesOptions = Pick<CompileMeshesOptions, (typeof checkNames)[number]>;
const checkNames = [
    "name",
    "gridExponent",
    "bodies",
    "signal",
    "wasm",
    "worker",
    "entities",
    "transfer",
] as const;

/**
 * Says what compileMeshes() would make of each object, without compiling them, in a worker of its
 * own: which objects are open, and where. The checks are in the order of the entities, those of the
 * world first. Objects that their tags leave out have none.
 *
 *     const bad = (await checkMeshes(objects)).filter(({ errors }) => errors.length > 0);
 */
export async function checkMeshes(
    objects: readonly MeshObject[],
    options: CheckMeshesOptions = {},
): Promise<MeshCheck[]> {
    return workOnMeshes<MeshCheck[]>("check", objects, options, checkNames, "checkMeshes");
}

async function workOnMeshes<Result>(
    kind: "meshes" | "check",
    objects: readonly MeshObject[],
    options: CompileMeshesOptions,
    names: readonly (keyof CompileMeshesOptions)[],
    caller: string,
): Promise<Result> {
    checkOptions(options, names, caller);
    checkWork(options);
    const how = checkedSettings(options);
    const builder = new MeshWorldBuilder(trueOrFalse(options.transfer ?? false, "transfer"));
    builder.add(options.entities ?? [], objects);
    const { world } = builder;
    const module = await unlessAborted(options.signal, () => compilerModule(options.wasm));
    return inWorker<Result>({ kind, module, world, how }, options, buffersOf(world));
}
