// SPDX-License-Identifier: MIT
// Rays against triangles by rational numbers, without a tree. A ray meets a triangle where it meets
// the triangle's plane in a point that is on the inner side of each edge, or on the edge.
#pragma once

#include "halfspace/spatial/triangle_bvh.h"
#include "halfspace/spatial/triangle_mesh.h"

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace::test {

using Rational = boost::multiprecision::cpp_rational;

// The t of the common point. nullopt if there is none, if the triangle has no area, or if the
// triangle's plane holds the ray.
std::optional<Rational> exact_hit(const Triangle& triangle, const Ray& ray);

struct ExactHit {
    std::uint32_t triangle = 0;
    Rational t;
};

// All triangles of the mesh that the ray meets. Plain doubles with a wide margin leave out
// triangles far from the ray; rational numbers decide all others.
std::vector<ExactHit> exact_hits(const TriangleMesh& mesh, const Ray& ray);

}  // namespace halfspace::test
