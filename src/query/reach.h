// SPDX-License-Identifier: MIT
// The part of a motion where obstacles and meshes may be.
#pragma once

#include "halfspace/spatial/convex_shape.h"

#include "query/thing_hit.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

// Bodies and things that touch have their positions in the cube of twice this edge: an obstacle is
// within 2 * kMaxMoverPlace, its offset and size and those of a body are at most kMaxShapeSize, and
// so are the triangles of meshes [units].
inline constexpr double kReach = 4 * kMaxShapeSize;

// The part of the motion in this cube, as fractions of the motion; nullopt if none is.
struct Part {
    double enter = 0;
    double leave = 1;
};
inline std::optional<Part> part_in_reach(const Vec3& from, const Vec3& to) {
    Part part;
    for (std::size_t i = 0; i < 3; ++i) {
        // A quarter, so that nothing overflows.
        const double start = from[i] * 0.25;
        const double way = to[i] * 0.25 - start;
        const double wall = std::copysign(kReach * 0.25, way);
        if (way == 0) {
            if (std::abs(start) > kReach * 0.25) {
                return std::nullopt;
            }
            continue;
        }
        part.enter = std::max(part.enter, (-wall - start) / way);
        part.leave = std::min(part.leave, (wall - start) / way);
    }
    return part.enter < part.leave ? std::optional(part) : std::nullopt;
}

inline bool is_in_reach(const Vec3& p) {
    return is_within(p, kReach);
}

// A place of a motion that begins or ends out of reach.
inline Vec3 place_in_reach(const Vec3& from, const Vec3& to, double fraction) {
    const auto at = [&](double a, double b) {
        return std::clamp(a * (1 - fraction) + b * fraction, -kReach, kReach);
    };
    return {at(from.x, to.x), at(from.y, to.y), at(from.z, to.z)};
}

// The answer of first(from, to), asked for the part of the motion in reach.
template <class First>
std::optional<ThingHit> first_in_reach(const Vec3& from, const Vec3& to, const First& first) {
    if (is_in_reach(from) && is_in_reach(to)) {
        return first(from, to);
    }
    const auto part = part_in_reach(from, to);
    if (!part) {
        return std::nullopt;
    }
    std::optional<ThingHit> hit =
        first(place_in_reach(from, to, part->enter), place_in_reach(from, to, part->leave));
    if (hit && !hit->start_blocked) {
        const double size = part->leave - part->enter;
        hit->fraction = part->enter + hit->fraction * size;
        hit->stop = part->enter + hit->stop * size;
    }
    return hit;
}

}  // namespace halfspace
