// SPDX-License-Identifier: MIT
// A box clipped by planes of a tree: has what is left a volume? Exact for every box of doubles.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <cstdint>
#include <span>

namespace halfspace {

// One side of a node's plane: the side that is kept. Small and without initialisers, because each
// query has a thousand of them on its stack.
struct ClipPlane {
    std::uint32_t node : 31;
    std::uint32_t is_front : 1;
};

// Where a box lies by a clip plane.
enum class BoxPlace : std::uint8_t {
    Inside,   // no point of it is clipped off
    Outside,  // no point of it is strictly inside
    Across,
};

// REQUIRES: box.min <= box.max, finite.
BoxPlace place_of(const Level& level, const Aabb& box, const ClipPlane& plane);

// True if the open box and the open half-spaces have a point in common.
// Cost: some 10 ns for each plane that runs through the box. If doubles cannot tell, up to the
// fifth power of the number of these planes. Stack: 25 KB. REQUIRES: box.min < box.max, finite; at
// most kMaxTreeDepth planes.
bool shares_volume(const Level& level, const Aabb& box, std::span<const ClipPlane> planes);

}  // namespace halfspace
