// SPDX-License-Identifier: MIT
// The part of verify that knows how drawn faces and other flat polygons lie to the nodes and leaves
// of a tree.
#pragma once

#include "level/shared/cells.h"
#include "verify/exact_polygons.h"

#include <cstdint>
#include <span>
#include <utility>
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

// The vertices of all faces, and those of one face.
StoredVertices face_vertices(const Level& level);
std::span<const std::uint32_t> vertices_of(const Level& level, std::uint32_t face);

// The box around the stored corners of a face [grid steps].
Aabb stored_box(const Level& level, std::uint32_t face);

// Adds the planes of the nodes above a face to its cuts.
void add_nodes_above(const Level& level,
                     const LevelPlanes& planes,
                     const std::vector<NodeParent>& parents,
                     StoredPolygon& face);

// Adds the planes of the nodes below a face that may cut it. In a leafy tree (SurfaceTree) these
// planes cut polygons, too.
void add_nodes_below(const Level& level, const LevelPlanes& planes, StoredPolygon& face);

// Adds the planes of the nodes below a child of a node that may cut what is in the box [grid
// steps].
void add_nodes_in(const Level& level,
                  const LevelPlanes& planes,
                  std::int32_t root,
                  const Aabb& box,
                  std::vector<PlaneId>& cuts);

// Calls visit(LeafId leaf, Polygon&& part) for each leaf below `root` just in front of a part of
// the polygon.
template <class Visit>
void for_each_leaf_in_front(const Level& level,
                            const LevelPlanes& planes,
                            std::int32_t root,
                            Polygon polygon,
                            Predicates& predicates,
                            const Visit& visit) {
    for_each_leaf(
        level.nodes(),
        root,
        std::move(polygon),
        [&](std::size_t node, Polygon&& at) -> ChildStates<Polygon> {
            const PlaneId plane = node_plane(level, planes, static_cast<std::uint32_t>(node));
            PolygonSplit parts = split(std::move(at), plane, predicates);
            return {std::move(parts.front), std::move(parts.back)};
        },
        visit);
}

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
