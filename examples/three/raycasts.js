// SPDX-License-Identifier: MIT
// Raycasts of three.js by triangle trees: one line for all meshes.
import "halfspace/embedded"; // the files of the package as JavaScript, so vite needs no configuration
import { initSpatial } from "halfspace/spatial";
import { treeRaycast, triangleTree } from "halfspace/three";
import {
    DirectionalLight,
    HemisphereLight,
    Mesh,
    MeshBasicMaterial,
    MeshStandardMaterial,
    Raycaster,
    SphereGeometry,
    TorusKnotGeometry,
    Vector2,
} from "three";
import { makeStage, say } from "./stage.js";

await initSpatial();
Mesh.prototype.raycast = treeRaycast; // all meshes from now on

const { canvas, camera, scene, run } = makeStage();
camera.position.z = 26;
const sun = new DirectionalLight(0xffffff, 2);
sun.position.set(1, 2, 3);
scene.add(sun, new HemisphereLight(0xbfd8ff, 0x403830, 1.5));

const knot = new Mesh(
    new TorusKnotGeometry(7, 2.4, 1000, 100),
    new MeshStandardMaterial({ color: 0xd08040, roughness: 0.5 }),
);
const mark = new Mesh(new SphereGeometry(0.15), new MeshBasicMaterial({ color: 0xff2020 }));
scene.add(knot, mark);
const before = performance.now();
triangleTree(knot.geometry); // now, and not at the first raycast
const buildTime = performance.now() - before;

const pointer = new Vector2();
canvas.addEventListener("pointermove", (event) =>
    pointer.set((event.clientX / innerWidth) * 2 - 1, 1 - (event.clientY / innerHeight) * 2),
);
const raycaster = new Raycaster();
raycaster.firstHitOnly = true;

run((seconds) => {
    knot.rotation.y += 0.2 * seconds;
    knot.updateMatrixWorld();
    raycaster.setFromCamera(pointer, camera);
    const start = performance.now();
    let hit;
    for (let i = 0; i < 100; ++i) {
        [hit] = raycaster.intersectObject(knot);
    }
    const microseconds = (performance.now() - start) * 10;
    mark.visible = hit !== undefined;
    if (hit) {
        mark.position.copy(hit.point);
    }
    say(
        `${hit ? `triangle ${hit.faceIndex} at ${hit.distance.toFixed(2)}` : "nothing"}, ` +
            `${microseconds.toFixed(1)} µs each; the tree was built in ${buildTime.toFixed(0)} ms`,
    );
});
