// SPDX-License-Identifier: MIT
// Open meshes to walk on, each with its own troubles. Units: 32 per metre. All are surrounded by
// walls without thickness, so nobody leaves them.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/spatial/triangle_bvh.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace halfspace::test {

struct OpenMesh {
    std::vector<double> positions;  // x, y, z of each vertex
    std::vector<std::uint32_t> indices;

    TriangleMesh view() const { return {positions, indices}; }
    std::uint32_t add_vertex(const Vec3& place);
    void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c);
    // Two triangles. Corners run around it.
    void add_quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);
    // The four sides and the top of a box, without a bottom.
    void add_house(const Vec3& min, const Vec3& max);
    void add(const OpenMesh& other);
};

// A level square around the origin, of count * count * 2 triangles.
OpenMesh plane_mesh(double half, std::size_t count);

struct OpenMeshKind {
    std::string_view name;
    OpenMesh (*make)();
    Vec3 start;  // somebody falls from here
};

// Half of the edge of the square in which each of them lies [units].
inline constexpr double kOpenMeshHalf = 512;

const std::vector<OpenMeshKind>& open_mesh_kinds();

}  // namespace halfspace::test
