// SPDX-License-Identifier: MIT
// Opens files as levels. Sources are compiled in a worker; nothing is uploaded.
import { compileMap, loadLevel, type CompiledMap, type Level } from "halfspace";
import { compileObject3D, playerStart, type PlayerStart } from "halfspace/three";
import { elements } from "./elements.js";
import { findStart } from "./find_start.js";

export interface Opened {
    level: Level;
    warnings: string[];
    /** Where the player starts; by default where the level says. */
    start?: PlayerStart;
}

const sources = [".map", ".grid", ".bsp"];
const models = [".glb", ".gltf"];
/** Larger files are refused, so that a slip of the hand does not fill the memory [bytes]. */
const mostBytes = 512 * 2 ** 20;

const compiledEnding = ".hsw";

function endsWith(name: string, endings: readonly string[]): boolean {
    return endings.some((ending) => name.toLowerCase().endsWith(ending));
}

/** True if the page opens files with such a name. */
export function isLevelFile(name: string): boolean {
    return endsWith(name, [...sources, ...models, compiledEnding]);
}

function showProgress(stage: string, fraction: number): void {
    elements.stage.textContent = stage;
    elements.bar.value = fraction;
    elements.progress.hidden = false;
}

function hideProgress(): void {
    elements.progress.hidden = true;
}

type Compile = (
    file: File,
    options: { name: string; signal: AbortSignal; onProgress: typeof showProgress },
) => Promise<CompiledMap>;

// The loader is fetched when it is needed.
const compileModel: Compile = async (file, options) => {
    const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
    const bytes = await file.arrayBuffer();
    const gltf = await new GLTFLoader().parseAsync(bytes, "").catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${file.name} cannot be read: ${reason}`);
    });
    options.signal.throwIfAborted();
    return compileObject3D(gltf, options);
};

async function compiled(file: File, signal: AbortSignal): Promise<Opened> {
    const { name } = file;
    showProgress("reads", 0);
    // The progress is hidden in the moment of the abort, before the next file shows its own.
    signal.addEventListener("abort", hideProgress);
    try {
        const isModel = endsWith(name, models);
        const compile: Compile = isModel ? compileModel : compileMap;
        const made = await compile(file, { name, signal, onProgress: showProgress });
        const level = await loadLevel(made.bytes, { name });
        const start = isModel && !playerStart(level) ? findStart(level) : null;
        return { level, warnings: made.warnings, start: start ?? undefined };
    } finally {
        signal.removeEventListener("abort", hideProgress);
        if (!signal.aborted) {
            hideProgress();
        }
    }
}

/** Opens a file that was dropped or chosen. Fails with the library's message. */
export async function openFile(file: File, signal: AbortSignal): Promise<Opened> {
    const { name } = file;
    if (file.size > mostBytes) {
        throw new Error(`${name} is larger than ${mostBytes / 2 ** 20} MB`);
    }
    if (file.size === 0) {
        throw new Error(`${name} is an empty file`);
    }
    if (!isLevelFile(name)) {
        throw new Error(`${name} is no .map, .grid, .bsp, .glb, .gltf or .hsw file`);
    }
    if (!endsWith(name, [compiledEnding])) {
        return compiled(file, signal);
    }
    return { level: await loadLevel(file, { name }), warnings: [] };
}
