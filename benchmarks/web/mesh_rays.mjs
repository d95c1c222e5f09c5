// SPDX-License-Identifier: MIT
// Rays on a mesh like a scanned statue, beside three-mesh-bvh, in Node:
//
//     node benchmarks/web/mesh_rays.mjs [--rings N] [--rounds N] [--rays N]
//
// --rings 132 (the default) is a mesh of 69,168 triangles, as many as the Stanford bunny has. Half of
// the rays begin outside and aim at the mesh; the others begin inside. The sides take turns; each round
// of a side is CPU time of the process. The table shows medians of the rounds; ratios are medians of the
// ratios within a round.
import { cpuUsage } from "node:process";
import { parseArgs } from "node:util";
import { BufferAttribute, BufferGeometry, DoubleSide, Ray } from "three";
import { MeshBVH, SAH } from "three-mesh-bvh";
import { initSpatial, TriangleBvh } from "halfspace/spatial";
import { median } from "./median.mjs";

const { values } = parseArgs({
    options: {
        rings: { type: "string", default: "132" },
        rounds: { type: "string", default: "9" },
        rays: { type: "string", default: "20000" },
    },
});
const [rings, rounds, count] = [values.rings, values.rounds, values.rays].map(Number);

let state = 1;
function any() {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
}

// As tests/support/scan.h, with other noise.
function scan() {
    const around = 2 * rings;
    const positions = [];
    const add = (down, turn) => {
        const r =
            1 +
            0.15 * Math.sin(7 * down) * Math.cos(5 * turn) +
            0.05 * Math.sin(31 * down + 3 * turn) +
            (0.3 / rings) * any();
        const flat = r * Math.sin(down);
        positions.push(flat * Math.cos(turn), flat * Math.sin(turn), r * Math.cos(down));
    };
    add(0, 0);
    for (let ring = 1; ring < rings; ++ring) {
        for (let i = 0; i < around; ++i) {
            add((ring * Math.PI) / rings, (i * Math.PI) / rings);
        }
    }
    add(Math.PI, 0);
    const bottom = positions.length / 3 - 1;
    const at = (ring, i) => 1 + (ring - 1) * around + (i % around);
    const index = [];
    for (let i = 0; i < around; ++i) {
        index.push(0, at(1, i), at(1, i + 1));
        for (let ring = 1; ring + 1 < rings; ++ring) {
            index.push(at(ring, i), at(ring + 1, i), at(ring + 1, i + 1));
            index.push(at(ring, i), at(ring + 1, i + 1), at(ring, i + 1));
        }
        index.push(at(rings - 1, i), bottom, at(rings - 1, i + 1));
    }
    return [new Float32Array(positions), new Uint32Array(index)];
}

function makeRays() {
    const rays = new Float64Array(6 * count);
    for (let i = 0; i < count; ++i) {
        const ray = [any(), any(), any(), any(), any(), any()];
        const far = i % 2 ? 0.3 : 3 / Math.hypot(...ray.slice(0, 3));
        for (let axis = 0; axis < 3; ++axis) {
            ray[axis] *= far;
            ray[3 + axis] = i % 2 ? ray[3 + axis] : ray[3 + axis] * 0.7 - ray[axis];
        }
        const length = Math.hypot(...ray.slice(3));
        rays.set(
            ray.map((x, k) => (k < 3 ? x : x / length)),
            6 * i,
        );
    }
    return rays;
}

const cpu = () => cpuUsage().user + cpuUsage().system;

await initSpatial();
const [positions, index] = scan();
const rays = makeRays();
const geometry = new BufferGeometry();
geometry.setAttribute("position", new BufferAttribute(positions, 3));
geometry.setIndex(new BufferAttribute(index.slice(), 1)); // MeshBVH sorts it

let start = cpu();
const tree = new TriangleBvh(positions, index);
const buildOurs = cpu() - start;
start = cpu();
const bvh = new MeshBVH(geometry, { strategy: SAH });
const buildSah = cpu() - start;
start = cpu();
const centre = new MeshBVH(geometry.clone());
const buildCentre = cpu() - start;

function peer(bvh) {
    const ray = new Ray();
    return () => {
        let sum = 0;
        for (let i = 0; i < rays.length; i += 6) {
            ray.origin.fromArray(rays, i);
            ray.direction.fromArray(rays, i + 3);
            sum += bvh.raycastFirst(ray, DoubleSide)?.distance ?? 0;
        }
        return sum;
    };
}
const sides = {
    "single calls": () => {
        let sum = 0;
        for (let i = 0; i < rays.length; i += 6) {
            sum += tree.raycast(rays.subarray(i, i + 3), rays.subarray(i + 3, i + 6))?.t ?? 0;
        }
        return sum;
    },
    batch: () => tree.raycastAll(rays).t.reduce((sum, t) => sum + (t < Infinity ? t : 0), 0),
    "three-mesh-bvh, SAH": peer(bvh),
    "three-mesh-bvh, default": peer(centre),
};
const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
const sums = {};
for (let round = -2; round < rounds; ++round) {
    for (const [name, run] of Object.entries(sides)) {
        start = cpu();
        sums[name] = run();
        if (round >= 0) {
            times[name].push(((cpu() - start) * 1e3) / count);
        }
    }
}

const triangles = index.length / 3;
console.log(`${triangles} triangles; ${count} rays; the sums of their t are`);
console.log(
    Object.values(sums)
        .map((sum) => sum.toFixed(4))
        .join(", "),
);
console.log(
    `build, ms of CPU: ours ${buildOurs / 1e3}, SAH ${buildSah / 1e3}, default ${buildCentre / 1e3}`,
);
console.log("| rays | ns a ray | SAH / this | default / this |\n| --- | --- | --- | --- |");
for (const [name, own] of Object.entries(times)) {
    const ratio = (other) =>
        median(own.map((x, i) => times[`three-mesh-bvh, ${other}`][i] / x)).toFixed(2);
    console.log(`| ${name} | ${median(own).toFixed(0)} | ${ratio("SAH")} | ${ratio("default")} |`);
}
