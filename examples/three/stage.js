// SPDX-License-Identifier: MIT
// What all examples begin with: a canvas that fills the window, a camera, and a line of text.
import { PerspectiveCamera, Scene, WebGLRenderer } from "three";

/** A scene that is drawn in each frame, after update(seconds). */
export function makeStage() {
    const canvas = document.querySelector("canvas");
    const renderer = new WebGLRenderer({ canvas, antialias: true });
    const camera = new PerspectiveCamera(75, 1, 0.05, 1000);
    const scene = new Scene();
    const fillWindow = () => {
        renderer.setPixelRatio(devicePixelRatio);
        renderer.setSize(innerWidth, innerHeight, false);
        camera.aspect = innerWidth / innerHeight;
        camera.updateProjectionMatrix();
    };
    fillWindow();
    addEventListener("resize", fillWindow);
    const run = (update) => {
        let last = performance.now();
        renderer.setAnimationLoop((now) => {
            update((now - last) / 1000);
            last = now;
            renderer.render(scene, camera);
        });
    };
    return { canvas, camera, scene, run };
}

/** Shows a text on the page. */
export function say(text) {
    document.querySelector("#said").textContent = text;
}
