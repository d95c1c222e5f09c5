// SPDX-License-Identifier: MIT
// `halfspace/spatial`: things in space without a level.
export { initSpatial } from "./instance.js";
export { Octree } from "./octree.js";
export { TriangleBvh } from "./triangle_bvh.js";
export type { NearestTriangles, MeshPoint, TriangleHit, TriangleHits } from "./triangle_bvh.js";
export type { TriangleBvhOptions } from "../triangle_tree.js";
export type { Box, ObjectData, ObjectHit, OctreeOptions, OctreeStatistics } from "./octree.js";
