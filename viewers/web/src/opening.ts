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

function isSource(name: string): boolean {
    return sources.some((ending) => name.toLowerCase().endsWith(ending));
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
    if (isSource(name)) {
        return compiled(file, signal);
    }
    if (!name.toLowerCase().endsWith(".hsw")) {
        throw new Error(`${name} is no .map, .grid, .bsp or .hsw file`);
    }
    return { level: await loadLevel(file, { name }), warnings: [] };
}
