// SPDX-License-Identifier: MIT
// Objects of a file with meshes that are shown and walked on as they are: triangles without an
// inside. They need no compile (query/placed_mesh.h).
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/math/aabb.h"
#include "halfspace/query/collision_world.h"
#include "halfspace/spatial/triangle_bvh.h"
#include "halfspace/world/mesh.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::viewer {

// A triangle of Surfaces::meshes.
struct SurfaceTriangle {
    std::uint32_t mesh = 0;
    std::uint32_t triangle = 0;
};

// Triangles that block the same, as one tree.
struct SurfacePart {
    Contents contents = Contents::Empty;  // what they block: bits of kBodyBlockers
    bool is_drawn = true;
    std::vector<double> positions;
    std::vector<std::uint32_t> indices;
    // Where each triangle of the tree comes from.
    std::vector<SurfaceTriangle> sources;
    std::optional<TriangleBvh> tree;  // always set
};

// May be moved: the trees stay where they are.
struct Surfaces {
    std::vector<Mesh> meshes;
    std::vector<SurfacePart> parts;

    // Of all meshes [map units].
    Aabb box() const;
};

// Errors: those of TriangleBvh::build. REQUIRES: mesh_problem says nothing of the meshes.
Result<Surfaces> surfaces_of(std::vector<Mesh> meshes);

// Places the parts that block. The id of each is its index in `parts`. The surfaces must outlive
// all questions to the world.
void place_surfaces(CollisionWorld& world, const Surfaces& surfaces);

// "object 'roof'", or "object 3" of objects without a name, counted from 1.
std::string name_of(const Surfaces& surfaces, const SurfaceTriangle& triangle);

// The drawn triangle that a ray meets first.
struct SurfaceHit {
    SurfaceTriangle triangle;
    double t = 0;  // as RayHit::t
};
std::optional<SurfaceHit> first_hit(const Surfaces& surfaces, const Ray& ray);

}  // namespace halfspace::viewer
