// SPDX-License-Identifier: MIT
#include "compile/structure/flood.h"

#include "base/shared/union_find.h"
#include "level/shared/find_leak.h"

#include <algorithm>
#include <span>

namespace halfspace {
namespace {

std::vector<Vec3> corners_of(const Polygon& polygon) {
    std::vector<Vec3> corners;
    for (const Corner& corner : polygon.corners) {
        corners.push_back(corner.point.rounded);
    }
    return corners;
}

}  // namespace

std::vector<FloodStart> flood_starts(const World& world,
                                     const BuiltTree& tree,
                                     const PlaneTable& planes,
                                     int grid_exponent) {
    std::vector<FloodStart> starts;
    for (std::uint32_t e = 1; e < world.entities.size(); ++e) {
        const Entity& entity = world.entities[e];
        const bool is_point = entity.brushes.empty() && entity.polygons.empty() &&
                              entity.patches.empty() && entity.meshes.empty();
        if (!is_point || !entity.has_origin || !is_within(entity.origin, kFarthestStart)) {
            continue;
        }
        const auto plane_of = [&](std::size_t node) {
            return planes.plane(tree.nodes[node].plane);
        };
        const std::vector<LeafId> leaves =
            leaves_at(entity.origin, std::span(tree.nodes), tree.root, grid_exponent, plane_of);
        for (const LeafId leaf : leaves) {
            if (is_open(tree.leaves[leaf.value].contents.contents)) {
                starts.push_back({{e, entity.origin}, leaf.value});
            }
        }
    }
    return starts;
}

void mark_cracks(std::vector<LeafPortal>& portals, double largest_move) {
    for (LeafPortal& portal : portals) {
        portal.is_crack = width_of(corners_of(portal.polygon)) <= 2 * largest_move;
    }
}

std::vector<std::uint32_t> rooms_of_leaves(const StructureTree& parts,
                                           const std::function<bool(const LeafPortal&)>& joins) {
    const std::size_t leaves = parts.tree.leaves.size();
    UnionFind rooms(leaves);
    for (const LeafPortal& portal : parts.portals) {
        if (joins(portal)) {
            rooms.join(portal.leaf[0], portal.leaf[1]);
        }
    }
    std::vector<std::uint32_t> room_of(leaves, kNone);
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        if (is_open(parts.tree.leaves[leaf].contents.contents)) {
            room_of[leaf] = rooms.root(leaf);
        }
    }
    return room_of;
}

std::vector<std::uint32_t> border_leaves(const StructureTree& parts, const Polyhedron& box) {
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t leaf = 0; leaf < parts.cells.size(); ++leaf) {
        const std::vector<Polyhedron::Face>& faces = parts.cells[leaf].faces;
        if (std::ranges::any_of(faces, [&](const Polyhedron::Face& face) {
                return std::ranges::any_of(
                    box.faces, [&](const auto& side) { return side.plane == face.plane; });
            })) {
            leaves.push_back(leaf);
        }
    }
    return leaves;
}

}  // namespace halfspace
