// SPDX-License-Identifier: MIT
// Meshes of sources as arrays.
#pragma once

#include "halfspace/world/mesh.h"

#include "arrays.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace halfspace::python {

template <class Number>
py::array_t<Number> rows_of(const std::vector<std::array<Number, 3>>& rows) {
    py::array_t<Number> array({static_cast<py::ssize_t>(rows.size()), py::ssize_t{3}});
    if (!rows.empty()) {
        std::memcpy(array.mutable_data(), rows.data(), rows.size() * sizeof(rows[0]));
    }
    return array;
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
