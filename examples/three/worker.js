// SPDX-License-Identifier: MIT
// The level lives in a worker. The page only draws what the worker sends.
import { BufferAttribute, BufferGeometry, Color, Points, PointsMaterial } from "three";
import { makeStage, say } from "./stage.js";

const { camera, scene, run } = makeStage();
camera.position.set(-14, 24, 6);
camera.lookAt(16, 0, -8);
const worker = new Worker(new URL("./scanner.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data: { points, eye, milliseconds } }) => {
    const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
    // Near the scanner red, far away blue.
    const colours = new Float32Array(points.length);
    const colour = new Color();
    for (let i = 0; i < points.length; i += 3) {
        const far = Math.hypot(...points.subarray(i, i + 3).map((x, axis) => x - eye[axis]));
        colour.setHSL(Math.min(far / 40, 0.66), 1, 0.55).toArray(colours, i);
    }
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
    const material = new PointsMaterial({ vertexColors: true, size: 1, sizeAttenuation: false });
    scene.add(new Points(geometry, material));
    say(`${points.length / 3} points in ${milliseconds.toFixed(0)} ms`);
};
worker.postMessage({ source: await (await fetch("keep.map")).text(), beams: 100_000 });
run((seconds) => {
    scene.rotation.y += 0.02 * seconds;
});
