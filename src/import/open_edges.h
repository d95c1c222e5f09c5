// SPDX-License-Identifier: MIT
// Whether polygons close a surface: every stretch of every line must be run along as often in one
// direction as in the other.
#pragma once

#include "import/surface_import.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A stretch of edges without as many in the other direction, as long as the same edges run there.
struct OpenEdge {
    GridPoint from{};  // in the direction that most run
    GridPoint to{};
    std::uint32_t along = 0;    // polygons that run so
    std::uint32_t against = 0;  // fewer
    std::uint32_t polygon = 0;  // the first of the former
};

// Exact, and blind to where edges are cut: a long edge is closed by several short ones. In the
// order of the lines. Cost: n log n in the corners.
std::vector<OpenEdge> open_edges(std::span<const ImportedPolygon> polygons);

}  // namespace halfspace
