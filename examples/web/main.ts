import { compileMap, loadLevel } from "halfspace";
import { Doors, LevelControls, LevelObject } from "halfspace/three";
import { PerspectiveCamera, Scene, WebGLRenderer } from "three";

const compiled = await compileMap(await fetch("keep.map"), { name: "keep.map" });
const level = await loadLevel(compiled.bytes);

const canvas = document.querySelector("canvas")!;
const renderer = new WebGLRenderer({ canvas, antialias: true });
const camera = new PerspectiveCamera(75, 1, 0.05, 200);
const scene = new Scene();
const world = new LevelObject(level);
scene.add(world);

function fillWindow() {
    renderer.setPixelRatio(devicePixelRatio);
    renderer.setSize(innerWidth, innerHeight);
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
}
fillWindow();
addEventListener("resize", fillWindow);

const doors = new Doors(level);
const controls = new LevelControls(camera, canvas, level, { doors });

let last = performance.now();
renderer.setAnimationLoop((now) => {
    controls.update((now - last) / 1000);
    last = now;
    world.place(doors.placements);
    world.update(camera);
    renderer.render(scene, camera);
    const { doing, bodyPosition } = controls.walker;
    document.querySelector("span")!.textContent = `${doing} ${bodyPosition}`;
});
