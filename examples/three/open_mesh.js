// SPDX-License-Identifier: MIT
// Walks on meshes as they are, and throws balls: no level, no compile. A lift carries the player.
import "halfspace/embedded"; // the files of the package as JavaScript, so vite needs no configuration
import { init, Shape } from "halfspace";
import { fromThree, LevelControls, toThree, WalkableScene } from "halfspace/three";
import * as THREE from "three";
import { makeStage, say } from "./stage.js";

const { canvas, camera, scene, run } = makeStage();
const coloured = (color) => new THREE.MeshStandardMaterial({ color, side: THREE.DoubleSide });
const ground = new THREE.PlaneGeometry(100, 100, 180, 180).rotateX(-Math.PI / 2);
const { position } = ground.attributes;
for (let i = 0; i < position.count; ++i) {
    position.setY(i, Math.sin(position.getX(i) / 4) * Math.cos(position.getZ(i) / 5));
}
ground.computeVertexNormals();
const pipe = new THREE.Mesh(new THREE.CylinderGeometry(3, 3, 12, 64, 40, true), coloured(0xc09060));
pipe.rotation.z = Math.PI / 2;
pipe.position.set(12, 2, -6);
const lift = new THREE.Mesh(new THREE.BoxGeometry(3, 0.4, 3), coloured(0x6080c0));
const world = new THREE.Group().add(new THREE.Mesh(ground, coloured(0x507040)), pipe, lift);
scene.add(world, new THREE.HemisphereLight(0xbfd8ff, 0x605040, 3));

await init();
const before = performance.now();
const walkable = new WalkableScene(world, { moving: [lift] });
const ready = `${walkable.triangleCount} triangles in ${Math.round(performance.now() - before)} ms`;
camera.position.set(0, 3, 8);
const controls = new LevelControls(camera, canvas, walkable);

const sphere = { shape: Shape.sphere(0.2 * walkable.unitsPerMetre) };
const balls = [];
let bounces = 0;
canvas.addEventListener("click", () => {
    const ball = new THREE.Mesh(new THREE.SphereGeometry(0.2), coloured(0xd04030));
    ball.position.copy(camera.position);
    const velocity = camera.getWorldDirection(new THREE.Vector3()).multiplyScalar(15);
    balls.push({ position: ball.position, velocity });
    scene.add(ball);
});

run((seconds) => {
    lift.position.set(-6, 2.5 - 2 * Math.cos(performance.now() / 2000), 2);
    controls.update(seconds);
    walkable.update();
    for (const { position: place, velocity } of balls) {
        velocity.y -= 9.8 * seconds;
        const from = fromThree(place);
        const to = fromThree(place.addScaledVector(velocity, seconds));
        const { hit, end, normal } = walkable.world.sweep(sphere, from, to);
        toThree(end, place);
        if (hit) {
            velocity.reflect(toThree(normal).normalize()).multiplyScalar(0.7);
            ++bounces;
        }
    }
    const at = camera.position.toArray().map(Math.round);
    say(`${controls.walker.doing} ${at}; ${balls.length} balls, ${bounces} bounces; ${ready}`);
});
