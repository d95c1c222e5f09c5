// SPDX-License-Identifier: MIT
// Makes meshes by hand.
#pragma once

#include "halfspace/world/world.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {

// Adds the triangles of a convex polygon, a fan around its first corner. Equal places are vertices
// of their own.
void add_polygon(Mesh& mesh, const std::vector<Vec3>& corners);

// The prism over a polygon of the plane z = 0, which runs counter-clockwise and may be concave if
// its first corner sees all others. It looks outwards.
Mesh prism(const std::string& name,
           const std::vector<std::array<double, 2>>& outline,
           double bottom,
           double top);

Mesh box_mesh(const std::string& name, const Vec3& min, const Vec3& max);

// A ring around the z axis with a round cross section. around, along: numbers of its corners.
Mesh torus(const std::string& name, int around, int along, double radius, double thickness);

// The same triangles from the other side.
Mesh turned_inside_out(Mesh mesh);

// A world with these meshes in entity 0, and one material.
World world_of_meshes(std::vector<Mesh> meshes);

}  // namespace halfspace::test
