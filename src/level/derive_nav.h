// SPDX-License-Identifier: MIT
// The fields of navigation meshes that follow from others: neighbours and islands.
#pragma once

#include "halfspace/level/sections.h"

#include "level/shared/nav_ranges.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

struct DerivedNav {
    std::vector<std::uint32_t> neighbours;  // NavEdgeRecord::neighbour
    std::vector<std::uint32_t> islands;     // NavPolygonRecord::island
    std::vector<std::uint32_t> polygons;    // the polygon of each edge
    // An edge that another polygon of the mesh has in the same direction; meshes have none.
    std::optional<std::uint32_t> repeated;
};

// REQUIRES: as edges_of, and each polygon has an edge. Cost: sorts the edges.
DerivedNav derived_nav(const LevelView& level);

}  // namespace halfspace
