// SPDX-License-Identifier: MIT
// Where the mouse is on the picture, and whether the last press was one of a mouse.

export class Pointer {
    isMouse = false;
    private last: { x: number; y: number } | null = null; // CSS pixels

    /** onPick: the right button was pressed. */
    constructor(
        private readonly canvas: HTMLElement,
        onPick: () => void,
    ) {
        canvas.addEventListener("pointerdown", (event) => {
            this.isMouse = event.pointerType === "mouse";
            this.move(event);
            if (event.button === 2) {
                onPick();
            }
        });
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerleave", () => (this.last = null));
    }

    private move({ pointerType, clientX, clientY }: PointerEvent): void {
        const { left, top } = this.canvas.getBoundingClientRect();
        this.last = pointerType === "mouse" ? { x: clientX - left, y: clientY - top } : null;
    }

    /** The place of the mouse; the middle of the picture if the mouse is locked or elsewhere. */
    place(): { x: number; y: number } {
        const { clientWidth, clientHeight, ownerDocument } = this.canvas;
        const isLocked = ownerDocument.pointerLockElement === this.canvas;
        const middle = { x: clientWidth / 2, y: clientHeight / 2 };
        return isLocked ? middle : (this.last ?? middle);
    }
}
