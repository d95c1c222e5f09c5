// SPDX-License-Identifier: MIT
// The elements of index.html.

function find<T extends HTMLElement>(id: string, kind: new () => T): T {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) {
        throw new Error(`index.html has no ${kind.name} with the id ${id}`);
    }
    return element;
}

export const elements = {
    canvas: find("picture", HTMLCanvasElement),
    levels: find("levels", HTMLSelectElement),
    open: find("open", HTMLButtonElement),
    file: find("file", HTMLInputElement),
    showHelp: find("show-help", HTMLButtonElement),
    showPanel: find("show-panel", HTMLButtonElement),
    views: find("views", HTMLDivElement),
    legend: find("legend", HTMLDivElement),
    sun: find("sun", HTMLInputElement),
    edges: find("edges", HTMLInputElement),
    smooth: find("smooth", HTMLInputElement),
    depth: find("depth", HTMLInputElement),
    order: find("order", HTMLInputElement),
    showOpen: find("show-open", HTMLInputElement),
    portals: find("portals", HTMLInputElement),
    floors: find("floors", HTMLInputElement),
    monsters: find("monsters", HTMLInputElement),
    marks: find("marks", HTMLInputElement),
    fly: find("fly", HTMLInputElement),
    glass: find("glass", HTMLSelectElement),
    glassLegend: find("glass-legend", HTMLDivElement),
    size: find("size", HTMLOutputElement),
    body: find("body", HTMLInputElement),
    facts: find("facts", HTMLDListElement),
    picked: find("picked", HTMLDivElement),
    pickWords: find("pick-words", HTMLSpanElement),
    forget: find("forget", HTMLButtonElement),
    holdCrouch: find("hold-crouch", HTMLButtonElement),
    holdJump: find("hold-jump", HTMLButtonElement),
    outside: find("outside", HTMLButtonElement),
    progress: find("progress", HTMLDivElement),
    stage: find("stage", HTMLSpanElement),
    bar: find("bar", HTMLProgressElement),
    asItIs: find("as-it-is", HTMLButtonElement),
    cancel: find("cancel", HTMLButtonElement),
    message: find("message", HTMLDivElement),
    words: find("words", HTMLPreElement),
    dismiss: find("dismiss", HTMLButtonElement),
    drop: find("drop", HTMLDivElement),
    intro: find("intro", HTMLElement),
    cards: find("cards", HTMLDivElement),
    begin: find("begin", HTMLButtonElement),
    openToo: find("open-too", HTMLButtonElement),
    openPlace: find("open-place", HTMLDivElement),
    tip: find("tip", HTMLDivElement),
    hint: find("hint", HTMLDivElement),
    help: find("help", HTMLDialogElement),
    closeHelp: find("close-help", HTMLButtonElement),
    keys: find("keys", HTMLTableSectionElement),
};

const mostLines = 8;
const briefTime = 4000; // ms
let briefTimer: number | undefined;

/**
 * Shows a message until somebody closes it; a brief one only for 4 s. Its first lines stand; the
 * others are counted.
 */
export function showMessage(text: string, kind: "error" | "mild" | "brief" = "error"): void {
    hideMessage();
    const lines = text.trim().split("\n");
    const rest = lines.length - mostLines;
    elements.words.textContent =
        lines.slice(0, mostLines).join("\n") + (rest > 0 ? `\nand ${rest} more` : "");
    elements.message.classList.toggle("is-mild", kind !== "error");
    elements.message.hidden = false;
    if (kind === "brief") {
        briefTimer = window.setTimeout(hideMessage, briefTime);
    }
}

export function showError(error: unknown): void {
    showMessage(error instanceof Error ? error.message : String(error));
}

export function hideMessage(): void {
    window.clearTimeout(briefTimer);
    elements.message.hidden = true;
}
