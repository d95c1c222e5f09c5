// SPDX-License-Identifier: MIT
// Hashes of answers about bodies among the triangles of meshes: those of mesh_questions.c.
import type { CollisionMesh, Level, MeshTouch, Shape, Sides } from "halfspace";
import { Hash, Random } from "./hash.js";
import { nextAngles, nextDegrees } from "./questions.js";

type Halfspace = typeof import("halfspace");

const kEdge = 24;
const kCell = 64;
const kMotions = 64;
const kWalkSteps = 1500;
const kNothing = 77;

/** A number of 64ths of a unit, from -range to range. Exact. */
const nextNumber = (random: Random, range: number) =>
    (random.next() % (128 * range + 1)) / 64 - range;

function nextPoint(random: Random, range: number, height: number): number[] {
    return [nextNumber(random, range), nextNumber(random, range), nextNumber(random, height)];
}

/** Rough ground around the origin. Every seventh square is a hole. */
function newGround({ CollisionMesh }: Halfspace, random: Random): CollisionMesh {
    const positions: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i < kEdge * kEdge; ++i) {
        const x = kCell * ((i % kEdge) - kEdge / 2);
        const y = kCell * (Math.floor(i / kEdge) - kEdge / 2);
        positions.push(x, y, nextNumber(random, 12));
    }
    for (let i = 0; i < kEdge * (kEdge - 1); ++i) {
        if (i % kEdge !== kEdge - 1 && i % 7 !== 0) {
            indices.push(i, i + 1, i + kEdge + 1, i, i + kEdge + 1, i + kEdge);
        }
    }
    return new CollisionMesh(Float64Array.from(positions), indices);
}

function newBody({ Shape }: Halfspace, number: number): Shape {
    switch (number) {
        case 0:
            return Shape.box([10, 7, 16]);
        case 1:
            return Shape.sphere(9);
        case 2:
            return Shape.capsule(12, 8);
        default:
            return Shape.cylinder(14, 8.25);
    }
}

function addTouch(hash: Hash, touch: MeshTouch): void {
    hash.word(touch.triangle);
    hash.flag(touch.startBlocked);
    hash.doubles([touch.fraction, ...touch.point, ...touch.normal]);
}

/** All questions about one body among the triangles of one mesh. */
function addQuestions(
    hash: Hash,
    ground: CollisionMesh,
    body: Parameters<CollisionMesh["sweep"]>[0],
    how: { sides: Sides; stands?: object },
    skin: number,
    random: Random,
): void {
    const motions: number[] = [];
    for (let i = 0; i < kMotions; ++i) {
        motions.push(...nextPoint(random, 300, 20), ...nextPoint(random, 100, 60));
    }
    const touches = ground.sweepAll(body, motions, { ...how, skin });
    for (let i = 0; i < kMotions; ++i) {
        addTouch(hash, touches.at(i));
    }
    const touch = ground.sweep(body, motions.slice(0, 3), { ...how, skin });
    hash.flag(touch !== null);
    if (touch !== null) {
        addTouch(hash, touch);
    }
    const place = how.stands === undefined ? {} : { stands: how.stands };
    hash.flag(ground.overlaps(body, place));
    const deepest = ground.deepestOverlap(body, place);
    if (deepest !== null) {
        hash.word(deepest.triangle);
        hash.doubles([deepest.depth, ...deepest.normal, ...deepest.point]);
    }
    hash.doubles(ground.unstick(body, 32, place) ?? []);
}

const kProblems = ["", "bad state", "stuck", "too many near"];

/** A mover among the ground, a lift that turns, and a fence that is left out now and then. */
function addWalk(
    hash: Hash,
    halfspace: Halfspace,
    level: Level,
    ground: CollisionMesh,
    random: Random,
): void {
    const corners = [-90, -90, 0, 90, -90, 0, 90, 90, 0, -90, 90, 0];
    const lift = new halfspace.CollisionMesh(corners, [0, 1, 2, 0, 2, 3], { builder: "ploc" });
    const shape = newBody(halfspace, 2);
    const world = new halfspace.CollisionWorld();
    world.placeMesh({ id: 1, mesh: ground });
    world.placeMesh({ id: 4, mesh: lift });
    const upright = level.turnedPlacement(0, [0, 0, 0], [0, 0, 90]);
    world.placeMesh({
        ...upright,
        id: 9,
        mesh: lift,
        sides: "front",
        translation: [upright.translation[0], upright.translation[1], 200],
    });
    lift.dispose();
    const start = [20, 10, 60];
    const body = { shape, offset: [0, 0, 20] };
    const mover = new halfspace.Mover(world, { position: start, stand: body, crouch: body });
    let controls = {};
    for (let i = 0; i < kWalkSteps; ++i) {
        const to = level.turnedPlacement(0, [0, 0, 0], [0, ((i % 512) * 45) / 64, 0]);
        const height = Math.abs((i % 256) - 128) * 0.5 - 8;
        if (i % 16 === 0) {
            const yaw = nextDegrees(random);
            controls = { yaw, forward: i % 64 === 0 ? 0 : 1, jump: i % 48 === 0 };
        }
        world.endStep();
        world.moveMesh(4, { ...to, translation: [to.translation[0], to.translation[1], height] });
        const step = mover.step(controls, i % 5 === 0 ? { without: { meshes: [9] } } : {});
        if (i % 300 === 299) {
            mover.position = start;
        }
        hash.memory(new Uint32Array(mover.save().slice().buffer));
        hash.word(kProblems.indexOf(step.problem));
        const wall = step.walls[0];
        hash.word(wall ? wall.mesh : kNothing);
        hash.word(wall ? wall.triangle : kNothing);
        hash.word(step.crush ? step.crush.mesh : kNothing);
    }
    mover.dispose();
    shape.dispose();
    world.dispose();
}

/** The level only turns placements. */
export function hashMeshes(halfspace: Halfspace, level: Level): Hash {
    const random = new Random(21);
    const hash = new Hash();
    const ground = newGround(halfspace, random);
    for (let i = 0; i < 100; ++i) {
        const pivot = nextPoint(random, 200, 20);
        const angles = i >= 20 ? nextAngles(random) : [0, 0, 0];
        const stands = level.turnedPlacement(0, pivot, angles);
        const shape = newBody(halfspace, i % 4);
        const body = { shape, translation: nextPoint(random, 200, 20) };
        const sides = i % 2 === 0 ? "both" : "front";
        const how = i % 3 === 0 ? { sides } : { sides, stands };
        addQuestions(hash, ground, body, how as { sides: Sides }, (i % 3) / 32, random);
        shape.dispose();
    }
    addWalk(hash, halfspace, level, ground, random);
    ground.dispose();
    return hash;
}
