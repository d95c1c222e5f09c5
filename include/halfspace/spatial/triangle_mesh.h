// SPDX-License-Identifier: MIT
// Triangles as games and tools keep them: an array of vertices, and three indices for each
// triangle.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/spatial/query_results.h"
#include "halfspace/spatial/triangle.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A view of a mesh. It copies nothing: the arrays belong to the caller and must outlive the view.
class TriangleMesh {
public:
    TriangleMesh() = default;

    // positions: x, y and z of vertex i begin at positions[i * stride]. indices: three for each
    // triangle. Numbers that are left over at the end of either array are not used. REQUIRES:
    // stride >= 3.
    TriangleMesh(std::span<const float> positions,
                 std::span<const std::uint32_t> indices,
                 std::size_t stride = 3);
    TriangleMesh(std::span<const double> positions,
                 std::span<const std::uint32_t> indices,
                 std::size_t stride = 3);

    // How many triangles.
    std::size_t size() const { return triangles_; }

    // How many vertices.
    std::size_t vertex_count() const { return vertices_; }

    // REQUIRES: triangle < size(), corner < 3.
    std::uint32_t index(std::size_t triangle, std::size_t corner) const {
        return indices_[3 * triangle + corner];
    }

    // REQUIRES: vertex < vertex_count().
    Vec3 vertex(std::size_t vertex) const {
        const std::size_t first = vertex * stride_;
        if (floats_ != nullptr) {
            return {floats_[first], floats_[first + 1], floats_[first + 2]};
        }
        return {doubles_[first], doubles_[first + 1], doubles_[first + 2]};
    }

    // REQUIRES: triangle < size(), and the indices of the triangle are < vertex_count().
    Triangle triangle(std::size_t triangle) const {
        return {vertex(index(triangle, 0)), vertex(index(triangle, 1)), vertex(index(triangle, 2))};
    }
    Triangle triangle(TriangleId id) const { return triangle(std::size_t{id.value}); }

private:
    const float* floats_ = nullptr;  // either floats_ or doubles_ is set
    const double* doubles_ = nullptr;
    const std::uint32_t* indices_ = nullptr;
    std::size_t stride_ = 3;
    std::size_t vertices_ = 0;
    std::size_t triangles_ = 0;
};

// The lines where the plane at height z cuts the triangles. A triangle in the plane has none. Cost:
// all triangles.
std::vector<std::array<Vec3, 2>> section_at(const TriangleMesh& mesh, double z);

}  // namespace halfspace
