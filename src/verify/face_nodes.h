// SPDX-License-Identifier: MIT
// The part of verify that knows how drawn faces lie to the nodes and leaves of their tree.
#pragma once

#include "level/shared/cells.h"
#include "verify/face_polygons.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// What lies above a node of a main tree.
struct NodeParent {
    std::uint32_t node = kNone;   // none above the root
    std::uint32_t model = kNone;  // of the tree; none of a node of another tree
    int child = 0;                // of `node`, on the way down
};
// Of each node of the level.
std::vector<NodeParent> node_parents(const Level& level);

// The node's plane in the table, with its front at child 0.
PlaneId node_plane(const Level& level, const LevelPlanes& planes, std::uint32_t node);

// The box around the stored corners of a face [grid steps].
Aabb stored_box(const Level& level, std::uint32_t face);

// Adds the planes of the nodes above a face to its cuts.
void add_nodes_above(const Level& level,
                     const LevelPlanes& planes,
                     const std::vector<NodeParent>& parents,
                     FacePlanes& face);

// Adds the planes of the nodes below a face that may cut it. In a leafy tree (SurfaceTree) these
// planes cut polygons, too.
void add_nodes_below(const Level& level, const LevelPlanes& planes, FacePlanes& face);

// Adds the planes of the nodes below a child of a node that may cut what is in the box [grid
// steps].
void add_nodes_in(const Level& level,
                  const LevelPlanes& planes,
                  std::int32_t root,
                  const Aabb& box,
                  std::vector<PlaneId>& cuts);

// Which of the leaves of the cluster tree just in front of a polygon are void that hides a side.
struct VoidInFront {
    bool any = false;
    bool all = true;
};
// on: the contents of the side's brush. REQUIRES: the level has a cluster tree.
VoidInFront void_in_front(const Level& level,
                          const LevelPlanes& planes,
                          const Polygon& polygon,
                          Contents on,
                          Predicates& predicates);

}  // namespace halfspace
