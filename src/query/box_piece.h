// SPDX-License-Identifier: MIT
// A piece of a box: what lies on one side each of some planes. Has it a volume? Exact for every box
// of doubles.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <cstdint>
#include <span>

namespace halfspace {

// One side of a plane of the level.
struct BoundingPlane {
    std::uint32_t plane = 0;  // a record
    bool is_front = false;
};

// Where a box lies by one bounding plane.
enum class BoxPlace : std::uint8_t {
    Inside,   // no point of it is beyond the plane
    Outside,  // no point of it is strictly inside
    Across,
};

// REQUIRES: box.min <= box.max, finite.
BoxPlace place_of(const Level& level, const Aabb& box, const BoundingPlane& plane);

// True if the open box and the open half-spaces have a point in common.
// Cost: some 10 ns for each plane that runs through the box; if doubles cannot tell, up to the
// fifth power of the number of these.
// REQUIRES: box.min < box.max, finite; at most kMaxTreeDepth planes.
bool shares_volume(const Level& level, const Aabb& box, std::span<const BoundingPlane> planes);

}  // namespace halfspace
