// SPDX-License-Identifier: MIT
// Who sees whom? Exact for every pair of doubles, iterative, without allocation, safe from any
// number of threads.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"

#include <cstdint>
#include <span>

namespace halfspace {

// True if no point of the closed segment lies in the interior of the union of what blocks sight
// (kSightBlockers). Touching is free: a segment along a wall is clear. A segment in the face that
// two abutting walls share is blocked. Both are decided exactly. Outside of a model's box all is
// clear. line_of_sight(here, a, b) == line_of_sight(here, b, a).
// Cost: the nodes that the segment meets, of each model whose box it meets. Stack: 40 KB.
// REQUIRES: is_finite(src), is_finite(dest).
bool line_of_sight(const PlacedLevel& here, const Vec3& src, const Vec3& dest);

// The same answers for many segments, faster than one by one: 1 for clear, 0 for blocked.
// Stack: 60 KB. REQUIRES: results.size() == segments.size(), and as line_of_sight.
void line_of_sight_all(const PlacedLevel& here,
                       std::span<const Segment> segments,
                       std::span<std::uint8_t> results);

}  // namespace halfspace
