// SPDX-License-Identifier: MIT
// One table of the questions that JavaScript asks a level or a collision world: the rows of
// tests/bindings/c_questions.c, with the same names in the same order, and with the same batches.
import type {
    AskLevel,
    AskWorld,
    CollisionWorld,
    Contact,
    ContactList,
    Level,
    PlacedShape,
    Point,
    Vec3,
} from "halfspace";

type World = Level | CollisionWorld;

/** What a batch reads beside its numbers. */
export interface AskedAll {
    space: number;
    body: PlacedShape;
    how: AskLevel & AskWorld;
}

export interface Asked extends AskedAll {
    from: Vec3;
    to: Vec3;
    /** A box goes from `from` to here. */
    high: Vec3;
}

export type Answer = boolean | number | Contact | Point | null;

export interface Question {
    ask(world: World, asked: Asked): Answer;
    /** The batch, if there is one. */
    askAll?(
        world: World,
        numbers: ArrayLike<number>,
        asked: AskedAll,
    ): Uint8Array | Uint32Array | ContactList;
    /** How many numbers the batch takes for each: 3 for a point, 6 for a segment. */
    width?: 3 | 6;
}

/** As UNSTICK_DISTANCE of c_questions.c. */
const kUnstickDistance = 24;

export const questions: Record<string, Question> = {
    point_contents: {
        ask: (world, { from, how }) => world.contents(from, how),
        askAll: (world, points, { how }) => world.contentsAll(points, how),
        width: 3,
    },
    line_of_sight: {
        ask: (world, { from, to, how }) => world.sees(from, to, how),
        askAll: (world, segments, { how }) => world.seesAll(segments, how),
        width: 6,
    },
    overlaps_box: {
        ask: (world, { from, high, how }) => world.overlapsBox(from, high, how),
    },
    is_free: {
        ask: (world, { space, from, how }) => world.isFree(space, from, how),
        askAll: (world, places, { space, how }) => world.isFreeAll(space, places, how),
        width: 3,
    },
    unstick: {
        ask: (world, { space, from, how }) => world.unstick(space, from, kUnstickDistance, how),
    },
    trace: {
        ask: (world, { space, from, to, how }) => world.trace(space, from, to, how),
        askAll: (world, segments, { space, how }) => world.traceAll(space, segments, how),
        width: 6,
    },
    sweep: {
        ask: (world, { body, from, to, how }) => world.sweep(body, from, to, how),
        askAll: (world, segments, { body, how }) => world.sweepAll(body, segments, how),
        width: 6,
    },
    is_free_shape: {
        ask: (world, { body, from, how }) => world.isShapeFree(body, from, how),
    },
};
