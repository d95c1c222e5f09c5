// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle_mesh.h"

#include <cassert>

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

}  // namespace halfspace
