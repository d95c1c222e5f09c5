// SPDX-License-Identifier: MIT
// The slow and certain walk along a segment, in whole numbers. It decides what the quick walk
// (quick_walk.h) cannot tell.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/trace.h"

#include "query/walk/descent.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// What a segment can cross. A number >= 0 is a walk node and stands for its plane.
// This number stands for the start of the segment, which is "crossed" at t = 0.
inline constexpr std::int32_t kStartCrossing = -1;
// kFirstWall - w is wall w of the model's box, w = 2 * axis, or 2 * axis + 1 for the upper wall.
inline constexpr std::int32_t kFirstWall = -2;

// A wall of the model's box.
struct BoxWall {
    std::size_t axis;
    double sign;   // 1: the box lies towards larger coordinates; -1: towards smaller ones
    double place;  // the coordinate of the wall [map units]

    // How far the point is on the inner side of the wall.
    double inside(const Vec3& p) const { return sign * (p[axis] - place); }
};
constexpr bool is_wall(std::int32_t plane) {
    return plane <= kFirstWall;
}
inline BoxWall wall_of(const ModelRecord& model, std::int32_t plane) {
    const int wall = kFirstWall - plane;
    const auto axis = static_cast<std::size_t>(wall / 2);
    return wall % 2 == 0 ? BoxWall{axis, 1, model.min[axis]} : BoxWall{axis, -1, model.max[axis]};
}

// A walk tree.
struct Walked {
    const Level& level;
    const ModelRecord& model;
    WalkChild root;
};

// A plane that is crossed where a segment comes to what blocks, or leaves it.
struct CrossedPlane {
    std::int32_t plane = kStartCrossing;
    int empty_side = 0;  // 1: the free side is in front of the plane; -1: behind it
};

// The node of a crossed plane. REQUIRES: plane.plane >= 0.
inline const WalkNodeRecord& node_of(const Walked& tree, const CrossedPlane& plane) {
    return node_of(tree.level, static_cast<WalkChild>(plane.plane));
}

struct ExactChange {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    double fraction = 1;          // of the segment, up to the change
    Vec3 point;                   // off the exact point by some roundings
    WalkChild leaf = kWalkLeaf;   // the leaf that blocks
    std::size_t plane_count = 0;  // more than 1 at edges and corners
    std::array<CrossedPlane, 16> planes;
};

// The first change along the segment, decided exactly; see first_transition. Cost: for every leaf
// on the way, the nodes above it. Most of them are decided by doubles.
ExactChange exact_change(const Walked& tree,
                         const Blocking& blocking,
                         const Vec3& from,
                         const Vec3& to);

// True if the point is in the interior of the union of all leaves that block.
inline bool is_blocked(const Walked& tree, const Blocking& blocking, const Vec3& point) {
    return is_inside(tree.model, point) && is_blocked_below(tree.level, tree.root, point, blocking);
}

// A bound [units] for the error of approximate_distance, for every point of the segment and every
// node of the level. Inside of the model's box it is Level::filter_bound; it grows with the
// coordinates.
double distance_error(const Level& level,
                      const ModelRecord& model,
                      const Vec3& from,
                      const Vec3& to);

}  // namespace halfspace
