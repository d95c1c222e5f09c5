// SPDX-License-Identifier: MIT
#include "spatial/convex/box_triangle.h"

#include "math/shared/crossings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {
namespace {

// Distances up to this part of the coordinates count as 0. A distance is a sum of less than ten
// products, each rounded by 2^-53. A body that is thinner could slip between two triangles with a
// common edge; kMinThickness is larger for all coordinates of a sweep.
constexpr double kTouch = 0x1p-48;
// Shorter axes say nothing: their products may underflow.
constexpr double kShortest = 0x1p-500;
// Corners that are so near to one another along a normal, as a part of the coordinates, are touched
// together.
constexpr double kSamePlace = 0x1p-36;
constexpr std::uint32_t kNormalAxis = 3;
constexpr std::uint32_t kAxes = 13;

double sum_of(const Vec3& v) {
    return std::abs(v.x) + std::abs(v.y) + std::abs(v.z);
}

// Of any length.
Vec3 axis_of(const std::array<Vec3, 3>& edges, std::uint32_t number) {
    if (number < kNormalAxis) {
        Vec3 axis;
        axis[number] = 1;
        return axis;
    }
    if (number == kNormalAxis) {
        return cross(edges[0], edges[1]);
    }
    const Vec3& e = edges[(number - kNormalAxis - 1) / 3];
    switch ((number - kNormalAxis - 1) % 3) {
        case 0:
            return {0, -e.z, e.y};
        case 1:
            return {e.z, 0, -e.x};
        default:
            return {-e.y, e.x, 0};
    }
}

std::array<Vec3, 3> edges_of(const Triangle& t) {
    return {t.b - t.a, t.c - t.b, t.a - t.c};
}

// A triangle, an edge or a corner, and what is left of it. Each clip adds one corner at most.
struct Polygon {
    std::array<Vec3, 9> corners;
    std::size_t count = 0;

    // The part where sign * coordinate <= most. Source: Sutherland and Hodgman 1974.
    Polygon clipped(std::size_t axis, double sign, double most) const {
        Polygon result;
        const auto excess = [&](const Vec3& p) { return sign * p[axis] - most; };
        for (std::size_t i = 0; i < count; ++i) {
            const Vec3& from = corners[i];
            const Vec3& to = corners[(i + 1) % count];
            const double before = excess(from);
            const double behind = excess(to);
            if (before <= 0) {
                result.corners[result.count++] = from;
            }
            // Of an edge alone, forth and back are two sides.
            if ((before < 0 && behind > 0) || (before > 0 && behind < 0)) {
                result.corners[result.count++] = from + (to - from) * (before / (before - behind));
            }
        }
        return result;
    }
};

}  // namespace

BoxTouch cast_box(const Triangle& triangle,
                  const BoxMotion& box,
                  BlockingSides sides,
                  double limit) {
    // Corners as seen from the middle of the box.
    const std::array<Vec3, 3> corner{
        triangle.a - box.middle, triangle.b - box.middle, triangle.c - box.middle};
    const std::array<Vec3, 3> edges = edges_of(triangle);
    const double size = sum_of(box.middle) + sum_of(box.motion) + sum_of(box.half) +
                        std::max({sum_of(corner[0]), sum_of(corner[1]), sum_of(corner[2])});
    Crossings crossings(size * kTouch);
    for (std::uint32_t number = 0; number < kAxes; ++number) {
        const Vec3 axis = axis_of(edges, number);
        if (number == kNormalAxis && sides == BlockingSides::Front && !(dot(axis, corner[0]) < 0)) {
            return {};  // the middle is not in front
        }
        const double length_of = number < kNormalAxis ? 1 : sum_of(axis);
        if (!(length_of > kShortest)) {
            continue;
        }
        const std::array<double, 3> place{
            dot(axis, corner[0]), dot(axis, corner[1]), dot(axis, corner[2])};
        const auto [low, high] = std::minmax({place[0], place[1], place[2]});
        const double reach = dot(abs(axis), box.half);
        const double way = dot(axis, box.motion);
        const Double2 from{low - reach, -high - reach};
        crossings.add(
            from, from + Double2{-way, way}, Mask2{2 * number, 2 * number + 1}, both(length_of));
        if ((number == 2 || number == kNormalAxis) &&
            (crossings.misses() || crossings.enter() > limit)) {
            return {};
        }
    }
    if (crossings.misses() || crossings.enter() > limit) {
        return {};
    }
    if (crossings.enter() < 0) {
        return {BoxTouch::Kind::StartBlocked, 0, 0};
    }
    return {BoxTouch::Kind::Hit, crossings.enter(), crossings.plane()};
}

Vec3 normal_of(const Triangle& triangle, std::uint32_t plane) {
    const Vec3 axis = normalized(axis_of(edges_of(triangle), plane / 2));
    return plane % 2 == 0 ? -axis : axis;
}

Vec3 touched_point(const Triangle& triangle,
                   const Vec3& middle,
                   const Vec3& half,
                   const Vec3& normal) {
    const std::array<Vec3, 3> corner{triangle.a, triangle.b, triangle.c};
    double size = sum_of(half);
    for (const Vec3& p : corner) {
        size = std::max(size, sum_of(p - middle));
    }
    const double error = size * kSamePlace;
    const double most =
        std::max({dot(normal, corner[0]), dot(normal, corner[1]), dot(normal, corner[2])});
    std::array<Vec3, 3> touched;
    std::size_t count = 0;
    for (const Vec3& p : corner) {
        if (dot(normal, p) >= most - error) {
            touched[count++] = p;
        }
    }
    // The part of the touched corner, edge or face that is in the box.
    Polygon part;
    std::copy_n(touched.begin(), count, part.corners.begin());
    part.count = count;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        part = part.clipped(axis, 1, middle[axis] + half[axis] + error);
        part = part.clipped(axis, -1, -middle[axis] + half[axis] + error);
    }
    if (part.count == 0) {
        return closest_point(triangle, middle);  // by rounding only
    }
    Vec3 sum;
    for (std::size_t i = 0; i < part.count; ++i) {
        sum = sum + part.corners[i];
    }
    return sum / static_cast<double>(part.count);
}

}  // namespace halfspace
