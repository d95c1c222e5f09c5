// SPDX-License-Identifier: MIT
// A convex mesh as a brush: the hull of its vertices.
#pragma once

#include "halfspace/world/world.h"

#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {

struct HullBrush {
    Brush brush;
    double largest_move = 0;  // how far the farthest vertex is from the hull's surface [map units]
};

// The brush for some triangles of a mesh, which are closed and look outwards. nullopt if they are
// not convex (see import_meshes), or if the brush could not show their textures. triangles: indices
// in the mesh. tolerance: map units.
std::optional<HullBrush> hull_brush(const Mesh& mesh,
                                    std::span<const std::uint32_t> triangles,
                                    double tolerance);

}  // namespace halfspace
