// SPDX-License-Identifier: MIT
// `halfspace/spatial`: things in space without a level.
export { initSpatial } from "./instance.js";
export { Octree } from "./octree.js";
export { TriangleTree } from "./triangle_tree.js";
export type {
    MeshGap,
    MeshPoint,
    TriangleHit,
    TriangleHits,
    TriangleTreeOptions,
} from "./triangle_tree.js";
export type { Box, ObjectData, ObjectHit, OctreeOptions, OctreeStatistics } from "./octree.js";
