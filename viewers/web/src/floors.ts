// SPDX-License-Identifier: MIT
// The navigation mesh of a body as glass over the floor, and a path on it.
import type { NavMesh, NavPath, Point } from "halfspace";
import { toThree } from "halfspace/three";
import { glassOf } from "./glass.js";
import {
    contactColour,
    navAboveFloor,
    navColours,
    navCommonOpacity,
    navGlassOpacity,
} from "./look.js";
import type { GlassAndEdges, Tinted } from "./overlay.js";

// For each island the number of larger ones.
function ranksOf(areas: readonly number[]): number[] {
    const bySize = areas.map((_, island) => island).sort((p, q) => areas[q]! - areas[p]! || p - q);
    const ranks: number[] = [];
    bySize.forEach((island, rank) => (ranks[island] = rank));
    return ranks;
}

/** What is drawn of a mesh, at the feet of its body. */
export function drawnFloors(mesh: NavMesh): GlassAndEdges {
    const { firstCorners, corners, neighbours, islands } = mesh.polygons();
    const feet = mesh.space.min[2] + navAboveFloor;
    const positions = corners.map((x, i) => (i % 3 === 2 ? x + feet : x));
    const pointAt = (c: number) => positions.subarray(3 * c, 3 * c + 3);
    const areas = new Array<number>(mesh.islandCount).fill(0);
    const planes: number[] = [];
    const ends: number[] = [];
    const edges: { polygon: number; isBorder: boolean }[] = [];
    islands.forEach((island, p) => {
        const [first, end] = [firstCorners[p]!, firstCorners[p + 1]!];
        const normal = [0, 0, 0];
        for (let c = first; c < end; ++c) {
            const next = c + 1 < end ? c + 1 : first;
            const [a, b] = [pointAt(c), pointAt(next)];
            for (let axis = 0; axis < 3; ++axis) {
                const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
                normal[axis]! += (a[u]! - b[u]!) * (a[v]! + b[v]!);
            }
            // Of two polygons, one draws the edge.
            if (neighbours[c]! < p) {
                ends.push(...toThree(a).toArray(), ...toThree(b).toArray());
                edges.push({ polygon: p, isBorder: neighbours[c] === -1 });
            }
        }
        const length = Math.hypot(...normal) || 1;
        areas[island]! += normal[2]! / 2;
        planes.push(...normal.map((x) => x / length), 0);
    });
    const ranks = ranksOf(areas);
    const colours = Array.from(islands, (island) => {
        const rank = ranks[island]!;
        return navColours[rank === 0 ? 0 : 1 + ((rank - 1) % (navColours.length - 1))]!;
    });
    const glass = glassOf({
        positions,
        firsts: firstCorners,
        planes: Float64Array.from(planes),
        colours: Uint8Array.from(colours.flatMap((colour) => [...colour, 255])),
    });
    for (let i = 3; i < glass.tints.length; i += 4) {
        glass.tints[i] = navGlassOpacity;
    }
    const tints = edges.flatMap(({ polygon, isBorder }) => {
        const tint = [...colours[polygon]!, isBorder ? 255 : navCommonOpacity];
        return [...tint, ...tint];
    });
    return { glass, edges: { positions: Float32Array.from(ends), tints: Uint8Array.from(tints) } };
}

/** The lines of a path, at the feet of the body. */
export function pathLines(mesh: NavMesh, { points }: NavPath): Tinted {
    const feet = mesh.space.min[2] + navAboveFloor;
    const at = ([x, y, z]: Readonly<Point>) => toThree([x, y, z + feet]).toArray();
    const ends = points.slice(1).flatMap((point, i) => [...at(points[i]!), ...at(point)]);
    const tints = points.slice(1).flatMap(() => [...contactColour, 255, ...contactColour, 255]);
    return { positions: Float32Array.from(ends), tints: Uint8Array.from(tints) };
}
