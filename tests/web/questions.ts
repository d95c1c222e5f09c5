// SPDX-License-Identifier: MIT
// The numbers that questions are made of: the same as in questions.c, from the same seeds.
import type { Level, Point } from "halfspace";
import { Random } from "./hash.js";

export const kPoints = 100000;
export const kSurfaces = 2000;
export const kPairs = 300;
export const kMaxModels = 40;

/** A whole number of 65536ths of a turn, in degrees. The result is exact. */
export function nextDegrees(random: Random): number {
    return (((random.next() & 0xffff) << 16) >> 16) * (45 / 8192);
}

export function nextAngles(random: Random): Point {
    return [nextDegrees(random), nextDegrees(random), nextDegrees(random)];
}

/** Random places in the box of a level's world, in steps of 1/64 unit. */
export class Places {
    readonly random: Random;
    private readonly low: number[];
    private readonly size: number[];

    constructor(level: Level, seed: number) {
        const { min, max } = level.modelBox(0) ?? { min: [0, 0, 0], max: [0, 0, 0] };
        this.low = min.map((low) => Math.floor(low) * 64);
        this.size = max.map((high, axis) => (Math.ceil(high) - Math.floor(min[axis])) * 64 + 1);
        this.random = new Random(seed);
    }

    /** step: 1 for any place; larger ones give a coarse lattice, which meets planes often. */
    next(step: number): Point {
        const place: Point = [0, 0, 0];
        for (let axis = 0; axis < 3; ++axis) {
            const offset = this.random.next() % this.size[axis];
            place[axis] = (this.low[axis] + offset - (offset % step)) / 64;
        }
        return place;
    }

    /** A long segment, or one of a 32nd of its length. Both ends are exact. */
    nextSegment(number: number): { from: Point; to: Point } {
        const from = this.next(number % 4 < 2 ? 1 : 512);
        const to = this.next(1);
        if (number % 2 === 0) {
            for (let axis = 0; axis < 3; ++axis) {
                to[axis] = from[axis] + (to[axis] - from[axis]) / 32;
            }
        }
        return { from, to };
    }
}

export function segmentsOf(level: Level, seed: number, count: number): Float64Array {
    const all = new Places(level, seed);
    const segments = new Float64Array(6 * count);
    for (let i = 0; i < count; ++i) {
        const { from, to } = all.nextSegment(i);
        segments.set(from, 6 * i);
        segments.set(to, 6 * i + 3);
    }
    return segments;
}
