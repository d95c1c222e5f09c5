// SPDX-License-Identifier: MIT
// The parts of a level's records that follow from other records. The compiler fills them by
// `derive`. The loader computes them again and refuses a file in which they differ.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/exact/plane.h"
#include "halfspace/level/fwd.h"
#include "halfspace/math/plane.h"

namespace halfspace {

// Sets
//
//     LeafRecord::blockers of space 0          from the leaf's contents,
//     scaled_planes                            from planes,
//     walk_nodes, walk_sources, walk_roots     from nodes, leaves and space_roots,
//     cluster_walk_roots, and                  from nodes, leaves and cluster_roots,
//     ClusterRecord::contents
//     hull_roots, hulls and their corners      from nodes, leaves and planes,
//     and planes
//     draw_nodes, ModelRecord::draw_root       from nodes and faces,
//     node_faces                               from nodes, faces and vertices.
//
// REQUIRES: the other records obey docs/reference/file_format.md (all indices valid, children after
// their parents, faces in order). Cost: linear in nodes times spaces, and an exact cut for each
// node of a hull tree. `executor` may do the cuts on several threads.
void derive(LevelData& level, const Executor& executor = run_serially);

// Sets NavEdgeRecord::neighbour and NavPolygonRecord::island, from the edges of the navigation
// meshes. REQUIRES: the other records of the meshes obey docs/reference/file_format.md. Cost: sorts
// the edges.
void derive_nav(LevelData& level);

// The plane as scaled_planes store it, in map units. n and d are multiplied by the power of two
// that brings the largest |n| to at least 1/2 and below 1. Each is then rounded to the nearest
// double, ties to even; this may make the largest |n| 1. REQUIRES: n is not zero, 0 <=
// grid_exponent <= 10.
Plane scaled_plane(const ExactPlane& plane, int grid_exponent);

}  // namespace halfspace
