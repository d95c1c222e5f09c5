// SPDX-License-Identifier: MIT
// Meshes of sources as arrays.
#pragma once

#include "halfspace/world/mesh.h"

#include "results.h"

#include <array>
#include <cstdint>
#include <vector>

namespace halfspace::python {

template <class Number>
py::array rows_of(const std::vector<std::array<Number, 3>>& rows) {
    return moved_array(rows, py::dtype::of<Number>(), 3);
}

// Meshes of a source, one after the other.
struct MeshArrays {
    std::vector<std::array<double, 3>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;

    void add(const halfspace::Mesh& mesh) {
        const auto first = static_cast<std::uint32_t>(vertices.size());
        for (const Vec3& v : mesh.vertices) {
            vertices.push_back({v.x, v.y, v.z});
        }
        for (const MeshTriangle& triangle : mesh.triangles) {
            const auto& c = triangle.corners;
            triangles.push_back({first + c[0].vertex, first + c[1].vertex, first + c[2].vertex});
        }
    }
};

}  // namespace halfspace::python
