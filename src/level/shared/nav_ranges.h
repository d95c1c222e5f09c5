// SPDX-License-Identifier: MIT
// Which polygons belong to a navigation mesh, and which edges to a polygon.
#pragma once

#include "halfspace/level/sections.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

// The records [first, end).
struct NavRange {
    std::uint32_t first;
    std::uint32_t end;
};
// The polygons of a mesh, and the edges of a polygon. REQUIRES: the records are in range and in
// order.
NavRange polygons_of(const LevelView& level, std::size_t mesh);
NavRange edges_of(const LevelView& level, std::size_t polygon);

}  // namespace halfspace
