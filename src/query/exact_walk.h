// SPDX-License-Identifier: MIT
// The slow and certain walk along a segment, for those that doubles leave open.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/trace.h"

#include "query/descent.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// What can be crossed: the plane of a node (its number), or one of these.
inline constexpr std::int32_t kStartCrossing = -1;  // "crossed" at t = 0
inline constexpr std::int32_t kFirstWall = -2;      // -2 - (2 * axis + 1 for the upper side)

// A wall of the model's box: the inside is where inside() > 0.
struct BoxWall {
    std::size_t axis;
    double sign;
    double place;

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

// A tree to walk through.
struct Walked {
    const Level& level;
    const ModelRecord& model;
    std::int32_t root;
};

// A plane that is crossed where the state changes.
struct CrossedPlane {
    std::int32_t plane = kStartCrossing;
    int empty_side = 0;  // +1 if what is empty lies in front of it, -1 if behind
};

struct ExactChange {
    Transition::Kind kind = Transition::Kind::AllEmpty;
    double fraction = 1;
    Vec3 point;                   // within some roundings of the exact one
    std::int32_t leaf = 0;        // that blocks, -1 - leaf as a child is
    std::size_t plane_count = 0;  // more than one at edges and corners
    std::array<CrossedPlane, 16> planes;
};

// The first change, decided exactly: see first_transition. Cost: the depth of the tree for every
// leaf on the way, mostly by filtered doubles.
ExactChange exact_change(const Walked& tree,
                         const Blocking& blocking,
                         const Vec3& src,
                         const Vec3& dest);

// True if the point is in the interior of the union of what blocks.
inline bool is_blocked(const Walked& tree, const Blocking& blocking, const Vec3& point) {
    return is_inside(tree.model, point) && is_blocked_below(tree.level, tree.root, point, blocking);
}

// How far the computed distance of a node from any point of the segment may be off the exact one.
double distance_error(const Level& level,
                      const ModelRecord& model,
                      const Vec3& src,
                      const Vec3& dest);

}  // namespace halfspace
