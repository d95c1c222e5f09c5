// SPDX-License-Identifier: MIT
// Where a level or an object is open, in red: lines that are seen from far away, and ribbons for who is
// near. They shine through what is before them.
import { Vector3 } from "three";
import type { RedLines, Tinted } from "./overlay.js";

const red = [255, 60, 48] as const;
const hiddenOpacity = 110; // of 255, behind something
const halfWidth = 0.02; // of a ribbon [metres]
const widestShare = 0.02; // half the width of a ribbon, beside the length of its line

function reddened(positions: Float32Array, opacity = 255): Tinted {
    const tints = new Uint8Array((4 * positions.length) / 3);
    tints.forEach((_, i) => (tints[i] = red[i % 4] ?? opacity));
    return { positions, tints };
}

/** ends: x, y, z of the two ends of each line [metres]. */
export function redLinesOf(ends: Float32Array): RedLines {
    // Two ribbons that cross one another along each line, of two triangles each.
    const ribbons = new Float32Array((2 * 2 * 3 * ends.length) / 2);
    const [a, b, way, side] = Array.from({ length: 4 }, () => new Vector3()) as [
        Vector3,
        Vector3,
        Vector3,
        Vector3,
    ];
    let at = 0;
    const add = (place: Vector3, across: Vector3, sign: number): void => {
        ribbons[at++] = place.x + sign * across.x;
        ribbons[at++] = place.y + sign * across.y;
        ribbons[at++] = place.z + sign * across.z;
    };
    for (let i = 0; i < ends.length; i += 6) {
        a.fromArray(ends, i);
        b.fromArray(ends, i + 3);
        const width = Math.min(halfWidth, widestShare * a.distanceTo(b));
        way.subVectors(b, a).normalize();
        side.set(way.y, way.z, way.x).cross(way).normalize().multiplyScalar(width);
        for (const across of [side, side.clone().cross(way)]) {
            add(a, across, 1);
            add(b, across, 1);
            add(b, across, -1);
            add(a, across, 1);
            add(b, across, -1);
            add(a, across, -1);
        }
    }
    return {
        hidden: reddened(ends, hiddenOpacity),
        lines: reddened(ends),
        ribbons: reddened(ribbons),
    };
}
