// SPDX-License-Identifier: MIT
// Opens files as levels. Sources are compiled in a worker; nothing is uploaded.
import { compileMap, findLeak, loadLevel, type Leak, type Level } from "halfspace";
import type { Picture } from "halfspace/three";
import { compileModel } from "./compile_model.js";
import { elements } from "./elements.js";
import { isCompiled, isLevelFile, isModel } from "./file_kinds.js";
import { checkContent } from "./foreign.js";
import { leakWords } from "./leak.js";
import type { Look } from "./looks.js";
import type { Work } from "./mesh_split.js";
import type { Sheets } from "./sheets.js";

export interface Opened {
    level: Level;
    warnings: string[];
    /** Pictures of materials, by their names in lower case. */
    pictures: ReadonlyMap<string, Look>;
    /** Objects beside the level that are walked on as they are. */
    sheets?: Sheets | null;
    /** The way out of a level that leaks. */
    leak?: Leak | null;
}

/** What belongs to a file that is opened. */
export interface Opening {
    signal: AbortSignal;
    /** The pictures of the page, by names of materials in lower case. */
    known: ReadonlyMap<string, Picture>;
}

/** Larger files are refused, so that a slip of the hand does not fill the memory [bytes]. */
const mostBytes = 512 * 2 ** 20;

function showProgress(stage: string, fraction: number): void {
    elements.stage.textContent = stage;
    elements.bar.value = fraction;
    elements.progress.hidden = false;
}

function hideProgress(): void {
    elements.progress.hidden = true;
}

function opened(
    level: Level,
    pictures: Opened["pictures"],
    leak: Leak | null,
    warnings: string[],
): Opened {
    const words = leak ? [leakWords(leak), ...warnings] : warnings;
    return { level, warnings: words, pictures, leak };
}

async function compiled(file: File, { signal, known }: Opening): Promise<Opened> {
    const { name } = file;
    showProgress("reads", 0);
    // The progress is hidden in the moment of the abort, before the next file shows its own.
    signal.addEventListener("abort", hideProgress);
    try {
        const bytes = await file.arrayBuffer();
        signal.throwIfAborted();
        checkContent(name, new Uint8Array(bytes));
        const work: Work = { name, signal, onProgress: showProgress };
        if (isModel(name)) {
            const { looks, sheets, warnings, ...made } = await compileModel(bytes, known, work);
            const level = await loadLevel(made.bytes, { name });
            return { level, warnings, pictures: new Map([...known, ...looks]), sheets };
        }
        const { bytes: made, warnings, leak } = await compileMap(bytes, { ...work, nav: true });
        return opened(await loadLevel(made, { name }), known, leak, warnings);
    } finally {
        signal.removeEventListener("abort", hideProgress);
        if (!signal.aborted) {
            hideProgress();
        }
    }
}

// The first bytes tell what a foreign file is.
const beginning = 2 ** 16;

/** Opens a file that was dropped or chosen. Fails with a message for people. */
export async function openFile(file: File, opening: Opening): Promise<Opened> {
    const { name } = file;
    const { signal } = opening;
    if (file.size > mostBytes) {
        throw new Error(`${name} is larger than ${mostBytes / 2 ** 20} MB`);
    }
    if (file.size === 0) {
        throw new Error(`${name} is an empty file`);
    }
    if (isLevelFile(name) && !isCompiled(name)) {
        return compiled(file, opening);
    }
    checkContent(name, new Uint8Array(await file.slice(0, beginning).arrayBuffer()));
    const level = await loadLevel(file, { name });
    let leak: Leak | null = null;
    const warnings: string[] = [];
    try {
        leak = await findLeak(level, { signal });
    } catch (error) {
        if (signal.aborted) {
            level.dispose();
            throw error;
        }
        // The level is shown all the same.
        warnings.push(`Whether the level leaks is not known: ${(error as Error).message}`);
    }
    return opened(level, opening.known, leak, warnings);
}
