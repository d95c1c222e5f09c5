// SPDX-License-Identifier: MIT
// Short explanations beside what the mouse is over, or what the keys have reached.
import { elements } from "./elements.js";

const gap = 8; // pixels between an element and its explanation

function ownerOf(target: EventTarget | null): HTMLElement | null {
    return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}

function show(owner: HTMLElement | null): void {
    const { tip } = elements;
    tip.hidden = owner === null;
    if (!owner) {
        return;
    }
    tip.textContent = owner.dataset.tip!;
    const box = owner.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    // Left of the panel, where it hides no other field; below the element where there is no room.
    const panel = owner.closest("#panel")?.getBoundingClientRect().left ?? 0;
    const isBeside = panel - gap - width >= 0;
    const left = isBeside ? panel - gap - width : box.right - width;
    const top = isBeside ? box.top : box.bottom + gap;
    tip.style.left = `${Math.max(left, gap)}px`;
    tip.style.top = `${Math.min(top, innerHeight - height - gap)}px`;
}

/** Shows the text `data-tip` of an element while the mouse or the focus is in it. */
export function showTips(): void {
    document.addEventListener("pointerover", ({ target, pointerType }) => {
        if (pointerType !== "touch") {
            show(ownerOf(target));
        }
    });
    document.addEventListener("pointerdown", () => show(null));
    document.addEventListener("focusin", ({ target }) => {
        show(
            target instanceof Element && target.matches(":focus-visible") ? ownerOf(target) : null,
        );
    });
    document.addEventListener("focusout", () => show(null));
    document.addEventListener("keydown", ({ code }) => {
        if (code === "Escape") {
            show(null);
        }
    });
    // Programs that read the page aloud say it behind the name.
    for (const owner of document.querySelectorAll<HTMLElement>("[data-tip]")) {
        const field = owner.matches("button") ? owner : owner.querySelector("input, select");
        field?.setAttribute("aria-description", owner.dataset.tip!);
    }
}
