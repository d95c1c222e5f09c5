// SPDX-License-Identifier: MIT
// Opens files as levels. Sources are compiled in a worker; nothing is uploaded.
import { compileMap, loadLevel, type Level } from "halfspace";
import { elements } from "./elements.js";

export interface Opened {
    level: Level;
    warnings: string[];
}

const sources = [".map", ".grid", ".bsp"];
/** Larger files are refused, so that a slip of the hand does not fill the memory [bytes]. */
const mostBytes = 512 * 2 ** 20;

const compiledEnding = ".hsw";

function endsWith(name: string, endings: readonly string[]): boolean {
    return endings.some((ending) => name.toLowerCase().endsWith(ending));
}

/** True if the page opens files with such a name. */
export function isLevelFile(name: string): boolean {
    return endsWith(name, [...sources, compiledEnding]);
}

function showProgress(stage: string, fraction: number): void {
    elements.stage.textContent = stage;
    elements.bar.value = fraction;
    elements.progress.hidden = false;
}

function hideProgress(): void {
    elements.progress.hidden = true;
}

async function compiled(file: File, signal: AbortSignal): Promise<Opened> {
    const { name } = file;
    showProgress("reads", 0);
    // The progress is hidden in the moment of the abort, before the next file shows its own.
    signal.addEventListener("abort", hideProgress);
    try {
        const made = await compileMap(file, { name, signal, onProgress: showProgress });
        return { level: await loadLevel(made.bytes, { name }), warnings: made.warnings };
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
        throw new Error(`${name} is no .map, .grid, .bsp or .hsw file`);
    }
    if (endsWith(name, sources)) {
        return compiled(file, signal);
    }
    return { level: await loadLevel(file, { name }), warnings: [] };
}
