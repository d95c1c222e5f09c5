// SPDX-License-Identifier: MIT
// Is there room for a body, and if not, where is some? Exact for every finite double, without
// allocation, safe from any number of threads; the same bits on every machine.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"

#include <optional>

namespace halfspace {

// True if the body of the space may be at the position: it is not in the interior of the union of
// what blocks there. Touching is free; outside of the model's box all is. mask: which contents
// block, as with first_transition. Cost: one way down the tree.
// REQUIRES: is_finite(position), space and model in range.
bool is_free(const Level& level,
             SpaceId space,
             const Vec3& position,
             Contents mask = kBodyBlockers,
             ModelId model = ModelId(0));

// The nearest free position to one that is blocked, or nearly, at most `distance` [units] away; the
// position itself if it is free. The result is free by is_free. Each free cell around is tried
// where it comes nearest, a hair of 1/1024 units inside of its planes, or on its surface where it
// has no such room. So another place in the cell may be nearer: by less than two hairs where its
// planes meet at right angles or wider ones, else by a hair / sin(a), where a is half the opening
// of the largest cone in its corner.
// nullopt if no cell gave a place, or none of the first thousands around.
// It may lie on the other side of a wall, or outside of the level, where all is free: whoever minds
// asks for a sight line from the last position that was good.
// Cost: the cells within the distance of the best found so far, each with its planes.
// REQUIRES: is_finite(position), 0 <= distance, finite, space and model in range.
std::optional<Vec3> unstick(const Level& level,
                            SpaceId space,
                            const Vec3& position,
                            double distance,
                            Contents mask = kBodyBlockers,
                            ModelId model = ModelId(0));

// True if the box shares volume with what blocks a point: with leaves whose contents have a bit of
// the mask. Touching is no overlap. Any box will do, no space is needed for it. Exact.
// Cost: the nodes that the box meets.
// REQUIRES: min < max in every axis, both finite; model in range.
bool overlaps_box(const Level& level,
                  const Aabb& box,
                  Contents mask = kBodyBlockers,
                  ModelId model = ModelId(0));

}  // namespace halfspace
