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
// higher, at both ends. Cuts edges where another one that it may be paired with begins or ends, if
// the corner lies in a vertical plane that crosses the edge. is_gone: edges that do not count; it
// grows with the edges. Cost: n log n, and the pairs of edges that overlap in one vertical plane.
std::vector<StepEdges> find_step_edges(HalfEdges& mesh,
                                       std::vector<bool>& is_gone,
                                       const std::vector<FloorPiece>& pieces,
                                       double max_height,
                                       Predicates& predicates);

}  // namespace halfspace
