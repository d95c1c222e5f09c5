// SPDX-License-Identifier: MIT
// Boxes along the axes, in doubles. A box is closed: a point on its surface is inside.
#pragma once

#include "halfspace/math/vec.h"

#include <algorithm>
#include <limits>

namespace halfspace {

// From corner `min` to corner `max`. The default is the empty box, to which `merge` can add
// points.
struct Aabb {
    Vec3 min{std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity(),
             std::numeric_limits<double>::infinity()};
    Vec3 max{-std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity()};

    friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

// True for the default box and for every box with min.x > max.x. A box without volume is not empty.
[[gnu::always_inline]] constexpr bool is_empty(const Aabb& box) {
    return box.min.x > box.max.x;
}

// True if the box is larger than a point, a segment or a rectangle.
[[gnu::always_inline]] constexpr bool has_volume(const Aabb& box) {
    return box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z;
}

// True if the box has a point: min <= max on each axis.
[[gnu::always_inline]] constexpr bool has_points(const Aabb& box) {
    return box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
}

// The point in the middle of the box, up to rounding. REQUIRES: the box is not empty.
[[gnu::always_inline]] constexpr Vec3 centre_of(const Aabb& box) {
    return (box.min + box.max) * 0.5;
}

// Half the size of the box: from its centre to its corner `max`. REQUIRES: the box is not empty.
[[gnu::always_inline]] constexpr Vec3 half_of(const Aabb& box) {
    return (box.max - box.min) * 0.5;
}

// The smallest box that holds the box and the point.
[[gnu::always_inline]] constexpr Aabb merge(const Aabb& box, const Vec3& p) {
    return {{std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)},
            {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)}};
}

// The smallest box that holds both boxes. REQUIRES: b is not empty; a may be empty.
[[gnu::always_inline]] constexpr Aabb merge(const Aabb& a, const Aabb& b) {
    return merge(merge(a, b.min), b.max);
}

// What both boxes share. If they share nothing, the result has min > max on some axis.
[[gnu::always_inline]] constexpr Aabb intersection(const Aabb& a, const Aabb& b) {
    return {{std::max(a.min.x, b.min.x), std::max(a.min.y, b.min.y), std::max(a.min.z, b.min.z)},
            {std::min(a.max.x, b.max.x), std::min(a.max.y, b.max.y), std::min(a.max.z, b.max.z)}};
}

// The box, moved. For example, the box around a body at the origin becomes its box at `by`.
[[gnu::always_inline]] constexpr Aabb moved(const Aabb& box, const Vec3& by) {
    return {box.min + by, box.max + by};
}

// The box, larger by `margin` on each side.
[[gnu::always_inline]] constexpr Aabb grown(const Aabb& box, double margin) {
    const Vec3 by{margin, margin, margin};
    return {box.min - by, box.max + by};
}

// True if the closed boxes share at least one point.
[[gnu::always_inline]] constexpr bool touch(const Aabb& a, const Aabb& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

// True if the point is inside the box or on its surface.
[[gnu::always_inline]] constexpr bool contains(const Aabb& box, const Vec3& p) {
    return box.min.x <= p.x && p.x <= box.max.x && box.min.y <= p.y && p.y <= box.max.y &&
           box.min.z <= p.z && p.z <= box.max.z;
}

// True if the inner box is in the box; it may touch the surface from inside.
[[gnu::always_inline]] constexpr bool encloses(const Aabb& box, const Aabb& inner) {
    return contains(box, inner.min) && contains(box, inner.max);
}

}  // namespace halfspace
