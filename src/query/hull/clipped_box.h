// SPDX-License-Identifier: MIT
// A box that planes of a tree clip. Does what is left have a volume? Exact for every box of
// doubles.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <cstdint>
#include <span>

namespace halfspace {

// The plane of a walk node and the side of it that is kept. Small and without initialisers, because
// a query has a thousand of them on its stack.
struct ClipPlane {
    std::uint32_t node : 31;
    std::uint32_t is_front : 1;  // 1: what is in front is kept
};

// What a clip plane does to a box.
enum class BoxPlace : std::uint8_t {
    Inside,   // no point of the box is clipped off
    Outside,  // no point of the box is strictly on the kept side
    Across,   // a part of the box is clipped off
};

// REQUIRES: box.min <= box.max, finite.
BoxPlace place_of(const Level& level, const Aabb& box, const ClipPlane& plane);

// True if the open box and the open half-spaces have a point in common.
// Cost: some 10 ns for each plane that runs through the box. If doubles cannot tell, up to the
// fifth power of the count of these planes. Stack: 25 KB. REQUIRES: box.min < box.max, finite; at
// most kMaxTreeDepth planes.
bool shares_volume(const Level& level, const Aabb& box, std::span<const ClipPlane> planes);

}  // namespace halfspace
