// SPDX-License-Identifier: MIT
#include "verify/face_nodes.h"

#include "verify/drawn_parts.h"

#include <cmath>
#include <utility>

namespace halfspace {

std::vector<NodeParent> node_parents(const Level& level) {
    std::vector<NodeParent> parents(level.nodes().size());
    for (std::uint32_t m = 0; m < level.models().size(); ++m) {
        std::vector<std::pair<std::int32_t, NodeParent>> pending{
            {level.models()[m].root, NodeParent{kNone, m, 0}}};
        while (!pending.empty()) {
            const auto [child, parent] = pending.back();
            pending.pop_back();
            if (child < 0) {
                continue;
            }
            const auto node = static_cast<std::uint32_t>(child);
            parents[node] = parent;
            for (const int c : {0, 1}) {
                pending.push_back({level.nodes()[node].child[c], NodeParent{node, m, c}});
            }
        }
    }
    return parents;
}

PlaneId node_plane(const Level& level, const LevelPlanes& planes, std::uint32_t node) {
    return planes.of(2 * level.nodes()[node].plane);
}

StoredVertices face_vertices(const Level& level) {
    StoredVertices vertices{.unit = std::ldexp(1.0, level.grid_exponent()), .are_floats = true};
    vertices.at.reserve(level.vertices().size());
    for (const VertexRecord& vertex : level.vertices()) {
        vertices.at.push_back(Vec3{vertex.x, vertex.y, vertex.z} * vertices.unit);
    }
    return vertices;
}

std::span<const std::uint32_t> vertices_of(const Level& level, std::uint32_t face) {
    const FaceRecord& record = level.faces()[face];
    return level.face_vertices().subspan(record.first_vertex, record.vertex_count);
}

Aabb stored_box(const Level& level, std::uint32_t face) {
    const double steps_of_unit = std::ldexp(1.0, level.grid_exponent());
    Aabb box;
    for (const std::uint32_t v : vertices_of(level, face)) {
        const VertexRecord& vertex = level.vertices()[v];
        box = merge(box, Vec3{vertex.x, vertex.y, vertex.z} * steps_of_unit);
    }
    return box;
}

void add_nodes_above(const Level& level,
                     const LevelPlanes& planes,
                     const std::vector<NodeParent>& parents,
                     StoredPolygon& face) {
    std::uint32_t node = parents[level.faces()[face.number].node].node;
    for (; node != kNone; node = parents[node].node) {
        face.cuts.push_back(node_plane(level, planes, node));
    }
}

void add_nodes_below(const Level& level, const LevelPlanes& planes, StoredPolygon& face) {
    Aabb box = stored_box(level, face.number);
    // More than floats round.
    box = grown(box, length(max(abs(box.min), abs(box.max))) * 0x1p-23);
    for (const std::int32_t child : level.nodes()[level.faces()[face.number].node].child) {
        add_nodes_in(level, planes, child, box, face.cuts);
    }
}

void add_nodes_in(const Level& level,
                  const LevelPlanes& planes,
                  std::int32_t root,
                  const Aabb& box,
                  std::vector<PlaneId>& cuts) {
    std::vector<std::int32_t> pending{root};
    while (!pending.empty()) {
        const std::int32_t child = pending.back();
        pending.pop_back();
        if (child < 0) {
            continue;
        }
        const auto node = static_cast<std::uint32_t>(child);
        const PlaneId plane = node_plane(level, planes, node);
        const ReachedSides sides =
            sides_of_box(centre_of(box), half_of(box), planes.table.filter(plane));
        if (sides.front && sides.back) {
            cuts.push_back(plane);
        }
        const bool is_flipped = plane.is_flipped();
        if (is_flipped ? sides.back : sides.front) {
            pending.push_back(level.nodes()[node].child[0]);
        }
        if (is_flipped ? sides.front : sides.back) {
            pending.push_back(level.nodes()[node].child[1]);
        }
    }
}

VoidInFront void_in_front(const Level& level,
                          const LevelPlanes& planes,
                          const Polygon& polygon,
                          Contents on,
                          Predicates& predicates) {
    VoidInFront found;
    for_each_leaf_in_front(level,
                           planes,
                           level.cluster_roots().front(),
                           polygon,
                           predicates,
                           [&](LeafId leaf, Polygon&&) {
                               const bool is_void =
                                   hides(level.contents(leaf) & Contents::Void, on);
                               found.any = found.any || is_void;
                               found.all = found.all && is_void;
                           });
    return found;
}

}  // namespace halfspace
