// SPDX-License-Identifier: MIT
// Is there room for a body, and if not, where is some? Exact for every finite double, without
// allocation, safe from any number of threads; the same bits on every machine.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"

#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {

// True if the body of the space may be at the position: the position is not in the interior of the
// union of what blocks in that space. Touching is free; outside of a model's box all is free.
// mask: which contents block; see first_transition.
// Cost: the depth of the tree of each model. Stack: 10 KB.
// REQUIRES: is_finite(position), space in range.
bool is_free(const PlacedLevel& here,
             SpaceId space,
             const Vec3& position,
             Contents mask = kBodyBlockers);

// The same answers for many positions, which go down the tree together: 1 for free, 0 for blocked.
// Stack: 50 KB. REQUIRES: results.size() == positions.size(), and as is_free.
void is_free_all(const PlacedLevel& here,
                 SpaceId space,
                 std::span<const Vec3> positions,
                 std::span<std::uint8_t> results,
                 Contents mask = kBodyBlockers);

// The nearest free position that is at most `distance` [units] away; the position itself if it is
// free. is_free(here, space, result, mask) holds. For example, a body that stands 4 units deep in a
// floor gets the place 4 units higher.
//
// The result may be farther than the nearest free position by at most 2/1024 unit, because it keeps
// 1/1024 unit away from the planes around it where there is room for that. It may be farther by
// more in cells with a corner sharper than a right angle.
// The result may lie on the other side of a wall, or outside of the level, where all is free. Ask
// for a sight line from the last good position if this matters.
// nullopt if there is no such position, or if the first 4096 free cells around gave none.
// Of `models` the first seven whose boxes are within the distance take part in the search; the
// result is free of all of them.
// Cost: the free cells within the distance of the best found so far, each with its planes.
// Stack: 45 KB.
// REQUIRES: 0 <= distance, finite, and as is_free.
std::optional<Vec3> unstick(const PlacedLevel& here,
                            SpaceId space,
                            const Vec3& position,
                            double distance,
                            Contents mask = kBodyBlockers);

// True if the box shares volume with leaves whose contents have a bit of the mask. Touching is no
// overlap. Any box will do; no space is needed for it. Exact, but for models that are turned: there
// an overlap with a leaf that is thinner than 2^-20 units may count as a touch.
// Cost: the nodes that the box meets. Stack: 60 KB.
// REQUIRES: min < max in every axis, both finite.
bool overlaps_box(const PlacedLevel& here, const Aabb& box, Contents mask = kBodyBlockers);

}  // namespace halfspace
