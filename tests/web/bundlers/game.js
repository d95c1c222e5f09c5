// SPDX-License-Identifier: MIT
// Uses all files of the package: three modules of WebAssembly and the worker.
import { compileMap, loadLevel } from "halfspace";
import { initSpatial, TriangleBvh } from "halfspace/spatial";

/** What the files have answered, or the error. */
export async function play(options = {}) {
    try {
        const text = await (await fetch("/keep.txt")).text();
        const { bytes } = await compileMap(text, options);
        const level = await loadLevel(bytes);
        await initSpatial();
        const tree = new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
        const { t } = tree.raycast([0.2, 0.2, 7], [0, 0, -1]);
        return `done: ${level.materials.length} materials, t ${t}`;
    } catch (error) {
        return String(error);
    }
}
