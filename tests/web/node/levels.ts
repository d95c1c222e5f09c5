// SPDX-License-Identifier: MIT
// Levels for the tests of halfspace/three.
import {
    CollisionWorld,
    compileMap,
    loadLevel,
    type Level,
    type Placement,
    type Point,
} from "halfspace";
import { readFile } from "node:fs/promises";

export { box, entity, gatedRooms } from "../map_text.js";

const examples = new URL("../../../examples/levels/", import.meta.url);

/** A level of examples/levels. */
export async function exampleLevel(name: string): Promise<Level> {
    const source = await readFile(new URL(name, examples));
    return loadLevel((await compileMap(source, { name })).bytes, { name });
}

/** The level of such entities. */
export async function levelOf(...entities: string[]): Promise<Level> {
    return loadLevel((await compileMap(entities.join(""), { name: "test.map" })).bytes);
}

/** Whether the standing body has room among models at these places. */
export function isFreeAmong(level: Level, position: Point, models: readonly Placement[]): boolean {
    const world = new CollisionWorld(level);
    models.forEach((model) => world.placeModel(model));
    const isFree = world.isFree("stand", position);
    world.dispose();
    return isFree;
}
