// SPDX-License-Identifier: MIT
// Uses everything that `halfspace/spatial` exports. It is checked (types_test.mjs), and never runs.
import { Frustum, type InitOptions } from "halfspace";
import {
    initSpatial,
    Octree,
    TriangleBvh,
    type Box,
    type NearestTriangles,
    type MeshPoint,
    type ObjectData,
    type ObjectHit,
    type OctreeOptions,
    type OctreeStatistics,
    type TriangleHit,
    type TriangleHits,
    type TriangleBvhOptions,
} from "halfspace/spatial";

export async function everything(): Promise<unknown[]> {
    const start: InitOptions = { wasm: "halfspace_spatial.wasm" };
    await initSpatial(start);
    const options: OctreeOptions = { smallestCell: 8, splitAbove: 16, mergeBelow: 4 };
    const octree = new Octree(options);
    const id: number = octree.insert([0, 0, 0], [1, 1, 1]);
    const data: ObjectData = { user: 7, mask: 1 };
    const crate: number = octree.insert([0, 0, 0], [1, 1, 1], data);
    octree.setData(crate, { mask: 2 });
    const kept: Required<ObjectData> | null = octree.data(crate);
    octree.update(id, [1, 0, 0], [2, 1, 1]);
    octree.updateAll([id], new Float64Array(6));
    const box: Box | null = octree.box(id);
    const found: Uint32Array[] = [
        octree.inBox([0, 0, 0], [1, 1, 1]),
        octree.inSphere([0, 0, 0], 8),
        octree.inView(Frustum.fromPlanes(new Float64Array(20))),
        octree.nearPairs(),
        octree.nearPairs(2),
        octree.nearPairs(0, 1),
    ];
    const hits: ObjectHit[] = octree.onSegment([0, 0, 0], [1, 1, 1]);
    const statistics: OctreeStatistics = octree.statistics();
    const { nodes, deepest, bytes, entries } = statistics;
    const isRemoved: boolean = octree.remove(id);
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
        isRemoved,
        kept?.user,
        kept?.mask,
    ];
}

export function meshes(): unknown[] {
    const options: TriangleBvhOptions = { builder: "ploc", stride: 3 };
    const tree = new TriangleBvh(new Float32Array(9), new Uint32Array(3), options);
    const hit: TriangleHit | null = tree.raycast([0, 0, 0], [0, 0, 1], 8);
    const all: TriangleHits = tree.raycastAll(new Float64Array(12), 8);
    const hits: TriangleHit[] = tree.onRay([0, 0, 0], [0, 0, 1]);
    const isHit: boolean = tree.anyHit([0, 0, 0], [0, 0, 1]);
    const nearest: MeshPoint | null = tree.closestPoint([0, 0, 0], 8);
    const found: Uint32Array[] = [
        tree.inBox([0, 0, 0], [1, 1, 1]),
        tree.inSphere([0, 0, 0], 1),
        tree.inCapsule([0, 0, 0], [1, 1, 1], 1),
        tree.farToNear([0, 0, 0]),
        tree.allPairs(tree, new Float64Array(16)),
        all.triangles,
    ];
    const pair: [a: number, b: number] | null = tree.firstPair(tree);
    const gap: NearestTriangles | null = tree.distance(tree, undefined, 8);
    tree.refit(new Float32Array(9));
    tree.dispose();
    return [
        ...[hit?.triangle, hit?.t, all.t, hits, isHit, found, pair, tree.triangleCount],
        ...[nearest?.triangle, nearest?.distance, nearest?.point, tree.winding([0, 0, 0])],
        ...[gap?.triangles, gap?.distance, gap?.pointA, gap?.pointB],
    ];
}

// What must not compile.
export function mistakes(octree: Octree): void {
    // @ts-expect-error: a corner is three numbers
    octree.insert(0, 1);
    // @ts-expect-error: there is no such option
    new Octree({ depth: 8 });
}
