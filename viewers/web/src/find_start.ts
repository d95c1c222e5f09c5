// SPDX-License-Identifier: MIT
// Where a player starts in a level that does not say it.
import { Contents, type Level } from "halfspace";
import type { PlayerStart } from "halfspace/three";

const body = "stand";
const columns = 48; // along the longer side of the level
const layers = 48; // heights that are tried, at most
const leastStep = 16; // between two columns [units]
const stepHeight = 18; // between places that a player can walk from one to the other [units]
const coveredWeight = 4; // how many places in the open a place with a ceiling counts

/** A place on a floor where the body has room. */
interface Place {
    column: number;
    row: number;
    position: [x: number, y: number, z: number];
    weight: number;
}

// Places on floors, by column and row: one for each floor.
function placesOn(level: Level): Place[][][] {
    const box = level.modelBox(0);
    if (!box || !level.spaces.some(({ name }) => name === body)) {
        return [];
    }
    const { min, max } = box;
    const size = [max[0] - min[0], max[1] - min[1], max[2] - min[2]] as const;
    const step = Math.max(leastStep, Math.max(size[0], size[1]) / columns);
    const rise = Math.max(leastStep, size[2] / layers);
    const counts = [Math.ceil(size[0] / step), Math.ceil(size[1] / step)] as const;
    const heights = Math.ceil(size[2] / rise) + 4; // a roof is walked on, too
    const found: Place[][][] = [];
    for (let column = 0; column < counts[0]; ++column) {
        found.push([]);
        for (let row = 0; row < counts[1]; ++row) {
            const x = min[0] + (column + 0.5) * step;
            const y = min[1] + (row + 0.5) * step;
            const points = new Float64Array(3 * heights);
            for (let i = 0; i < heights; ++i) {
                points.set([x, y, min[2] + (i + 0.5) * rise], 3 * i);
            }
            const isFree = level.isFreeAll(body, points);
            const contents = level.contentsAll(points);
            const places: Place[] = [];
            for (let i = 0; i < heights; ++i) {
                const z = points[3 * i + 2]!;
                const isVoid = (contents[i]! & (Contents.Void | Contents.Liquids)) !== 0;
                if (isFree[i] === 0 || isVoid || (i > 0 && isFree[i - 1] === 1)) {
                    continue;
                }
                const floor = level.trace(body, [x, y, z], [x, y, z - rise]);
                if (floor.hit && floor.normal[2] > 0.7) {
                    const above = level.trace(0, [x, y, z], [x, y, max[2] + rise]);
                    places.push({
                        column,
                        row,
                        position: [...floor.end],
                        weight: above.hit ? coveredWeight : 1,
                    });
                }
            }
            found[column]!.push(places);
        }
    }
    return found;
}

// All places that can be walked to from one, which leave `open`.
function regionAround(first: Place, open: Set<Place>, all: Place[][][]): Place[] {
    const region = [first];
    open.delete(first);
    for (const { column, row, position } of region) {
        const neighbours = [
            all[column - 1]?.[row],
            all[column + 1]?.[row],
            all[column]?.[row - 1],
            all[column]?.[row + 1],
        ];
        for (const next of neighbours.flatMap((places) => places ?? [])) {
            if (open.has(next) && Math.abs(next.position[2] - position[2]) <= stepHeight) {
                open.delete(next);
                region.push(next);
            }
        }
    }
    return region;
}

function weightOf(region: Place[]): number {
    return region.reduce((sum, { weight }) => sum + weight, 0);
}

/** The middle of the largest place to walk, with a ceiling if possible; null if there is none. */
export function findStart(level: Level): PlayerStart | null {
    const all = placesOn(level);
    const open = new Set(all.flat(2));
    let largest: Place[] = [];
    for (const place of open) {
        const region = regionAround(place, open, all);
        if (weightOf(region) > weightOf(largest)) {
            largest = region;
        }
    }
    const [first] = largest;
    if (!first) {
        return null;
    }
    const middle = [0, 1].map(
        (axis) => largest.reduce((sum, { position }) => sum + position[axis]!, 0) / largest.length,
    );
    const distance = ({ position: [x, y] }: Place): number =>
        Math.hypot(x - middle[0]!, y - middle[1]!);
    const best = largest.reduce((a, b) => (distance(b) < distance(a) ? b : a), first);
    return { position: best.position, yaw: 0 };
}
