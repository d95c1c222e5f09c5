// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"

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

}  // namespace

std::vector<NodeFacesRecord> node_faces(std::span<const NodeRecord> nodes,
                                        std::span<const FaceRecord> faces,
                                        std::span<const std::uint32_t> face_vertices,
                                        std::span<const VertexRecord> vertices) {
    const NodeFacesRecord empty{
        {kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}, 0, 0};
    std::vector<NodeFacesRecord> result(nodes.size() + 1, empty);
    auto end = static_cast<std::uint32_t>(faces.size());
    result[nodes.size()].first_face = end;
    result[nodes.size()].first_opposite = end;
    // Children come after their parents: backwards, what is below a node is known.
    for (std::size_t n = nodes.size(); n-- > 0;) {
        NodeFacesRecord& record = result[n];
        record.first_opposite = end;
        for (; end > 0 && faces[end - 1].node == n; --end) {
            const FaceRecord& face = faces[end - 1];
            if (PlaneId{face.plane}.is_flipped()) {
                record.first_opposite = end - 1;
            }
            for (const std::uint32_t v :
                 face_vertices.subspan(face.first_vertex, face.vertex_count)) {
                const float point[3] = {vertices[v].x, vertices[v].y, vertices[v].z};
                add(record, point, point);
            }
        }
        record.first_face = end;
        for (const std::int32_t child : nodes[n].child) {
            if (child >= 0) {
                const NodeFacesRecord& below = result[static_cast<std::size_t>(child)];
                add(record, below.min, below.max);
            }
        }
    }
    return result;
}

std::uint32_t drawn_flags(std::size_t n,
                          std::span<const NodeRecord> nodes,
                          std::span<const FaceRecord> faces,
                          std::span<const NodeFacesRecord> node_faces) {
    std::uint32_t flags = 0;
    for (std::uint32_t c = 0; c < 2; ++c) {
        const std::int32_t child = nodes[n].child[c];
        if (child >= 0 && !is_empty(node_faces[static_cast<std::size_t>(child)])) {
            flags |= 1u << (kNodeDrawnShift + c);
        }
    }
    for (std::uint32_t f = node_faces[n].first_face; f < node_faces[n + 1].first_face; ++f) {
        flags |= (faces[f].flags & kFaceTwoSided) != 0 ? std::uint32_t{kNodeTwoSided} : 0u;
    }
    return flags;
}

}  // namespace halfspace
