// SPDX-License-Identifier: MIT
// Levels for the tests of halfspace/three.
import { compileMap, loadLevel, type Level } from "halfspace";
import { readFile } from "node:fs/promises";

export { box, entity } from "../map_text.js";

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
