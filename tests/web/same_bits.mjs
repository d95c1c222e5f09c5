// SPDX-License-Identifier: MIT
// The questions of tests/python/same_bits.cpp, asked of the npm package: made of whole numbers. Writes
// the same JSON: for each question the CRC-32 of the answers of each block of questions.
//
//   node tests/web/same_bits.mjs COUNT LEVEL.hsw...
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import * as halfspace from "../../bindings/npm/dist/index.js";
import { TriangleBvh, initSpatial } from "../../bindings/npm/dist/spatial/index.js";

const kBlock = 16384;
const [kSteps, kTurns, kCubes] = [10, 5, 100];
const kNone = 0xffffffff;

// --- Numbers.

/** The number i of a stream. */
function number(stream, i) {
    let x = (Math.imul(i, 0x9e3779b9) + Math.imul(stream, 0x85ebca6b)) >>> 0;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b) >>> 0;
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0;
    return (x ^ (x >>> 16)) >>> 0;
}

/** Places in a box whose sides are whole, in steps of 1/64; every other one on a coarse lattice. */
class Places {
    constructor(low, high, coarse) {
        this.low = low;
        this.size = low.map((from, axis) => 64 * (high[axis] - from) + 1);
        this.coarse = coarse;
    }

    at(stream, i) {
        return this.low.map((from, axis) => {
            const offset = number(stream, 3 * i + axis) % this.size[axis];
            return from + (offset - (offset % (i % 2 === 0 ? 1 : this.coarse))) / 64;
        });
    }

    segment(stream, i) {
        const from = this.at(stream, i);
        const to = this.at(stream + 1, i);
        return [...from, ...to.map((x, k) => (i % 4 < 2 ? from[k] + (x - from[k]) / 32 : x))];
    }
}

// --- Answers.

const kTable = Uint32Array.from({ length: 256 }, (_, i) => {
    let entry = i;
    for (let bit = 0; bit < 8; ++bit) {
        entry = (entry >>> 1) ^ ((entry & 1) !== 0 ? 0xedb88320 : 0);
    }
    return entry;
});

/** The CRC-32 of typed arrays, one after the other. */
function crcOf(columns) {
    let crc = ~0;
    for (const { buffer, byteOffset, byteLength } of columns) {
        for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) {
            crc = kTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
        }
    }
    return ~crc >>> 0;
}

/** The blocks of the questions 0 to count - 1. ask(i): the columns of the answers to questions i. */
function askAll(count, ask) {
    const blocks = [];
    for (let begin = 0; begin < count; begin += kBlock) {
        const size = Math.min(count - begin, kBlock);
        blocks.push(crcOf(ask(Array.from({ length: size }, (_, k) => begin + k))));
    }
    return blocks;
}

const doubles = (numbers) => Float64Array.from(numbers.flat());

function contactColumns(contacts) {
    return [
        contacts.hits,
        contacts.startsBlocked,
        contacts.fractions,
        contacts.points,
        contacts.ends,
        contacts.normals,
        contacts.contents,
        contacts.models,
        contacts.obstacles,
        contacts.meshes,
        contacts.triangles,
        contacts.planes,
        contacts.nodes,
    ];
}

// --- Questions.

/** How far three beams come, by traces. */
function beamColumns(level, points) {
    const kRange = 300;
    const distances = new Float64Array(3 * points.length);
    [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
    ].forEach((way, k) => {
        const ends = points.map((p) => p.map((x, axis) => x + way[axis] * kRange));
        const segments = doubles(points.map((p, i) => [...p, ...ends[i]]));
        const { fractions, startsBlocked } = level.traceAll(0, segments, { skin: 0 });
        points.forEach((_, i) => {
            distances[3 * i + k] = startsBlocked[i] === 1 ? 0 : fractions[i] * kRange;
        });
    });
    return [distances];
}

const kProblems = ["", "bad state", "stuck", "too many near"];

/** Ten steps with each of five controls. */
function walk(level, mover, i) {
    let problem = "";
    for (let turn = 0; turn < kTurns; ++turn) {
        const u = number(8, kTurns * i + turn);
        const controls = {
            yaw: (((u << 16) >> 16) * 45) / 8192,
            forward: 1,
            left: (((u >>> 16) % 255) - 127) / 127,
            jump: (u >>> 24) % 4 === 0,
            crouch: (u >>> 26) % 8 === 0,
        };
        for (let step = 0; step < kSteps; ++step) {
            ({ problem } = mover.step(controls));
        }
    }
    return kProblems.indexOf(problem);
}

function moverColumns(level, places, numbers) {
    const states = [];
    const problems = numbers.map((i) => {
        const mover = new halfspace.Mover(level, { position: places.at(7, i) });
        const problem = walk(level, mover, i);
        states.push(...mover.save());
        mover.dispose();
        return problem;
    });
    return [Uint8Array.from(states), Uint8Array.from(problems)];
}

function unstickColumns(level, points) {
    const found = points.map((p) => level.unstick("stand", p, 16));
    return [
        Uint8Array.from(found, (place) => (place === null ? 0 : 1)),
        doubles(found.map((place) => (place === null ? [0, 0, 0] : [...place]))),
    ];
}

const { Shape } = halfspace;
const shapes = {
    sweep_box: () => Shape.box([16, 12, 28]),
    sweep_sphere: () => Shape.sphere(8.5),
    sweep_capsule: () => Shape.capsule(14, 12),
    sweep_cylinder: () => Shape.cylinder(20, 12.25),
    sweep_hull: () => Shape.hull(Float64Array.of(12, 0, -9, -7, 11, -9, -8, -10, -9, 1, 2, 20)),
};

function askLevel(level, count, blocks) {
    const { min, max } = level.modelBox(0);
    const low = [...min].map((x) => Math.floor(x) - 16);
    const places = new Places(
        low,
        [...max].map((x) => Math.ceil(x) + 16),
        512,
    );
    const ask = (name, question, share = 1) => {
        (blocks[name] ??= []).push(...askAll(Math.floor(count / share), question));
    };
    const points = (stream, numbers) => doubles(numbers.map((i) => places.at(stream, i)));
    const segments = (stream, numbers) => doubles(numbers.map((i) => places.segment(stream, i)));
    ask("contents", (i) => [Uint32Array.from(level.contentsAll(points(1, i)))]);
    ask("free", (i) => [Uint8Array.from(level.isFreeAll("stand", points(2, i)))]);
    ask("unstick", (i) =>
        unstickColumns(
            level,
            i.map((k) => places.at(3, k)),
        ),
    );
    ask("sight", (i) => [Uint8Array.from(level.seesAll(segments(4, i)))]);
    ask(
        "beams",
        (i) =>
            beamColumns(
                level,
                i.map((k) => places.at(6, k)),
            ),
        3,
    );
    ask("movers", (i) => moverColumns(level, places, i), kTurns * kSteps);
    for (const [name, space] of Object.entries({ trace_point: 0, trace: "stand" })) {
        ask(name, (i) => contactColumns(level.traceAll(space, segments(9, i))));
    }
    for (const [name, make] of Object.entries(shapes)) {
        const shape = make();
        ask(name, (i) => contactColumns(level.sweepAll({ shape }, segments(11, i))));
        shape.dispose();
    }
}

/** A hundred cubes, which overlap. */
function cubes() {
    const faces = [
        0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1,
        5, 7, 1, 7, 3,
    ];
    const shifts = new Places([-5, -5, -5], [5, 5, 5], 64);
    const vertices = [];
    const triangles = [];
    for (let cube = 0; cube < kCubes; ++cube) {
        const [x, y, z] = shifts.at(13, cube);
        for (let corner = 0; corner < 8; ++corner) {
            vertices.push(x + (corner >> 2), y + ((corner >> 1) & 1), z + (corner & 1));
        }
        triangles.push(...faces.map((corner) => 8 * cube + corner));
    }
    return new TriangleBvh(Float64Array.from(vertices), triangles);
}

function askMesh(count, blocks) {
    const mesh = cubes();
    const places = new Places([-8, -8, -8], [8, 8, 8], 64);
    const way = (stream, i) => {
        const [x, y, z] = places.at(stream, i);
        return [x + 1 / 128, y, z];
    };
    blocks.mesh_rays = askAll(count, (i) => {
        const rays = doubles(i.map((k) => [...places.at(14, k), ...way(15, k)]));
        const { triangles, t } = mesh.raycastAll(rays);
        return [triangles, t];
    });
    blocks.mesh_occluded = askAll(count, (i) => [
        Uint8Array.from(i, (k) => (mesh.anyHit(places.at(16, k), way(17, k)) ? 1 : 0)),
    ]);
    blocks.mesh_closest = askAll(count, (i) => {
        const found = i.map((k) => mesh.closestPoint(places.at(18, k)));
        return [
            Uint32Array.from(found, (near) => near?.triangle ?? kNone),
            doubles(found.map((near) => [...near.point])),
            Float64Array.from(found, (near) => near.distance),
        ];
    });
    blocks.mesh_winding = askAll(count, (i) => [
        Int32Array.from(i, (k) => mesh.winding(places.at(19, k))),
    ]);
    mesh.dispose();
}

await initSpatial();
const [count, ...paths] = argv.slice(2);
const blocks = {};
for (const path of paths) {
    const level = await halfspace.loadLevel(new Uint8Array(await readFile(path)));
    askLevel(level, Math.floor(Number(count) / paths.length), blocks);
    level.dispose();
}
askMesh(Number(count), blocks);
console.log(JSON.stringify(blocks));
