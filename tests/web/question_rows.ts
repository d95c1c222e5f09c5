// SPDX-License-Identifier: MIT
// One table of the single questions that JavaScript asks a collision world: the rows of
// tests/bindings/c_questions.c, with the same names in the same order.
import type { AskWorld, CollisionWorld, Contact, PlacedShape, Point } from "halfspace";

export interface Asked {
    space: number;
    body: PlacedShape;
    from: Point;
    to: Point;
    /** A box goes from `from` to here. */
    high: Point;
    how: AskWorld;
}

export type Answer = boolean | number | Contact | Point | null;

/** As UNSTICK_DISTANCE of c_questions.c. */
const kUnstickDistance = 24;

export const questions: Record<string, (world: CollisionWorld, asked: Asked) => Answer> = {
    point_contents: (world, { from, how }) => world.contents(from, how),
    line_of_sight: (world, { from, to, how }) => world.sees(from, to, how),
    overlaps_box: (world, { from, high, how }) => world.overlapsBox(from, high, how),
    is_free: (world, { space, from, how }) => world.isFree(space, from, how),
    unstick: (world, { space, from, how }) => world.unstick(space, from, kUnstickDistance, how),
    trace: (world, { space, from, to, how }) => world.trace(space, from, to, how),
    sweep: (world, { body, from, to, how }) => world.sweep(body, from, to, how),
    is_free_shape: (world, { body, from, how }) => world.isShapeFree(body, from, how),
};
