// SPDX-License-Identifier: MIT
// A label over the picture, at a place of the level.
import { Vector3, type PerspectiveCamera } from "three";

const seen = new Vector3();

/** Puts the label beside a place [metres]; hides it if there is none, or if the place is not seen. */
export function placeLabel(
    label: HTMLElement,
    place: Vector3 | null,
    camera: PerspectiveCamera,
): void {
    if (place) {
        seen.copy(place).applyMatrix4(camera.matrixWorldInverse);
    }
    label.hidden = !place || seen.z >= 0;
    if (!label.hidden) {
        const { x, y } = seen.applyMatrix4(camera.projectionMatrix);
        // All of its words are seen on a narrow screen.
        label.style.left = `min(${50 + 50 * x}%, calc(100% - ${label.offsetWidth + 16}px))`;
        label.style.top = `${50 - 50 * y}%`;
    }
}
