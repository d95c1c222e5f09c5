// SPDX-License-Identifier: MIT
// A label over the picture, at a place of the level.
import { Vector3, type PerspectiveCamera } from "three";

/** Words at a place of the level [metres]. */
export interface Label {
    words: string;
    at: Vector3;
}

const seen = new Vector3();

/** Puts the element beside the place of a label; hides it if there is none, or if it is not seen. */
export function placeLabel(
    element: HTMLElement,
    label: Label | null,
    camera: PerspectiveCamera,
): void {
    if (label) {
        seen.copy(label.at).applyMatrix4(camera.matrixWorldInverse);
        element.textContent = label.words;
    }
    element.hidden = !label || seen.z >= 0;
    if (!element.hidden) {
        const { x, y } = seen.applyMatrix4(camera.projectionMatrix);
        // All of its words are seen on a narrow screen.
        element.style.left = `min(${50 + 50 * x}%, calc(100% - ${element.offsetWidth + 16}px))`;
        element.style.top = `${50 - 50 * y}%`;
    }
}
