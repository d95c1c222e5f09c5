// SPDX-License-Identifier: MIT
// The worker of worker.js: compiles a level, and follows beams from its start to where they end.
import "halfspace/embedded"; // the files of the package as JavaScript, so vite needs no configuration
import { compileMap, loadLevel } from "halfspace";
import { playerStart, toThree } from "halfspace/three";
import { Vector3 } from "three";

self.onmessage = async ({ data: { source, beams } }) => {
    const { bytes } = await compileMap(source, { name: "keep.map" });
    const level = await loadLevel(bytes);
    const [x, y, z] = playerStart(level).position;
    const eye = [x, y, z + 22];
    const before = performance.now();
    // Two points for each beam: evenly over all directions, by the golden angle.
    const segments = new Float64Array(6 * beams);
    for (let i = 0; i < beams; ++i) {
        const up = 1 - (2 * i + 1) / beams;
        const angle = i * Math.PI * (3 - Math.sqrt(5));
        const flat = Math.sqrt(1 - up * up);
        const to = [Math.cos(angle) * flat, Math.sin(angle) * flat, up];
        segments.set([...eye, ...to.map((along, axis) => eye[axis] + 4000 * along)], 6 * i);
    }
    const contacts = level.traceAll("point", segments);
    const points = new Float32Array(3 * beams);
    const at = new Vector3();
    for (let i = 0; i < beams; ++i) {
        toThree(contacts.at(i).end, at).toArray(points, 3 * i);
    }
    const milliseconds = performance.now() - before;
    self.postMessage({ points, eye: toThree(eye).toArray(), milliseconds }, [points.buffer]);
};
