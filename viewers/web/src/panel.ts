// SPDX-License-Identifier: MIT
// The panel, the keys, files that are dropped: everything that a person touches but the picture.
import { heatColour, hottestCount } from "halfspace/three";
import { bundledLevels } from "./bundled.js";
import { elements, hideMessage, showMessage } from "./elements.js";
import { acceptedEndings, takenWords } from "./file_kinds.js";
import { endIntro, startIntro } from "./intro.js";
import { usualHottest, type ViewName } from "./level_view.js";
import { viewNames, wallColour, wallEdgeColour } from "./look.js";
import { fixed } from "./numbers.js";
import type { Page } from "./page.js";
import { readPlace } from "./place_link.js";
import { showTips } from "./tips.js";

// The keys of docs/reference/viewer.md, and those of docs/reference/page.md.
const keyHelp: [string, string][] = [
    ["click", "the mouse looks around; Esc or M frees it"],
    ["drag", "look around without that"],
    ["W A S D, arrows", "walk and turn"],
    ["Space", "jump; while flying: up"],
    ["C", "crouch; while flying: down"],
    ["F", "fly through walls, or walk again"],
    ["Shift", "fly faster"],
    ["Page Up, Page Down", "swim, climb or fly up and down"],
    ["R", "go back to the start"],
    ["I, right button", "pick a face: what is it, and which line of the source made it?"],
    [`1 to ${viewNames.length}`, `views: ${viewNames.join(", ")}`],
    ["U", "sunlight, or the plain light of the command line"],
    ["E", "edges of faces over any view"],
    ["B", "in red: the open edges of objects, or the way out of a level that leaks"],
    ["X", "the portals between the cells of the open space"],
    ["T", "where you can stand, in green; a picked place shows the shortest path to it"],
    ["J", "monsters that chase you; they walk where you can stand"],
    ["G", "the walls of the next body as glass"],
    ["O, Z", "front to back; with a depth buffer"],
    ["N", "smooth textures, or the nearest texel"],
    ["K", "yellow marks on the last 12 surfaces that the body touched"],
    ["P", "copy a link to this place"],
    ["L", "the list of levels: arrows choose, Tab goes on to the buttons"],
    ["Tab", "the tools; from a button or a field: the next one"],
    ["Esc", "close a message, or forget the picked face; the keys walk again"],
    ["H", "this help"],
];

const viewTips: Readonly<Record<ViewName, string>> = {
    textured: "The level as it is",
    leaves: "The space of a level is cut by planes into cells, the leaves of a tree. Each leaf colours the faces that it touches",
    wire: "Only the edges of all polygons that are drawn",
    overdraw:
        "How many faces lie behind one another at each place of the picture: black is none, white is many",
    translucent: "All faces are half see-through, in the exact order",
};

const foldedKey = "halfspace.tools";

// A browser may forbid a page to keep anything.
function keep(value: string): void {
    try {
        localStorage.setItem(foldedKey, value);
    } catch {
        // Then the tools are folded the next time.
    }
}

function kept(): string | null {
    try {
        return localStorage.getItem(foldedKey);
    } catch {
        return null;
    }
}

function option(value: string, text: string): HTMLOptionElement {
    return new Option(text, value);
}

export class Panel {
    private facts = "";

    constructor(private readonly page: Page) {
        page.onChange = () => this.refresh();
        this.fillViews();
        this.fillLegend();
        [...elements.glassLegend.querySelectorAll("i")].forEach((field, i) => {
            field.style.background = `rgb(${[wallColour, wallEdgeColour][i]!.join(" ")})`;
        });
        for (const [name, { title }] of Object.entries(bundledLevels)) {
            elements.levels.append(option(name, title));
        }
        for (const [key, what] of keyHelp) {
            const row = elements.keys.insertRow();
            const head = document.createElement("th");
            head.textContent = key;
            row.append(head);
            row.insertCell().textContent = what;
        }
        this.listen();
        this.listenToHelp();
        this.listenToFiles();
        elements.hint.textContent = "Click to look around · I tells what you look at · H helps";
        document.addEventListener("pointerlockchange", () => (elements.hint.hidden = true));
        for (const field of document.querySelectorAll(".taken")) {
            field.textContent = takenWords;
        }
        startIntro(page);
        showTips();
        document.body.classList.toggle("has-panel", kept() === "open");
        if (matchMedia("(pointer: coarse)").matches) {
            this.showTouch();
        }
        // A machine with a mouse may have a touch screen, too.
        window.addEventListener("pointerdown", ({ pointerType }) => {
            if (pointerType === "touch") {
                this.showTouch();
            }
        });
    }

    private showTouch(): void {
        document.body.classList.add("has-touch");
        // Phones know no kind of file by these endings, and would let nobody choose such a file.
        elements.file.removeAttribute("accept");
    }

    private fillViews(): void {
        for (const view of viewNames) {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = view;
            button.dataset.view = view;
            button.dataset.tip = viewTips[view];
            button.addEventListener("click", () => this.page.setView(view));
            elements.views.append(button);
        }
    }

    // The colours of counts in the view of overdraw.
    private fillLegend(): void {
        for (let count = 0; count <= usualHottest; ++count) {
            const colour = heatColour((count * hottestCount) / usualHottest);
            const field = document.createElement("span");
            field.style.background = `rgb(${colour.join(" ")})`;
            const luminance = 0.3 * colour[0] + 0.6 * colour[1] + 0.1 * colour[2];
            field.style.color = luminance > 110 ? "#000" : "#fff";
            field.textContent = count < usualHottest ? String(count) : `${count}+`;
            elements.legend.append(field);
        }
    }

    private listen(): void {
        const { page } = this;
        const { options } = page;
        const onInput = (element: HTMLInputElement, act: (isOn: boolean) => void) => {
            element.addEventListener("change", () => {
                act(element.checked);
                elements.canvas.focus();
                this.refresh();
            });
        };
        onInput(elements.sun, (isOn) => (options.light = isOn ? "sun" : "painter"));
        onInput(elements.edges, (isOn) => page.setEdges(isOn));
        onInput(elements.smooth, (isOn) => (options.isNearest = !isOn));
        onInput(elements.depth, (isOn) => (options.hasDepthBuffer = isOn));
        onInput(elements.order, (isOn) => {
            options.order = isOn ? "front-to-back" : "back-to-front";
        });
        onInput(elements.showOpen, (isOn) => page.setOpen(isOn));
        onInput(elements.portals, (isOn) => page.setPortals(isOn));
        onInput(elements.floors, (isOn) => page.setFloors(isOn));
        onInput(elements.monsters, (isOn) => page.setMonsters(isOn));
        onInput(elements.marks, (isOn) => (page.showsMarks = isOn));
        onInput(elements.fly, (isOn) => page.setFlying(isOn));
        elements.body.addEventListener("input", () => page.setScale(Number(elements.body.value)));
        // Once the mouse lets the slider go, the keys move the player again. Who moves the slider by
        // keys keeps it.
        elements.body.addEventListener("pointerup", () => elements.canvas.focus());
        elements.glass.addEventListener("change", () => {
            void page.setGlass(elements.glass.value === "" ? null : elements.glass.value);
            elements.canvas.focus();
        });
        // Who chooses by keys keeps the list, to choose on. A browser tells of each arrow.
        let choosesByKeys = false;
        elements.levels.addEventListener("pointerdown", () => (choosesByKeys = false));
        elements.levels.addEventListener("keydown", () => (choosesByKeys = true));
        elements.levels.addEventListener("change", () => {
            endIntro();
            void page.openPlace({ level: elements.levels.value });
            if (!choosesByKeys) {
                elements.canvas.focus();
            }
        });
        elements.showPanel.addEventListener("click", () => this.togglePanel());
        elements.cancel.addEventListener("click", () => page.cancelOpening());
        elements.dismiss.addEventListener("click", hideMessage);
        elements.outside.addEventListener("click", () => page.goToStart());
        elements.forget.addEventListener("click", () => page.forgetPick());
        // After a click of the mouse, the keys move the player again. A button that was pressed by a
        // key keeps the focus.
        window.addEventListener("click", ({ detail, target }) => {
            const isButton = target instanceof Element && target.closest("button") !== null;
            if (detail > 0 && isButton && !elements.help.open) {
                elements.canvas.focus();
            }
        });
        window.addEventListener("keydown", (event) => this.onKey(event));
        window.addEventListener("hashchange", (event) => this.onHash(event.newURL));
        for (const [button, action] of [
            [elements.holdJump, "jump"],
            [elements.holdCrouch, "crouch"],
        ] as const) {
            const hold = (isHeld: boolean) => page.scene?.controls.hold(action, isHeld);
            button.addEventListener("pointerdown", () => hold(true));
            button.addEventListener("pointerup", () => hold(false));
            button.addEventListener("pointercancel", () => hold(false));
            button.addEventListener("pointerleave", () => hold(false));
        }
    }

    private listenToHelp(): void {
        const { help } = elements;
        elements.showHelp.addEventListener("click", () => this.showHelp());
        help.addEventListener("close", () => elements.canvas.focus());
        // The text covers the whole dialog, so what lies directly in the dialog is its backdrop.
        help.addEventListener("pointerdown", ({ target }) => {
            if (target === help) {
                help.close();
            }
        });
        // While the help is open, no key reaches the player or the page, and Tab leads nowhere but to
        // the one button of the help.
        window.addEventListener(
            "keydown",
            (event) => {
                if (!help.open) {
                    return;
                }
                event.stopPropagation();
                if (event.code === "Tab") {
                    event.preventDefault();
                    elements.closeHelp.focus();
                } else if (event.code === "KeyH" && !event.repeat) {
                    help.close();
                }
            },
            { capture: true },
        );
    }

    private showHelp(): void {
        const input = this.page.scene?.controls.input;
        input?.unlock();
        input?.releaseAll();
        elements.help.showModal();
    }

    private listenToFiles(): void {
        const open = (file: File | undefined) => {
            if (file) {
                elements.help.close();
                void this.page.openDropped(file);
            }
        };
        elements.file.accept = acceptedEndings;
        elements.open.addEventListener("click", () => elements.file.click());
        elements.file.addEventListener("change", () => {
            open(elements.file.files?.[0]);
            // The same file can be chosen again.
            elements.file.value = "";
            elements.canvas.focus();
        });
        window.addEventListener("dragover", (event) => {
            event.preventDefault();
            elements.drop.hidden = false;
        });
        window.addEventListener("dragleave", (event) => {
            elements.drop.hidden = event.relatedTarget === null;
        });
        window.addEventListener("drop", (event) => {
            event.preventDefault();
            elements.drop.hidden = true;
            open(event.dataTransfer?.files[0]);
        });
    }

    // The page itself may have written another address since.
    private onHash(address: string): void {
        const place = readPlace(new URL(address).hash);
        if (place.level !== undefined) {
            endIntro();
        }
        void this.page.openPlace(place);
    }

    togglePanel(): void {
        keep(document.body.classList.toggle("has-panel") ? "open" : "folded");
        this.refresh();
    }

    private onKey(event: KeyboardEvent): void {
        if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) {
            return;
        }
        const hasPicture = [elements.canvas, document.body].includes(event.target as HTMLElement);
        if (event.code === "Tab") {
            // Elsewhere the browser goes to the next button or field.
            if (hasPicture) {
                event.preventDefault();
                this.togglePanel();
            }
            return;
        }
        if (event.target instanceof HTMLSelectElement && event.code !== "Escape") {
            return;
        }
        const act = this.actionOf(event.code);
        if (act) {
            act();
            this.refresh();
        }
    }

    private actionOf(code: string): (() => void) | undefined {
        const { page } = this;
        const { options } = page;
        const view = viewNames[Number(/^Digit(\d)$/.exec(code)?.[1]) - 1];
        if (view) {
            return () => page.setView(view);
        }
        const actions: Record<string, () => void> = {
            KeyF: () => page.setFlying(!page.scene?.controls.isFlying),
            KeyR: () => page.goToStart(),
            KeyM: () => page.toggleLock(),
            KeyI: () => page.pickHere(),
            KeyU: () => (options.light = options.light === "sun" ? "painter" : "sun"),
            KeyE: () => page.setEdges(options.wireWidth === 0),
            KeyB: () => page.setOpen(!page.showsOpen),
            KeyX: () => page.setPortals(!page.showsPortals),
            KeyT: () => page.setFloors(!page.showsFloors),
            KeyJ: () => page.setMonsters(!page.hasMonsters),
            KeyG: () => page.nextGlass(),
            KeyO: () => {
                const isBack = options.order === "back-to-front";
                options.order = isBack ? "front-to-back" : "back-to-front";
            },
            KeyZ: () => (options.hasDepthBuffer = !options.hasDepthBuffer),
            KeyN: () => (options.isNearest = !options.isNearest),
            KeyK: () => (page.showsMarks = !page.showsMarks),
            KeyL: () => elements.levels.focus(),
            KeyP: () => this.copyLink(),
            KeyH: () => this.showHelp(),
            Escape: () => this.leave(),
        };
        return actions[code];
    }

    // What Esc does: the keys move the player again, and the message or else the note is closed.
    private leave(): void {
        elements.canvas.focus();
        if (elements.message.hidden) {
            this.page.forgetPick();
        } else {
            hideMessage();
        }
    }

    private copyLink(): void {
        const { link } = this.page;
        const copied =
            navigator.clipboard?.writeText(link) ?? Promise.reject(new Error("no clipboard"));
        copied.then(
            () => showMessage(`The link is copied: ${link}`, "brief"),
            () => showMessage(link, "mild"),
        );
    }

    private refresh(): void {
        const { page } = this;
        const { scene, options } = page;
        const hasPanel = document.body.classList.contains("has-panel");
        elements.showPanel.setAttribute("aria-expanded", String(hasPanel));
        elements.sun.checked = options.light === "sun";
        elements.edges.checked = options.wireWidth > 0;
        elements.smooth.checked = !options.isNearest;
        elements.depth.checked = options.hasDepthBuffer;
        elements.order.checked = options.order === "front-to-back";
        elements.showOpen.checked = page.showsOpen;
        elements.portals.checked = page.showsPortals;
        elements.floors.checked = page.showsFloors;
        elements.monsters.checked = page.hasMonsters;
        elements.marks.checked = page.showsMarks;
        elements.legend.hidden = options.view !== "overdraw";
        elements.outside.hidden = !scene?.isOutside;
        for (const button of elements.views.children) {
            const isOn = (button as HTMLElement).dataset.view === options.view;
            button.setAttribute("aria-pressed", String(isOn));
        }
        if (!scene) {
            return;
        }
        elements.fly.checked = scene.controls.isFlying;
        elements.body.value = String(scene.scale);
        const size = scene.bodySize.map((x) => Math.round(x * 10) / 10);
        elements.size.textContent = size.join(" × ");
        this.refreshLevel();
        this.refreshFacts();
    }

    private refreshLevel(): void {
        const { scene, glass, pick } = this.page;
        const names = scene!.level.spaces.slice(1).map(({ name }) => name);
        const shown = [...elements.glass.options].map(({ value }) => value).join();
        if (shown !== ["", ...names].join()) {
            elements.glass.replaceChildren(
                option("", "none"),
                ...names.map((name) => option(name, name)),
            );
        }
        elements.glass.value = glass ?? "";
        elements.glassLegend.hidden = glass === null;
        const { name } = scene!;
        if (![...elements.levels.options].some(({ value }) => value === name)) {
            elements.levels.querySelector("[data-dropped]")?.remove();
            const own = option(name, name);
            own.dataset.dropped = "";
            elements.levels.append(own);
        }
        elements.levels.value = name;
        // Without the panel, the note on the picked face stands alone.
        document.body.classList.toggle("has-pick", pick !== null);
        elements.picked.hidden = pick === null;
        const words = pick?.words.join("\n") ?? "";
        if (elements.pickWords.textContent !== words) {
            elements.pickWords.textContent = words;
            elements.picked.scrollIntoView({ block: "nearest" });
        }
    }

    private refreshFacts(): void {
        if (!document.body.classList.contains("has-panel")) {
            return;
        }
        const { scene, means } = this.page;
        const { walker } = scene!.controls;
        const eye = walker.eye();
        const velocity = walker.velocity;
        const speed = velocity ? Math.hypot(velocity[0], velocity[1]) : 0;
        const facts: [string, string][] = [
            ["player", walker.doing],
            ["speed", `${speed.toFixed(0)} units/s`],
            ["eye", eye.map((x) => fixed(x, 0)).join(" ")],
            ["polygons", String(scene!.view.polygonCount)],
            ["player, order", `${means.work.toFixed(2)} ms`],
            ["frame", `${means.frame.toFixed(1)} ms`],
        ];
        const html = facts.map(([name, value]) => `${name} ${value}`).join("\n");
        if (html === this.facts) {
            return;
        }
        this.facts = html;
        elements.facts.replaceChildren(
            ...facts.flatMap(([name, value]) => {
                const dt = document.createElement("dt");
                const dd = document.createElement("dd");
                dt.textContent = name;
                dd.textContent = value;
                return [dt, dd];
            }),
        );
    }
}
