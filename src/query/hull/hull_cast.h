// SPDX-License-Identifier: MIT
// Moves one body against the hull of one solid leaf.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/convex_shape.h"

#include <cstdint>

namespace halfspace {

// A motion of a body through one tree, in the frame of the tree's model.
struct HullMotion {
    // The centre of the box around the body, at both ends of the motion.
    Vec3 from;
    Vec3 motion;  // from `from` to `to`
    Vec3 half;    // half of the size of this box
    // Distances up to this one count as 0 [units]. It is far above all errors of doubles here, and
    // far below what a user would notice.
    double touch;
};

// Where a body meets a hull. It is small, so that a function returns it in registers.
struct HullTouch {
    enum class Kind : std::uint8_t {
        Miss,          // it does not meet the hull
        Hit,           // it meets the hull at `fraction`
        StartBlocked,  // it overlaps the hull at the start
    };
    // Of the motion.
    double fraction = 1;
    // For a box that hits: the touched plane. 2 * axis is the lower side of the hull's box on this
    // axis, 2 * axis + 1 the upper side; kSides + i is number i of the hull's planes. kNone for
    // other bodies.
    std::uint32_t plane = kNone;
    Kind kind = Kind::Miss;

    static constexpr std::uint32_t kSides = 6;
};

// The normal of a plane of HullTouch::plane, length 1, out of the hull.
Vec3 hull_normal(const Level& level, std::size_t hull, std::uint32_t plane);

// Moves the box around the body against hull number `hull` (math/shared/crossings.h).
//
// A body is never nearer to the plane that parts it from a hull than -touch, and a motion towards
// the plane stops where d_i = 0, or at once. So errors do not add up: after any number of sweeps
// that start where the last one ended, no d_i that parts is below the error of one sweep.
HullTouch cast_box(const Level& level, std::size_t hull, const HullMotion& motion);

// Moves any body. placed: the body in the frame of the model, at the start of the motion. It lies
// in the box of the motion. Touching is free, as in `time_of_impact` (spatial/convex.h): a body
// that is at most 2^-24 units deep in the hull touches it. normal: for a hit, out of the hull,
// length 1.
//
// The errors of `time_of_impact` grow with the size of the hull and of the motion. So a hull that
// is wider than 2^10 units is met in parts. For each part of the motion, of at most 2^10 units, the
// hull is clipped to the box that the body sweeps, and to one unit more on each side. The body is
// inside of this larger box, even after a move aside by one unit. There the hull and its clipped
// part hold the same points. So a body touches the clipped part exactly where the body touches the
// hull.
HullTouch cast_shape(const Level& level,
                     std::size_t hull,
                     const HullMotion& motion,
                     const PlacedShape& placed,
                     Vec3& normal);

}  // namespace halfspace
