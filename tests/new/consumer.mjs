// SPDX-License-Identifier: MIT
// A program of a stranger, in a folder where only the packed package is installed:
//     node consumer.mjs keep.map
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { argv } from "node:process";
import { Contents, Frustum, ModelOrder, Mover, Shape, compileMap, loadLevel } from "halfspace";
import { initSpatial, Octree } from "halfspace/spatial";

const source = await readFile(argv[2]);
const stages = [];
const { bytes } = await compileMap(source, {
    name: "keep.map",
    onProgress: (stage) => stages.push(stage),
});
assert(stages.length > 0);

const level = await loadLevel(bytes);
const here = [64, 256, 60];
const there = [64, 256, -60];
const floor = 24 + 1 / 32;
assert.equal(level.contents(here), 0);
assert.equal(level.contents([64, 256, -8]), Contents.Solid);
assert.equal(level.sees(here, there), false);
assert.equal(level.isFree("stand", here), true);
assert.equal(level.unstick("stand", here, 16)[2], 60);
assert.equal(level.overlapsBox([60, 250, -8], [70, 260, 8]), true);

const contact = level.trace("stand", here, there);
assert.deepEqual(contact.normal, [0, 0, 1]);
assert.equal(contact.end[2], floor);
assert.equal(typeof level.touchedSurface("stand", contact).material, "string");
assert.deepEqual(level.traceAll("stand", [...here, ...there]).at(0), contact);

const shape = Shape.box([16, 16, 24]);
assert.equal(level.sweep({ shape }, here, there).end[2], floor);

const mover = new Mover(level, { position: here });
for (let i = 0; i < 200; ++i) {
    mover.step({});
}
assert.equal(mover.mode, "ground");

assert.equal(level.entities[0].get("classname"), "worldspawn");
const order = new ModelOrder(level);
const frustum = Frustum.lookAt(here, [0, 0, 60], 90, 1.5);
assert(order.sort(here, { frustum }).items.length > 0);
assert(level.orderFaces(here).length > 0);

// The octree has a module of its own.
await initSpatial();
const octree = new Octree();
const crate = octree.insert([0, 0, 0], [1, 1, 1]);
assert.deepEqual([...octree.inSphere([4, 0, 0], 3)], [crate]);

// The files can be found, for those who put them elsewhere.
for (const name of ["halfspace.wasm", "halfspace_compile.wasm", "halfspace_spatial.wasm"]) {
    assert(
        createRequire(import.meta.url)
            .resolve(`halfspace/${name}`)
            .endsWith(name),
    );
}
for (const object of [octree, order, mover, shape, level]) {
    object.dispose();
}
console.log("the packed package works");
