// SPDX-License-Identifier: MIT
// Can one point see another? The answers are exact for every pair of finite doubles. For placed
// models the positions are rounded first (placed_level.h). A single question allocates nothing, and
// any number of threads may ask at the same time.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"

#include <cstdint>
#include <span>

namespace halfspace {

// True if no point of the segment from `from` to `to` [map units], ends included, is in what
// blocks sight. A model blocks in the interior of the union of all that blocks sight in it
// (kSightBlockers). A segment that touches a wall or runs along a wall is clear. A segment in the
// face that two abutting walls of one model share is blocked. Both cases are decided exactly. A
// segment in the common face of two models, such as a wall and a placed door, is clear. Outside of
// a model's box everything is clear. An obstacle blocks if its contents have a bit of
// kSightBlockers; a segment that passes it by less than 1/4096 unit may count as blocked.
// Identity: line_of_sight(here, a, b) == line_of_sight(here, b, a).
// Cost: the nodes on the segment's way, in each model whose box it meets. Stack: 40 KB.
// REQUIRES: is_finite(from), is_finite(to).
bool line_of_sight(const PlacedLevel& here, const Vec3& from, const Vec3& to);

// The same answers for many segments, faster than one at a time: results[i] is 1 if segments[i] is
// clear, 0 if it is blocked. `executor` gets parts of 4096 segments and may answer them on several
// threads (base/executor.h). Stack: 80 KB.
// REQUIRES: results.size() == segments.size(), and for each segment what line_of_sight requires.
void line_of_sight_all(const PlacedLevel& here,
                       std::span<const Segment> segments,
                       std::span<std::uint8_t> results,
                       const Executor& executor = run_serially);

}  // namespace halfspace
