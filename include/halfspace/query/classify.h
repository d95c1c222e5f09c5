// SPDX-License-Identifier: MIT
// What is here? Exact for every double, without allocation, safe from any number of threads.
//
// Boundaries: a set of leaves is seen as the interior of the union of its closed cells, so a point
// on a splitter has a content only if all cells that touch it there have it. Touching is free.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include <span>

namespace halfspace {

// The leaf whose closed cell holds the point; on a splitter, the one in front of it. Leaf 0
// outside of the model's box. Cost: the depth of the tree. REQUIRES: is_finite(point), model in
// range.
LeafId find_leaf(const Level& level, const Vec3& point, ModelId model = ModelId(0));

// The same in the tree of a space, which may be another than that of the point. REQUIRES: space in
// range, too.
LeafId find_leaf(const Level& level, SpaceId space, const Vec3& point, ModelId model = ModelId(0));

// The contents that all leaves touching the point share (exactly one leaf unless the point lies on
// a splitter); Empty outside of the model's box. Cost: the depth of the tree, nearly
// always by doubles alone. REQUIRES: as find_leaf.
Contents point_contents(const Level& level, const Vec3& point, ModelId model = ModelId(0));

// The same answers for many points, which go down the tree together: about three times as fast as
// one by one for some thousand points. Needs 40 KB of stack. REQUIRES: results.size() ==
// points.size(), and as find_leaf.
void point_contents(const Level& level,
                    std::span<const Vec3> points,
                    std::span<Contents> results,
                    ModelId model = ModelId(0));

}  // namespace halfspace
