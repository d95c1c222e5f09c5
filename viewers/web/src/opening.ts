// SPDX-License-Identifier: MIT
// Opens files as levels. Sources are compiled in a worker; nothing is uploaded.
import { compileMap, loadLevel, type CompiledMap, type Level } from "halfspace";
import { compileObject3D, playerStart, type Picture, type PlayerStart } from "halfspace/three";
import { elements } from "./elements.js";
import { isCompiled, isLevelFile, isModel } from "./file_kinds.js";
import { findStart } from "./find_start.js";
import { checkContent } from "./foreign.js";
import { takeLooks, type Look } from "./looks.js";
import { compileClosed, type OpenMeshes } from "./open_mesh.js";
import { readModel, rootOf } from "./models.js";

export interface Opened {
    level: Level;
    warnings: string[];
    /** Pictures of materials, by their names in lower case. */
    pictures: ReadonlyMap<string, Look>;
    /** Objects that are drawn, but block nothing. */
    open?: OpenMeshes;
    /** Where the player starts; by default where the level says. */
    start?: PlayerStart;
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

interface Made extends CompiledMap {
    looks?: ReadonlyMap<string, Look>;
    open?: OpenMeshes;
}

interface Work {
    name: string;
    signal: AbortSignal;
    onProgress: typeof showProgress;
}

async function compileModel(
    bytes: ArrayBuffer,
    known: ReadonlyMap<string, Picture>,
    work: Work,
): Promise<Made> {
    const model = await readModel(bytes, work.name);
    work.signal.throwIfAborted();
    const taken = takeLooks(rootOf(model.source), known, model.colourSpace);
    const notes = [...model.notes, ...taken.notes];
    try {
        const made = await compileObject3D(model.source, work);
        return { ...made, warnings: [...notes, ...made.warnings], looks: taken.pictures };
    } catch (error) {
        work.signal.throwIfAborted();
        const closed = await compileClosed(model, taken.pictures, work);
        if (!closed) {
            throw error;
        }
        const { made, open } = closed;
        const warnings = [...open.words, ...notes, ...made.warnings];
        return { ...made, warnings, looks: closed.looks, open };
    }
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
        const made: Made = isModel(name)
            ? await compileModel(bytes, known, work)
            : await compileMap(bytes, work);
        const level = await loadLevel(made.bytes, { name });
        const start = isModel(name) && !playerStart(level) ? findStart(level) : null;
        const pictures = new Map<string, Look>([...known, ...(made.looks ?? [])]);
        const { warnings, open } = made;
        return { level, warnings, pictures, open, start: start ?? undefined };
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
    return { level: await loadLevel(file, { name }), warnings: [], pictures: opening.known };
}
