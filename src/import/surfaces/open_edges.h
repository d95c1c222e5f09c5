// SPDX-License-Identifier: MIT
// Finds where polygons do not close a surface. In a closed surface every stretch of a line has
// equally many edges in both directions.
#pragma once

#include "import/surfaces/surface_import.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A stretch of a line with more edges in one direction than in the other. The same edges run along
// the whole stretch.
struct OpenEdge {
    GridPoint from{};  // from and to: in the direction of most edges
    GridPoint to{};
    std::uint32_t along = 0;    // number of polygons that run from `from` to `to`
    std::uint32_t against = 0;  // number of polygons in the other direction, less than `along`
    std::uint32_t polygon = 0;  // the first polygon that runs from `from` to `to`
};

// All open edges, exactly, in the order of their lines. One long edge may be closed by several
// short edges. Cost: n log n in the corners.
std::vector<OpenEdge> open_edges(std::span<const ImportedPolygon> polygons);
// The same of polygons that are given by their corners. Neighbouring corners may be equal.
std::vector<OpenEdge> open_edges_of_loops(std::span<const std::vector<GridPoint>> loops);

// How many open edges of a surface the errors list.
inline constexpr std::size_t kMaxOpenEdges = 20;

}  // namespace halfspace
