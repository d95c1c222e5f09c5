// SPDX-License-Identifier: MIT
// Which borders of a floor lie above one another, as the edges of stairs do.
#pragma once

#include "nav_build/half_edges.h"

#include <cstdint>
#include <vector>

namespace halfspace {

// Two edges in one vertical plane, with the same ends seen from above and polygons on both sides.
struct StepEdges {
    std::uint32_t lower;  // edges
    std::uint32_t upper;
};

// Finds the pairs of edges without twins where the upper one is at most max_height [grid steps]
// higher, at both ends. First it cuts edges of which another one may make a step:
// - where the other one begins or ends, if the corner lies in a vertical plane that crosses the
//   edge; else both are cut at the next whole grid step along x or y inside of the other one;
// - where the height between both becomes 0 or max_height, as beside a ramp: both are cut at the
//   last whole grid step along x or y where they still are a step.
// is_gone: edges that do not count; it grows with the edges. planes: of the predicates; planes
// x = c and y = c are added. Cost: n log n, and the pairs of edges that overlap in one vertical
// plane.
std::vector<StepEdges> find_step_edges(HalfEdges& mesh,
                                       std::vector<bool>& is_gone,
                                       const std::vector<FloorPiece>& pieces,
                                       double max_height,
                                       PlaneTable& planes,
                                       Predicates& predicates);

}  // namespace halfspace
