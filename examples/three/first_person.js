// SPDX-License-Identifier: MIT
// A castle to walk in. Doors and lifts open by themselves.
import "halfspace/embedded"; // the files of the package as JavaScript, so vite needs no configuration
import { compileMap, loadLevel } from "halfspace";
import { Doors, LevelControls, LevelObject } from "halfspace/three";
import { makeStage, say } from "./stage.js";

const { bytes } = await compileMap(await fetch("keep.map"), {
    name: "keep.map",
    onProgress: (stage, fraction) => say(`${stage} ${Math.round(100 * fraction)} %`),
});
const level = await loadLevel(bytes);
const { canvas, camera, scene, run } = makeStage();
const world = new LevelObject(level);
scene.add(world);
const doors = new Doors(level);
const controls = new LevelControls(camera, canvas, level, { doors });

run((seconds) => {
    controls.update(seconds);
    world.place(doors.placements);
    world.update(camera);
    say(`${controls.walker.doing} ${controls.walker.bodyPosition?.map(Math.round)}`);
});
