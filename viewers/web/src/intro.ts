// SPDX-License-Identifier: MIT
// The welcome: what the page is, and three levels to choose from.
import { bundledLevels } from "./bundled.js";
import { elements } from "./elements.js";
import type { Page } from "./page.js";

function cardOf(name: string, begin: () => void): HTMLButtonElement | null {
    const { title, card } = bundledLevels[name]!;
    if (!card) {
        return null;
    }
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.level = name;
    const picture = new Image(240, 150);
    picture.src = card.picture;
    picture.alt = "";
    const head = document.createElement("b");
    head.textContent = title;
    const words = document.createElement("span");
    words.textContent = card.words;
    button.append(picture, head, words);
    button.addEventListener("click", begin);
    return button;
}

/** Ends the welcome; the keys then move the player. */
export function endIntro(): void {
    elements.intro.hidden = true;
}

/** Fills the welcome. It ends with the first key, file, level, or click outside of it. */
export function startIntro(page: Page): void {
    const { intro, cards, begin, openToo, canvas, file } = elements;
    for (const name of Object.keys(bundledLevels)) {
        const card = cardOf(name, () => {
            endIntro();
            canvas.focus();
            void page.openPlace({ level: name });
        });
        if (card) {
            cards.append(card);
        }
    }
    begin.addEventListener("click", () => {
        endIntro();
        canvas.focus();
        page.lockMouse();
    });
    openToo.addEventListener("click", () => file.click());
    file.addEventListener("change", endIntro);
    canvas.addEventListener("pointerdown", endIntro);
    window.addEventListener("drop", endIntro);
    window.addEventListener("keydown", ({ target, code }) => {
        const isInside = target instanceof Node && intro.contains(target);
        if (code === "Escape" || (!isInside && code !== "Tab")) {
            endIntro();
        }
    });
}
