// SPDX-License-Identifier: MIT
// The first change along a segment through one tree. The quick walk finds it; if that is doubtful,
// the exact walk does.
#pragma once

#include "query/walk/exact_walk.h"
#include "query/walk/quick_change.h"

#include <optional>

namespace halfspace {

struct Change {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    // True: every double on the segment before `point` is free. False: the exact points are free,
    // but a double next to one of them may be blocked.
    bool is_rounding_safe = false;
    double fraction = 1;  // of the segment, up to the change
    // On the empty side of `plane`; exactly on the plane if the plane is axial.
    Vec3 point;
    CrossedPlane plane;
    Contents contents = Contents::Empty;  // what blocks there, of the mask
};

// By the quick walk, or by the exact walk where the quick one is doubtful.
Change find_change(const Walked& tree, const Blocking& blocking, const Vec3& from, const Vec3& to);

// The same, with the answer of the quick walk.
Change change_of(const Walked& tree,
                 const Blocking& blocking,
                 const Vec3& from,
                 const Vec3& to,
                 const QuickChange& quick);

// Where the change of a quick walk is, without its place.
struct QuickCrossing {
    double fraction;  // as Change::fraction
    int empty_side;   // as CrossedPlane::empty_side
};
// REQUIRES: quick.kind is EmptyToBlocked, and `quick` is of this tree and segment.
QuickCrossing crossing_of(const Walked& tree,
                          const Vec3& from,
                          const Vec3& to,
                          const QuickChange& quick);

// The first change, by the exact walk alone.
Change find_change_exactly(const Walked& tree,
                           const Blocking& blocking,
                           const Vec3& from,
                           const Vec3& to);

// The normal of the plane, of length 1, towards the empty side. REQUIRES: not kStartCrossing.
Vec3 normal_of(const Walked& tree, const CrossedPlane& plane);

// The crossed plane if it is axial: a wall of the model's box or an axial splitter. Else nullopt.
std::optional<AxialPlane> axial_plane_of(const Walked& tree, const CrossedPlane& plane);

}  // namespace halfspace
