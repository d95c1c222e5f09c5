// SPDX-License-Identifier: MIT
#include "support/meshes.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace halfspace::test {

void add_polygon(Mesh& mesh, const std::vector<Vec3>& corners) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(), corners.begin(), corners.end());
    for (std::uint32_t i = 1; i + 1 < corners.size(); ++i) {
        MeshTriangle triangle;
        triangle.corners = {MeshCorner{first}, MeshCorner{first + i}, MeshCorner{first + i + 1}};
        for (MeshCorner& corner : triangle.corners) {
            corner.u = mesh.vertices[corner.vertex].x / 64;
            corner.v = mesh.vertices[corner.vertex].y / 64;
        }
        triangle.material = MaterialId(0);
        mesh.triangles.push_back(triangle);
    }
}

Mesh prism(const std::string& name,
           const std::vector<std::array<double, 2>>& outline,
           double bottom,
           double top) {
    Mesh mesh;
    mesh.name = name;
    std::vector<Vec3> low;
    std::vector<Vec3> high;
    for (const auto& [x, y] : outline) {
        low.push_back({x, y, bottom});
        high.push_back({x, y, top});
    }
    add_polygon(mesh, high);
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const std::size_t next = (i + 1) % outline.size();
        add_polygon(mesh, {low[i], low[next], high[next], high[i]});
    }
    const std::vector<Vec3> turned(low.rbegin(), low.rend());
    // Its fan begins at the same corner as that of the top.
    std::vector<Vec3> fan{turned.back()};
    fan.insert(fan.end(), turned.begin(), turned.end() - 1);
    add_polygon(mesh, fan);
    return mesh;
}

Mesh box_mesh(const std::string& name, const Vec3& min, const Vec3& max) {
    return prism(
        name, {{min.x, min.y}, {max.x, min.y}, {max.x, max.y}, {min.x, max.y}}, min.z, max.z);
}

Mesh torus(const std::string& name, int around, int along, double radius, double thickness) {
    Mesh mesh;
    mesh.name = name;
    const auto place = [&](int i, int j) {
        const double a = 2 * std::numbers::pi * (i % around) / around;
        const double b = 2 * std::numbers::pi * (j % along) / along;
        const double r = radius + thickness * std::cos(b);
        return Vec3{r * std::cos(a), r * std::sin(a), thickness * std::sin(b)};
    };
    for (int i = 0; i < around; ++i) {
        for (int j = 0; j < along; ++j) {
            add_polygon(mesh, {place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)});
        }
    }
    return mesh;
}

Mesh turned_inside_out(Mesh mesh) {
    for (MeshTriangle& triangle : mesh.triangles) {
        std::swap(triangle.corners[1], triangle.corners[2]);
    }
    return mesh;
}

World world_of_meshes(std::vector<Mesh> meshes) {
    World world;
    world.source = "test.obj";
    world.materials = {{"stone", 64, 64}};
    world.entities.resize(1);
    world.entities[0].keys = {{"classname", "worldspawn"}};
    world.entities[0].meshes = std::move(meshes);
    return world;
}

}  // namespace halfspace::test
