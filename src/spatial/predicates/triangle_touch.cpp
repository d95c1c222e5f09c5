// SPDX-License-Identifier: MIT
// What a triangle shares with triangles, segments, points and boxes. Signs of orientation decide
// alone, so that the answers are exact, whether corners, edges and planes are in general position
// or not.
#include "halfspace/spatial/triangle.h"

#include "math/shared/orientation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

using Corners = std::array<Vec3, 3>;

double clean(double value) {
    return std::abs(value) < kMinPlace ? 0 : value;
}

Vec3 clean(const Vec3& p) {
    return {clean(p.x), clean(p.y), clean(p.z)};
}

Corners corners_of(const Triangle& triangle) {
    return {clean(triangle.a), clean(triangle.b), clean(triangle.c)};
}

// Signs of three corners relative to a plane.
struct Sides {
    std::array<int, 3> sign{};

    bool are_one() const { return sign[0] != 0 && sign[0] == sign[1] && sign[0] == sign[2]; }
};

Sides sides_of(const Corners& corners, const Corners& plane) {
    Sides sides;
    for (std::size_t i = 0; i < 3; ++i) {
        sides.sign[i] = orientation(plane[0], plane[1], plane[2], corners[i]);
    }
    return sides;
}

// True if the signs have no two that are opposite.
bool agree(int a, int b, int c) {
    return std::min({a, b, c}) >= 0 || std::max({a, b, c}) <= 0;
}

// True if the intervals have a common point on each axis.
bool boxes_touch(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::max(p[axis], q[axis]) < std::min(a[axis], b[axis]) ||
            std::max(a[axis], b[axis]) < std::min(p[axis], q[axis])) {
            return false;
        }
    }
    return true;
}

// Segments in one plane meet if they meet as seen along each axis: along one of the axes at least,
// different points of the plane look different.
bool segments_touch(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b) {
    if (!boxes_touch(p, q, a, b) || orientation(p, q, a, b) != 0) {
        return false;
    }
    for (std::size_t along = 0; along < 3; ++along) {
        if (orientation_along(along, p, q, a) * orientation_along(along, p, q, b) > 0 ||
            orientation_along(along, a, b, p) * orientation_along(along, a, b, q) > 0) {
            return false;
        }
    }
    return true;
}

// REQUIRES: p is in the plane of the triangle.
bool holds(const Corners& triangle, const Vec3& p) {
    bool has_area = false;
    for (std::size_t along = 0; along < 3; ++along) {
        has_area |= orientation_along(along, triangle[0], triangle[1], triangle[2]) != 0;
        if (!agree(orientation_along(along, triangle[0], triangle[1], p),
                   orientation_along(along, triangle[1], triangle[2], p),
                   orientation_along(along, triangle[2], triangle[0], p))) {
            return false;
        }
    }
    return has_area;
}

// The segment against the triangle. The signs are those of its ends relative to the triangle's
// plane.
bool edge_touches(const Vec3& p, const Vec3& q, int side_p, int side_q, const Corners& triangle) {
    const auto& [a, b, c] = triangle;
    if (side_p * side_q > 0) {
        return false;
    }
    if (side_p == 0 && side_q == 0) {
        // In the plane, or the triangle has no area: it is its edges then.
        return segments_touch(p, q, a, b) || segments_touch(p, q, b, c) ||
               segments_touch(p, q, c, a) || holds(triangle, p);
    }
    return agree(orientation(p, q, a, b), orientation(p, q, b, c), orientation(p, q, c, a));
}

// True if an edge of one triangle touches the other triangle.
bool edges_touch(const Corners& edges, const Sides& sides, const Corners& triangle) {
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t k = i == 2 ? 0 : i + 1;
        if (edge_touches(edges[i], edges[k], sides.sign[i], sides.sign[k], triangle)) {
            return true;
        }
    }
    return false;
}

// Two triangles share a point if and only if an edge of one of them touches the other one.
bool corners_touch(const Corners& a, const Corners& b) {
    const Sides a_sides = sides_of(a, b);
    if (a_sides.are_one()) {
        return false;
    }
    const Sides b_sides = sides_of(b, a);
    return !b_sides.are_one() && (edges_touch(a, a_sides, b) || edges_touch(b, b_sides, a));
}

// True if a line along an edge, seen along an axis, has the rectangle strictly on one side and the
// triangle on the other.
bool edge_parts(std::size_t along, const Corners& triangle, const std::array<Vec3, 8>& box) {
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& from = triangle[i];
        const Vec3& to = triangle[i == 2 ? 0 : i + 1];
        const int own = orientation_along(along, from, to, triangle[i == 0 ? 2 : i - 1]);
        const auto is_on = [&](int side) {
            return std::ranges::all_of(box, [&](const Vec3& corner) {
                return orientation_along(along, from, to, corner) == side;
            });
        };
        if ((own <= 0 && is_on(1)) || (own >= 0 && is_on(-1))) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool touch(const Triangle& a, const Triangle& b) {
    return corners_touch(corners_of(a), corners_of(b));
}

bool touch(const Triangle& triangle, const Vec3& from, const Vec3& to) {
    return touch(triangle, Triangle{from, to, to});
}

bool contains(const Triangle& triangle, const Vec3& p) {
    return touch(triangle, Triangle{p, p, p});
}

bool touch(const Triangle& triangle, const Aabb& box) {
    if (!has_points(box)) {
        return false;
    }
    const Corners corners = corners_of(triangle);
    const Vec3 low = clean(box.min);
    const Vec3 high = clean(box.max);
    const auto& [a, b, c] = corners;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (std::max({a[axis], b[axis], c[axis]}) < low[axis] ||
            std::min({a[axis], b[axis], c[axis]}) > high[axis]) {
            return false;
        }
    }
    std::array<Vec3, 8> of_box;
    int lowest = 1;  // sides of the triangle's plane on which corners of the box lie
    int highest = -1;
    for (std::size_t i = 0; i < 8; ++i) {
        of_box[i] = {(i & 1U) == 0 ? low.x : high.x,
                     (i & 2U) == 0 ? low.y : high.y,
                     (i & 4U) == 0 ? low.z : high.z};
        const int side = orientation(a, b, c, of_box[i]);
        lowest = std::min(lowest, side);
        highest = std::max(highest, side);
    }
    const bool is_parted = lowest == 1 || highest == -1;
    return !is_parted && !edge_parts(0, corners, of_box) && !edge_parts(1, corners, of_box) &&
           !edge_parts(2, corners, of_box);
}

}  // namespace halfspace
