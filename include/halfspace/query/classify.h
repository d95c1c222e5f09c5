// SPDX-License-Identifier: MIT
// What is here? Exact for every double, without allocation, safe from any number of threads.
//
// A point on a boundary has those contents that every cell there has or absorbs. On a floor in the
// open it is empty; between solid and detail it is detail; between solid and water it is water.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"

#include <span>

namespace halfspace {

// The leaf whose closed cell holds the point; on a splitter, the one in front of it. Leaf 0
// outside of the model's box. Cost: the depth of the tree. REQUIRES: is_finite(point), model in
// range.
LeafId find_leaf(const Level& level, const Vec3& point, ModelId model = ModelId(0));

// The same in the tree of a space, which may be another than that of the point. REQUIRES: space in
// range, too.
LeafId find_leaf(const Level& level, SpaceId space, const Vec3& point, ModelId model = ModelId(0));

// The contents of the leaf around the point. On a splitter several leaves touch the point: the bits
// that each of them has or absorbs, normalized (docs/decisions/0025). Empty outside of a model's
// box. With several models: the contents in each, joined and normalized.
// Cost: the depth of the tree of each model, nearly always by doubles alone. Stack: 10 KB.
// REQUIRES: is_finite(point).
Contents point_contents(const PlacedLevel& here, const Vec3& point);

// The same answers for many points, which go down the tree together: about three times as fast as
// one by one for some thousand points. Stack: 50 KB.
// REQUIRES: results.size() == points.size(), and as point_contents.
void point_contents_all(const PlacedLevel& here,
                        std::span<const Vec3> points,
                        std::span<Contents> results);

}  // namespace halfspace
