// SPDX-License-Identifier: MIT
// The first change along a segment through one tree, by the quick walk or the exact one.
#pragma once

#include "query/exact_walk.h"
#include "query/quick_change.h"

#include <optional>

namespace halfspace {

struct Change {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    // True: every point of the segment before `point` is free, also when its coordinates are
    // rounded to doubles. False: the exact points are free, but a double beside one of them may be
    // blocked.
    bool is_rounding_safe = false;
    double fraction = 1;
    // On the empty side of `plane`. Exactly on the plane if it is an axial one.
    Vec3 point;
    CrossedPlane plane;
    Contents contents = Contents::Empty;  // of what blocks there, those of the mask
};

Change find_change(const Walked& tree, const Blocking& blocking, const Vec3& src, const Vec3& dest);

// The same when the quick walk has been made.
Change change_of(const Walked& tree,
                 const Blocking& blocking,
                 const Vec3& src,
                 const Vec3& dest,
                 const QuickChange& quick);

// The same without the quick walk.
Change find_change_exactly(const Walked& tree,
                           const Blocking& blocking,
                           const Vec3& src,
                           const Vec3& dest);

// Of length 1, towards the empty side. REQUIRES: not kStartCrossing.
Vec3 normal_of(const Walked& tree, const CrossedPlane& plane);

// Where the crossed plane lies if it is an axial one: a wall of the box or such a splitter.
std::optional<AxialPlane> axial_plane_of(const Walked& tree, const CrossedPlane& plane);

}  // namespace halfspace
