// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle_mesh.h"

#include <cassert>
#include <utility>

namespace halfspace {
namespace {

// The last vertex may be shorter than the stride.
std::size_t count_vertices(std::size_t numbers, std::size_t stride) {
    assert(stride >= 3);
    return numbers < 3 ? 0 : (numbers - 3) / stride + 1;
}

}  // namespace

TriangleMesh::TriangleMesh(std::span<const float> positions,
                           std::span<const std::uint32_t> indices,
                           std::size_t stride)
    : floats_(positions.data()),
      indices_(indices.data()),
      stride_(stride),
      vertices_(count_vertices(positions.size(), stride)),
      triangles_(indices.size() / 3) {}

TriangleMesh::TriangleMesh(std::span<const double> positions,
                           std::span<const std::uint32_t> indices,
                           std::size_t stride)
    : doubles_(positions.data()),
      indices_(indices.data()),
      stride_(stride),
      vertices_(count_vertices(positions.size(), stride)),
      triangles_(indices.size() / 3) {}

std::vector<std::array<Vec3, 2>> section_at(const TriangleMesh& mesh, double z) {
    std::vector<std::array<Vec3, 2>> sections;
    for (std::uint32_t i = 0; i < mesh.size(); ++i) {
        const Triangle t = mesh.triangle(i);
        std::array<Vec3, 3> ends;
        std::size_t count = 0;
        for (const auto& [from, to] :
             {std::pair(t.a, t.b), std::pair(t.b, t.c), std::pair(t.c, t.a)}) {
            if ((from.z < z) != (to.z < z)) {
                ends[count++] = lerp(from, to, (z - from.z) / (to.z - from.z));
            }
        }
        if (count == 2) {
            sections.push_back({ends[0], ends[1]});
        }
    }
    return sections;
}

}  // namespace halfspace
