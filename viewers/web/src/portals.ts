// SPDX-License-Identifier: MIT
// The portals between the clusters of a level: faint glass that is seen from both sides, and its edges.
import type { Level } from "halfspace";
import { toThree } from "halfspace/three";
import { glassOf } from "./glass.js";
import type { GlassAndEdges } from "./overlay.js";

const blue = [70, 150, 255];
const opacity = 20; // of 255; many portals lie behind one another

/** What is drawn of all portals; null if the level has none. */
export function drawnPortals({ portals }: Level): GlassAndEdges | null {
    if (portals.length === 0) {
        return null;
    }
    const positions: number[] = [];
    const firsts = [0];
    const planes: number[] = [];
    const ends: number[] = [];
    for (const { corners } of portals) {
        const points = Array.from({ length: corners.length / 3 }, (_, i) =>
            corners.subarray(3 * i, 3 * i + 3),
        );
        const normal = normalOf(points);
        for (const side of [1, -1]) {
            positions.push(...(side > 0 ? points : [...points].reverse()).flatMap((p) => [...p]));
            firsts.push(positions.length / 3);
            planes.push(...normal.map((x) => side * x), 0);
        }
        points.forEach((point, i) => {
            const next = points[(i + 1) % points.length]!;
            ends.push(...toThree(point).toArray(), ...toThree(next).toArray());
        });
    }
    const glass = glassOf({
        positions: Float64Array.from(positions),
        firsts: Uint32Array.from(firsts),
        planes: Float64Array.from(planes),
        colours: Uint8Array.from(portals.flatMap(() => [...blue, 255, ...blue, 255])),
    });
    for (let i = 3; i < glass.tints.length; i += 4) {
        glass.tints[i] = opacity;
    }
    const tints = Uint8Array.from({ length: (4 * ends.length) / 3 }, (_, i) => blue[i % 4] ?? 255);
    return { glass, edges: { positions: Float32Array.from(ends), tints } };
}

// The direction from which the corners run counter-clockwise, of length 1.
function normalOf(points: readonly Float64Array[]): number[] {
    const sum = [0, 0, 0];
    points.forEach((a, i) => {
        const b = points[(i + 1) % points.length]!;
        for (let axis = 0; axis < 3; ++axis) {
            const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
            sum[axis]! += (a[u]! - b[u]!) * (a[v]! + b[v]!);
        }
    });
    const length = Math.hypot(...sum);
    return sum.map((x) => x / length);
}
