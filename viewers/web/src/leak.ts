// SPDX-License-Identifier: MIT
// What the page tells and draws of a level that leaks.
import type { Leak, Point } from "halfspace";
import { toThree } from "halfspace/three";
import type { Vector3 } from "three";

// The middle of the box around points.
function middleOf(points: readonly Point[]): Point {
    return [0, 1, 2].map((axis) => {
        const all = points.map((point) => point[axis]!);
        return (Math.min(...all) + Math.max(...all)) / 2;
    }) as Point;
}

// Where the level is to be closed; without an opening: the entity that is outside.
function holeOf({ line, opening }: Leak): Point {
    return opening.length > 0 ? middleOf(opening) : line[0]!;
}

/** What leaks, where, and how the picture shows it. */
export function leakWords(leak: Leak): string {
    const text = leak.text[0]!.toUpperCase() + leak.text.slice(1);
    return `${text}. The red line shows the way; B hides it.`;
}

/** Where the label of a leak is [metres]. */
export function leakLabelAt(leak: Leak): Vector3 {
    return toThree(holeOf(leak));
}

/** The ends of the lines of a leak, x, y, z of each [metres]: the way, and around the opening. */
export function leakEnds({ line, opening }: Leak): Float32Array {
    const way = line.slice(1).map((point, i) => [line[i]!, point]);
    const around = opening.map((point, i) => [point, opening[(i + 1) % opening.length]!]);
    return Float32Array.from(
        [...way, ...around].flat().flatMap((point) => toThree(point).toArray()),
    );
}
