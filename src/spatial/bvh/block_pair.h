// SPDX-License-Identifier: MIT
// Leaf against leaf: which of the four triangles of each may touch? Floats decide, and leave a pair
// out only if a plane parts its triangles for sure.
#pragma once

#include "spatial/bvh/node_pair.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <array>
#include <cstdint>

namespace halfspace {

// Four triangles in the common frame, with what the tests need of them.
struct BlockShape {
    std::array<Points4, 3> corner;
    Points4 lo;
    Points4 hi;
    Points4 normal;    // not of length 1
    Float4 slack;      // the error of a place along the normal, for a point at distance 1
    Float4 own_slack;  // the part of the error that does not depend on the distance
};

BlockShape block_of_a(const PairFrame& frame, const TriangleBlock& block);
BlockShape block_of_b(const PairFrame& frame, const TriangleBlock& block);

// Bit i is set if triangle i of a may touch triangle `lane` of b. Lanes without triangles have no
// bit.
std::uint32_t may_touch(const BlockShape& a, const BlockShape& b, int lane);

}  // namespace halfspace
