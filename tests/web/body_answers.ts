// SPDX-License-Identifier: MIT
// Hashes of answers about bodies of any shape: those of body_questions.c.
import type { Controls, Level, Mover, Point, PlacedShape, Shape } from "halfspace";
import { turnedModels } from "./answers.js";
import { expectEqual } from "./checks.js";
import { Hash, Random } from "./hash.js";
import { type Answer, questions } from "./question_rows.js";
import {
    Places,
    kMaxModels,
    kPairs,
    kPoints,
    nextAngles,
    nextDegrees,
    segmentsOf,
} from "./questions.js";

type Halfspace = typeof import("halfspace");

const kWalkers = 4;
const kWalkSteps = 2500;

/** The shape of number 0 to 4. The hull's corners are whole numbers. */
function newShape({ Shape }: Halfspace, number: number): Shape {
    switch (number) {
        case 0:
            return Shape.box([16, 12, 28]);
        case 1:
            return Shape.sphere(8.5);
        case 2:
            return Shape.capsule(14, 12);
        case 3:
            return Shape.cylinder(20, 12.25);
        default:
            return Shape.hull(Float64Array.of(12, 0, -9, -7, 11, -9, -8, -10, -9, 1, 2, 20));
    }
}

/** The words of c_questions.c. */
function addAnswer(hash: Hash, answer: Answer): void {
    const word = (value: number | boolean) => {
        hash.word(Number(value));
        hash.word(0);
    };
    if (typeof answer !== "object") {
        word(answer);
    } else if (answer === null || Array.isArray(answer)) {
        word(answer !== null);
        hash.doubles(answer ?? [0, 0, 0]);
    } else {
        word(answer.hit);
        word(answer.startBlocked);
        hash.doubles([answer.fraction, ...answer.point, ...answer.end, ...answer.normal]);
        [answer.contents, answer.model, answer.obstacle].forEach(word);
        [answer.mesh, answer.triangle, answer.plane, answer.node].forEach(word);
    }
}

/** The answer of a batch is that of the single question. */
export function expectSame(alone: Answer, inBatch: Answer, name: string): void {
    const number = (answer: Answer) => (typeof answer === "boolean" ? Number(answer) : answer);
    expectEqual(number(inBatch), number(alone), `the batch of ${name}`);
}

/** The other corner of a box. */
const highOf = ([x, y, z]: Point | Float64Array, i: number) => [
    x + 1 + (i % 64),
    y + 1 + (i % 32),
    z + 1 + (i % 16),
];

/** All questions and their batches, as in body_questions.c. A batch answers as single questions do. */
export function hashQuestions(halfspace: Halfspace, level: Level): Hash {
    const numbers = segmentsOf(level, 15, kPoints);
    const size = (6 * kPoints) / 10;
    const random = new Random(16);
    const hash = new Hash();
    for (let i = 0; i < 30; ++i) {
        const angles = i >= 5 ? nextAngles(random) : [0, 0, 0];
        const shape = newShape(halfspace, i % 5);
        const body = { ...level.turnedPlacement(0, [0, 0, 0], angles), shape };
        const own = numbers.subarray(size * (i % 10), size * ((i % 10) + 1));
        const how = { model: i >= 20 && level.modelCount > 1 ? 1 : 0 };
        const asked = { space: i % level.spaces.length, body, how };
        for (const [name, { ask, askAll, width }] of Object.entries(questions)) {
            const all = askAll?.(level, own, asked);
            for (let k = 0; all && k < all.length; ++k) {
                addAnswer(hash, all.at(k)!);
            }
            for (let k = 0; k < kPairs; ++k) {
                const from = own.subarray(6 * k, 6 * k + 3);
                const to = own.subarray(6 * k + 3, 6 * k + 6);
                const answer = ask(level, { ...asked, from, to, high: highOf(from, k) });
                addAnswer(hash, answer);
                expectSame(answer, all?.at((6 / width!) * k) ?? answer, name);
            }
        }
        shape.dispose();
    }
    return hash;
}

/** All questions in a world with one obstacle of each shape. */
export function hashModels(halfspace: Halfspace, level: Level): Hash {
    const all = new Places(level, 17);
    const world = turnedModels(halfspace, level, all);
    for (let k = 0; k < 5; ++k) {
        const shape = newShape(halfspace, k);
        world.placeObstacle({ id: 10 * k + 1, body: { shape }, position: all.next(1) });
        shape.dispose();
    }
    const body = { shape: newShape(halfspace, 2) };
    const hash = new Hash();
    for (let i = 0; i < kPairs; ++i) {
        const { from, to } = all.nextSegment(i);
        const high = highOf(from, i);
        const without = { obstacles: [(i % 5) * 10 + 1], models: [(i % 3) + 1] };
        const how = i % 7 === 0 ? {} : { without };
        for (const [name, { ask }] of Object.entries(questions)) {
            hash.text(name);
            addAnswer(hash, ask(world, { space: i % 2, body, from, to, high, how }));
        }
    }
    body.shape.dispose();
    world.dispose();
    return hash;
}

/** A model at a step: all rise and sink. */
const modelAt = (model: number, step: number) => ({
    model,
    translation: [0, 0, Math.abs((step % 128) - 64) * 0.75],
});

/** Room for a standing body near the origin of any entity; after 1000 tries any place. */
function startPlace(level: Level, all: Places) {
    for (let i = 0; i < 1000; ++i) {
        const entity = level.entities[all.random.next() % level.entities.length];
        const origin = entity.vec3("origin");
        const place = origin && level.unstick("stand", origin, 64);
        if (place) {
            return place;
        }
    }
    return all.next(64);
}

function nextControls(random: Random, step: number): Controls {
    const pitch = nextDegrees(random) / 4;
    const yaw = nextDegrees(random);
    const left = ((random.next() % 255) - 127) / 127;
    const up = ((random.next() % 255) - 127) / 127;
    const jump = Math.floor(step / 16) % 4 === 2;
    const crouch = Math.floor(step / 64) % 4 === 1;
    return { forward: 1, left, up, pitch, yaw, jump, crouch };
}

const kProblems = ["", "bad state", "stuck", "too many near"];

export function hashWalks(halfspace: Halfspace, level: Level): Hash {
    const all = new Places(level, 18);
    const world = new halfspace.CollisionWorld(level);
    const walkers: Mover[] = [];
    const controls: Controls[] = [];
    for (let id = 0; id < kWalkers; ++id) {
        const position = startPlace(level, all);
        walkers.push(new halfspace.Mover(world, { position }));
        world.placeObstacle({ id, body: "stand", position });
    }
    const count = Math.min(level.modelCount - 1, kMaxModels);
    for (let model = 1; model <= count; ++model) {
        world.placeModel(modelAt(model, 0));
    }
    const hash = new Hash();
    for (let step = 0; step < kWalkSteps; ++step) {
        world.endStep();
        for (let model = 1; model <= count; ++model) {
            world.moveModel(modelAt(model, step + 1));
        }
        for (let i = 0; i < kWalkers; ++i) {
            if (step % 16 === 0) {
                controls[i] = nextControls(all.random, step);
            }
            const moved = walkers[i].step(controls[i], { without: { obstacles: [i] } });
            world.placeObstacleAt(i, walkers[i].position);
            hash.memory(new Uint32Array(walkers[i].save().slice().buffer));
            hash.word(kProblems.indexOf(moved.problem));
            hash.word(moved.walls.length);
            hash.flag(moved.crush !== null);
            hash.doubles([moved.stepped]);
            hash.word(moved.liquid);
        }
    }
    walkers.forEach((walker) => walker.dispose());
    world.dispose();
    return hash;
}

function addPair(hash: Hash, halfspace: Halfspace, a: PlacedShape, b: PlacedShape): void {
    hash.flag(halfspace.shapesOverlap(a, b));
    const apart = halfspace.shapesDistance(a, b);
    hash.doubles([apart.distance, apart.error]);
    hash.doubles([...apart.pointA, ...apart.pointB, ...apart.normal]);
    const deep = halfspace.shapesPenetration(a, b);
    if (deep !== null) {
        const points = halfspace.contactPoints(a, b, deep, 0.125);
        hash.doubles([deep.depth, ...deep.normal, ...deep.point, deep.error]);
        for (const { point, depth } of points) {
            hash.doubles([...point, depth]);
        }
    }
    const impact = halfspace.shapesTimeOfImpact(a, b, [-64, -48, -32], 1 / 64);
    if (impact !== null) {
        hash.doubles([impact.fraction, impact.distance, ...impact.normal, ...impact.point]);
    }
}

/** Pairs of shapes near each other, the second one turned. The level only places them. */
export function hashShapes(halfspace: Halfspace, level: Level): Hash {
    const random = new Random(20);
    const shapes = [0, 1, 2, 3, 4].map((number) => newShape(halfspace, number));
    const hash = new Hash();
    for (let i = 0; i < 5 * kPairs; ++i) {
        const angles = nextAngles(random);
        const pivot = [0, 0, 0].map(() => (random.next() % 4096) / 64 - 32);
        const turned = level.turnedPlacement(0, pivot, angles);
        const b = { ...turned, shape: shapes[Math.floor(i / 5) % 5] };
        addPair(hash, halfspace, { shape: shapes[i % 5] }, b);
    }
    shapes.forEach((shape) => shape.dispose());
    return hash;
}
