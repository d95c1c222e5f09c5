// SPDX-License-Identifier: MIT
// A walk on an open mesh, beside three's Octree and three-mesh-bvh, in Node:
//
//     node benchmarks/web/mesh_walks.mjs [--cells N] [--rounds N] [--frames N]
//
// The mesh is hills with walls and pipes on them; --cells 180 (the default) makes some 70,000
// triangles. A mover of ours walks, a step for each frame. The others get its ways: in each frame a
// capsule goes along the way, and is pushed out of what it touches, in five steps as in the examples of
// three (games_fps) and of three-mesh-bvh (characterMovement). They do nothing else of a walk. The sides
// take turns; each round of a side is CPU time of the process. The table shows medians of the rounds;
// ratios are medians of the ratios within a round.
import { cpuUsage } from "node:process";
import { parseArgs } from "node:util";
import {
    BufferAttribute,
    BufferGeometry,
    CylinderGeometry,
    Group,
    Mesh,
    PlaneGeometry,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { CollisionMesh, CollisionWorld, init, Mover, Shape } from "halfspace";
import { WalkableScene } from "halfspace/three";
import { median } from "./median.mjs";
import { BvhPeer, OctreePeer } from "./peers.mjs";

const { values } = parseArgs({
    options: {
        cells: { type: "string", default: "180" },
        rounds: { type: "string", default: "9" },
        frames: { type: "string", default: "2000" },
    },
});
const [cells, rounds, frames] = [values.cells, values.rounds, values.frames].map(Number);
const cpu = () => cpuUsage().user + cpuUsage().system;

// In metres, Y up.
function meshes() {
    const hills = new PlaneGeometry(100, 100, cells, cells).rotateX(-Math.PI / 2);
    const { position } = hills.attributes;
    for (let i = 0; i < position.count; ++i) {
        position.setY(i, Math.sin(position.getX(i) / 4) * Math.cos(position.getZ(i) / 5));
    }
    const walls = Array.from({ length: 12 }, (_, i) =>
        new PlaneGeometry(8, 6, 16, 12)
            .rotateY(i)
            .translate(12 * (i % 4) - 18, 1, 12 * (i >> 2) - 12),
    );
    const pipe = new CylinderGeometry(3, 3, 12, 48, 20, true)
        .rotateZ(Math.PI / 2)
        .translate(12, 2, -6);
    return [hills, ...walls, pipe];
}

// In units, Z up, as CollisionMesh and the peers get it.
function inUnits(geometry) {
    const { array } = geometry.attributes.position;
    const positions = new Float32Array(array.length);
    for (let i = 0; i < array.length; i += 3) {
        positions.set([32 * array[i], -32 * array[i + 2], 32 * array[i + 1]], i);
    }
    const turned = new BufferGeometry();
    turned.setAttribute("position", new BufferAttribute(positions, 3));
    turned.setIndex(new BufferAttribute(Uint32Array.from(geometry.index.array), 1));
    return turned;
}

await init();
const parts = meshes();
const geometry = inUnits(mergeGeometries(parts));
const builds = {};
const timed = (name, make) => {
    const start = cpu();
    const made = make();
    builds[name] = (cpu() - start) / 1e3;
    return made;
};
const root = new Group().add(...parts.map((each) => new Mesh(each)));
timed("WalkableScene", () => new WalkableScene(root)).dispose();
const { array } = geometry.attributes.position;
const index = geometry.index.array;
const mesh = timed("CollisionMesh", () => new CollisionMesh(array, index));
// As high as the body of WalkableScene.
const capsule = { halfHeight: 16, radius: 12, centre: 4 };
const octree = timed("Octree", () => new OctreePeer(geometry.clone(), capsule));
const bvh = timed("three-mesh-bvh", () => new BvhPeer(geometry.clone(), capsule));

const world = new CollisionWorld();
world.placeMesh({ id: 0, mesh });
const controls = (i) => ({ forward: 1, yaw: 97 * (i >> 6), jump: i % 128 === 0 });

/** A mover that has fallen onto the ground, and the ways of its walk. */
function walk(shape) {
    const body = { shape, offset: [0, 0, capsule.centre] };
    const mover = new Mover(world, { position: [0, 0, 100], stand: body, crouch: body });
    for (let i = 0; i < 64; ++i) {
        mover.step();
    }
    const start = mover.save();
    const ways = new Float64Array(6 * frames);
    for (let i = 0; i < frames; ++i) {
        ways.set(mover.position, 6 * i);
        mover.step(controls(i));
        const [x, y, z] = mover.position;
        ways.set([x, y, z - 0.2], 6 * i + 3); // gravity presses onto the ground
    }
    const steps = () => {
        mover.restore(start);
        for (let i = 0; i < frames; ++i) {
            mover.step(controls(i));
        }
    };
    const upright = { shape, translation: [0, 0, capsule.centre] };
    const motions = Float64Array.from(ways, (x, k) => (k % 6 < 3 ? x : x - ways[k - 3]));
    const into = mesh.sweepAll(upright, motions);
    return { ways, steps, sweeps: () => mesh.sweepAll(upright, motions, { into }) };
}

const box = walk(Shape.box([12, 12, 28]));
const round = walk(Shape.capsule(capsule.halfHeight, capsule.radius));
const each = (peer) => () => {
    for (let i = 0; i < frames; ++i) {
        peer.move(round.ways, i);
    }
};
const sides = {
    "a step of a mover, a box": box.steps,
    "the same with a capsule": round.steps,
    "a sweep of a box, in a batch": box.sweeps,
    "the same with a capsule, in a batch": round.sweeps,
    Octree: each(octree),
    "three-mesh-bvh": each(bvh),
};
const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
for (let round = -2; round < rounds; ++round) {
    for (const [name, run] of Object.entries(sides)) {
        const begin = cpu();
        run();
        if (round >= 0) {
            times[name].push((cpu() - begin) / frames);
        }
    }
}

console.log(`${index.length / 3} triangles; ${frames} frames`);
console.log(
    `touched: Octree ${octree.touches / (frames * (rounds + 2))}, three-mesh-bvh ${bvh.touches / (frames * (rounds + 2))}`,
);
console.log(
    `build, ms of CPU: ${Object.entries(builds)
        .map(([name, time]) => `${name} ${time.toFixed(0)}`)
        .join(", ")}`,
);
console.log("| a frame | µs | Octree / this | three-mesh-bvh / this |\n| --- | --- | --- | --- |");
for (const [name, own] of Object.entries(times)) {
    const ratio = (other) => median(own.map((x, i) => times[other][i] / x)).toFixed(1);
    console.log(
        `| ${name} | ${median(own).toFixed(2)} | ${ratio("Octree")} | ${ratio("three-mesh-bvh")} |`,
    );
}
