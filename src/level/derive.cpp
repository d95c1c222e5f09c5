// SPDX-License-Identifier: MIT
#include "halfspace/level/derive.h"

#include "halfspace/base/contents.h"
#include "halfspace/level/bodies.h"

#include "level/derived.h"
#include "level/file_layout.h"
#include "level/scaled_plane.h"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool is_empty(const NodeFacesRecord& record) {
    return record.min[0] > record.max[0];
}

void add(NodeFacesRecord& record, const float (&min)[3], const float (&max)[3]) {
    for (int axis = 0; axis < 3; ++axis) {
        record.min[axis] = std::min(record.min[axis], min[axis]);
        record.max[axis] = std::max(record.max[axis], max[axis]);
    }
}

const LeafRecord& leaf_at(const LevelView& level, std::int32_t child) {
    return level.leaves[static_cast<std::size_t>(-1 - child)];
}

const NodeRecord& node_at(const LevelView& level, std::int32_t child) {
    return level.nodes[static_cast<std::size_t>(child)];
}

SightState sight_below(const LevelView& level, std::int32_t child) {
    if (child < 0) {
        const auto contents = static_cast<Contents>(leaf_at(level, child).contents);
        return any(contents & kSightBlockers) ? kSightBlocked : kSightClear;
    }
    const std::uint32_t flags = node_at(level, child).flags;
    const SightState front = sight_state(flags, 0);
    return front == sight_state(flags, 1) ? front : kSightMixed;
}

// The bits at kNodeDrawnShift and kNodeTwoSided.
std::uint32_t drawn_flags(const LevelView& level, std::size_t n) {
    std::uint32_t flags = 0;
    for (std::uint32_t c = 0; c < 2; ++c) {
        const std::int32_t child = level.nodes[n].child[c];
        if (child >= 0 && !is_empty(level.node_faces[static_cast<std::size_t>(child)])) {
            flags |= 1u << (kNodeDrawnShift + c);
        }
    }
    const std::uint32_t end = level.node_faces[n + 1].first_face;
    for (std::uint32_t f = level.node_faces[n].first_face; f < end; ++f) {
        flags |= (level.faces[f].flags & kFaceTwoSided) != 0 ? std::uint32_t{kNodeTwoSided} : 0u;
    }
    return flags;
}

}  // namespace

std::vector<NodeFacesRecord> derived_node_faces(const LevelView& level) {
    const NodeFacesRecord empty{
        {kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}, 0, 0};
    std::vector<NodeFacesRecord> result(level.nodes.size() + 1, empty);
    auto end = static_cast<std::uint32_t>(level.faces.size());
    result.back().first_face = end;
    result.back().first_opposite = end;
    // Backwards: children come after their parents, so every child is done before its parent.
    for (std::size_t n = level.nodes.size(); n-- > 0;) {
        NodeFacesRecord& record = result[n];
        record.first_opposite = end;
        for (; end > 0 && level.faces[end - 1].node == n; --end) {
            const FaceRecord& face = level.faces[end - 1];
            if (PlaneId{face.plane}.is_flipped()) {
                record.first_opposite = end - 1;
            }
            for (const std::uint32_t v :
                 level.face_vertices.subspan(face.first_vertex, face.vertex_count)) {
                const VertexRecord& vertex = level.vertices[v];
                const float point[3] = {vertex.x, vertex.y, vertex.z};
                add(record, point, point);
            }
        }
        record.first_face = end;
        for (const std::int32_t child : level.nodes[n].child) {
            if (child >= 0) {
                const NodeFacesRecord& below = result[static_cast<std::size_t>(child)];
                add(record, below.min, below.max);
            }
        }
    }
    return result;
}

NodeRecord derived_node(const LevelView& level, std::size_t n) {
    NodeRecord node = level.nodes[n];
    const ExactPlane plane = exact_plane(level.planes[node.plane]);
    const Plane scaled = scaled_plane(plane, level.grid_exponent);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        node.n[axis] = scaled.n[axis];
    }
    node.d = scaled.d;
    node.flags = (node.flags & ~kDerivedFlags) | node_axis(plane) | drawn_flags(level, n);
    for (std::size_t c = 0; c < 2; ++c) {
        const std::int32_t child = node.child[c];
        node.flags |= sight_below(level, child) << (kNodeSightShift + 2 * c);
        node.body_states[c] = child < 0 ? body_states_of(leaf_at(level, child), level.spaces.size())
                                        : body_states_of(node_at(level, child));
    }
    return node;
}

void derive(LevelData& level) {
    const auto view = [&] {
        return view_of(bytes_of(level), level.grid_exponent, level.units_per_metre);
    };
    for (LeafRecord& leaf : level.leaves) {
        leaf.blockers = (leaf.blockers & ~std::uint64_t{kBlockerMask}) |
                        blocker_bits(static_cast<Contents>(leaf.contents));
    }
    level.node_faces = derived_node_faces(view());
    const LevelView arrays = view();  // from here on no array grows
    for (std::size_t n = level.nodes.size(); n-- > 0;) {
        level.nodes[n] = derived_node(arrays, n);
    }
}

}  // namespace halfspace
