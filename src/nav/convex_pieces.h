// SPDX-License-Identifier: MIT
// Polygons whose corners were rounded, as pieces that are exactly convex.
#pragma once

#include "halfspace/math/vec.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

struct PieceCorner {
    std::uint32_t vertex;
    // Which edge of the polygon begins here; kNone for a cut between two pieces.
    std::uint32_t edge;
};
using Piece = std::vector<PieceCorner>;

// The pieces of a polygon: itself if it is convex seen from above. Else it is cut from each corner
// that is concave to another corner. Corners on a straight line are convex. Sides are exact. A
// polygon that is concave by more than rounding, or that has no area, may stay as it is.
std::vector<Piece> convex_pieces(std::span<const Vec3> vertices, const Piece& polygon);

}  // namespace halfspace
