// SPDX-License-Identifier: MIT
// What is at this point? The answers are exact for every finite double. For placed models the
// position is rounded first (placed_level.h). A single question allocates nothing, and any number
// of threads may ask at the same time.
//
// The contents of a point on a boundary: take the bits that each touching cell has or absorbs, and
// keep the bits common to all cells. A point on a floor in the open is empty. A point between solid
// and detail is detail; between solid and water it is water (docs/decisions/0025).
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"

#include <span>

namespace halfspace {

// The leaf of a model's tree that holds the point [map units]. For a point on a splitter: the leaf
// in front of the splitter. Leaf 0 for a point outside of the model's box or on its surface. Cost:
// the depth of the tree. REQUIRES: is_finite(point), model in range.
LeafId find_leaf(const Level& level, const Vec3& point, ModelId model = kWorldModel);

// The same in the tree of a space; a space may have a separate tree. What blocks the body in this
// leaf: blockers_in (level/bodies.h). In a tree that only bodies use, Level::contents of every leaf
// is Empty. REQUIRES: as above, and space in range.
LeafId find_leaf(const Level& level, SpaceId space, const Vec3& point, ModelId model = kWorldModel);

// The contents at the point [map units], by the rule above. Empty outside of a model's box. Where
// several models overlap, their contents are joined by OR and normalized. Cost: the depth of the
// tree of each model. Stack: 10 KB. REQUIRES: is_finite(point).
Contents point_contents(const PlacedLevel& here, const Vec3& point);

// The same answers for many points: results[i] belongs to points[i]. For thousands of points this
// is about three times as fast as one question at a time, because the points go down the tree
// together. `executor` gets parts of 8192 points and may answer them on several threads
// (base/executor.h). Stack: 50 KB.
// REQUIRES: results.size() == points.size(), and for each point what point_contents requires.
void point_contents_all(const PlacedLevel& here,
                        std::span<const Vec3> points,
                        std::span<Contents> results,
                        const Executor& executor = run_serially);

}  // namespace halfspace
