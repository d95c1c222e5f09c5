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

let running: AbortController | null = null;

/** Ends a compile that runs. Its promise fails with an AbortError. */
export function cancelOpening(): void {
    running?.abort();
}

export function wasCancelled(error: unknown): boolean {
    return error instanceof Error && error.name === "AbortError";
}

function isSource(name: string): boolean {
    return sources.some((ending) => name.toLowerCase().endsWith(ending));
}

async function compiled(name: string, bytes: Uint8Array): Promise<Opened> {
    const abort = new AbortController();
    running = abort;
    elements.stage.textContent = "reads";
    elements.bar.value = 0;
    elements.progress.hidden = false;
    try {
        const made = await compileMap(bytes, {
            name,
            signal: abort.signal,
            onProgress: (stage, fraction) => {
                elements.stage.textContent = stage;
                elements.bar.value = fraction;
            },
        });
        abort.signal.throwIfAborted();
        return { level: await loadLevel(made.bytes, { name }), warnings: made.warnings };
    } finally {
        if (running === abort) {
            running = null;
            elements.progress.hidden = true;
        }
    }
}

/** Opens a file. A compile that still runs is cancelled. Fails with the library's message. */
export async function openBytes(name: string, bytes: Uint8Array): Promise<Opened> {
    cancelOpening();
    return isSource(name)
        ? compiled(name, bytes)
        : { level: await loadLevel(bytes, { name }), warnings: [] };
}

/** Opens a file that was dropped or chosen. */
export async function openFile(file: File): Promise<Opened> {
    if (file.size > mostBytes) {
        throw new Error(`${file.name} is larger than ${mostBytes / 2 ** 20} MB`);
    }
    if (!isSource(file.name) && !file.name.toLowerCase().endsWith(".hsw")) {
        throw new Error(`${file.name} is no .map, .grid, .bsp or .hsw file`);
    }
    return openBytes(file.name, new Uint8Array(await file.arrayBuffer()));
}
