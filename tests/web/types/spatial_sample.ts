// SPDX-License-Identifier: MIT
// Uses everything that `halfspace/spatial` exports. It is checked (types_test.mjs), and never runs.
import { Frustum, type InitOptions } from "halfspace";
import {
    initSpatial,
    Octree,
    type Box,
    type ObjectHit,
    type OctreeOptions,
    type OctreeStatistics,
} from "halfspace/spatial";

export async function everything(): Promise<unknown[]> {
    const start: InitOptions = { wasm: "halfspace_spatial.wasm" };
    await initSpatial(start);
    const options: OctreeOptions = { smallestCell: 8, splitAbove: 16, mergeBelow: 4 };
    const octree = new Octree(options);
    const id: number = octree.insert([0, 0, 0], [1, 1, 1]);
    octree.update(id, [1, 0, 0], [2, 1, 1]);
    octree.updateAll([id], new Float64Array(6));
    const box: Box | null = octree.box(id);
    const found: Uint32Array[] = [
        octree.inBox([0, 0, 0], [1, 1, 1]),
        octree.inSphere([0, 0, 0], 8),
        octree.inView(Frustum.fromPlanes(new Float64Array(20))),
        octree.nearPairs(),
        octree.nearPairs(2),
    ];
    const hits: ObjectHit[] = octree.onSegment([0, 0, 0], [1, 1, 1]);
    const statistics: OctreeStatistics = octree.statistics();
    const { nodes, deepest, bytes, entries } = statistics;
    octree.remove(id);
    const rest: number = octree.size;
    octree.dispose();
    return [
        box?.min,
        box?.max,
        found,
        hits[0]?.id,
        hits[0]?.fraction,
        nodes,
        deepest,
        bytes,
        entries,
        rest,
    ];
}

// What must not compile.
export function mistakes(octree: Octree): void {
    // @ts-expect-error: a corner is three numbers
    octree.insert(0, 1);
    // @ts-expect-error: there is no such option
    new Octree({ depth: 8 });
}
