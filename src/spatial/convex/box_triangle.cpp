// SPDX-License-Identifier: MIT
#include "spatial/convex/box_triangle.h"

#include "math/shared/crossings.h"
#include "spatial/convex/small_polygon.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {
namespace {

// Distances up to this part of the coordinates count as 0. A distance is a sum of less than ten
// products, each rounded by 2^-53. A body that is thinner could slip between two triangles with a
// common edge; half of kMinThickness is larger for coordinates up to kMaxShapeSize.
constexpr double kTouch = 0x1p-48;
// Shorter axes say nothing: their products may underflow.
constexpr double kShortest = 0x1p-500;
// Corners that are so near to one another along a normal, as a part of the coordinates, are touched
// together.
constexpr double kSamePlace = 0x1p-36;
constexpr std::uint32_t kNormalAxis = 3;

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

// The coordinates of a vector, two by two. So a cross product takes two numbers at once.
struct Pairs {
    Double2 xy, yz, zx;

    explicit Pairs(const Vec3& v) : xy{v.x, v.y}, yz{v.y, v.z}, zx{v.z, v.x} {}
};

// A triangle and a box that moves, along two axes at once. Nothing jumps.
class BoxAxes {
public:
    BoxAxes(const Triangle& triangle, const BoxMotion& box)
        : corner_{triangle.a - box.middle, triangle.b - box.middle, triangle.c - box.middle},
          edge_(edges_of(triangle)),
          pairs_{Pairs(corner_[0]), Pairs(corner_[1]), Pairs(corner_[2])},
          half_(box.half),
          motion_(box.motion),
          box_(box),
          crossings_(kTouch *
                     (sum_of(box.middle) + sum_of(box.motion) + sum_of(box.half) +
                      std::max({sum_of(corner_[0]), sum_of(corner_[1]), sum_of(corner_[2])}))) {}

    const Crossings& crossings() const { return crossings_; }

    // The axes are added by their numbers, so that of equal planes the first counts.
    [[gnu::always_inline]] void add_axes_of_box() {
        add_two(0, {pairs_[0].xy, pairs_[1].xy, pairs_[2].xy}, half_.xy, motion_.xy, both(1));
        add_one(2, {corner_[0].z, corner_[1].z, corner_[2].z}, box_.half.z, box_.motion.z, 1);
    }

    Vec3 normal() const { return cross(edge_[0], edge_[1]); }
    [[gnu::always_inline]] void add_normal() {
        const Vec3 axis = cross(edge_[0], edge_[1]);
        add_one(kNormalAxis,
                {dot(axis, corner_[0]), dot(axis, corner_[1]), dot(axis, corner_[2])},
                dot(abs(axis), box_.half),
                dot(axis, box_.motion),
                sum_of(axis));
    }

    [[gnu::always_inline]] void add_edges() {
        const auto& [a, b, c] = edge_;
        const std::array<Pairs, 3> edge{Pairs(a), Pairs(b), Pairs(c)};
        add_across(4, edge[0].yz, edge[0].zx, &Pairs::zx, &Pairs::yz);
        add_across(6, Double2{a.x, b.y}, Double2{a.y, b.z}, &Pairs::yz, &Pairs::xy);
        add_across(8, edge[1].zx, edge[1].xy, &Pairs::xy, &Pairs::zx);
        add_across(10, edge[2].yz, edge[2].zx, &Pairs::zx, &Pairs::yz);
        const auto along = [&](const Vec3& v) { return c.x * v.y - c.y * v.x; };
        add_one(12,
                {along(corner_[0]), along(corner_[1]), along(corner_[2])},
                std::abs(c.y) * box_.half.x + std::abs(c.x) * box_.half.y,
                along(box_.motion),
                std::abs(c.x) + std::abs(c.y));
    }

private:
    // place: of the corners along the axis; reach: of the box; way: of the motion; length: the sum
    // of the axis' magnitudes.
    [[gnu::always_inline]] void add_one(std::uint32_t number,
                                        const std::array<double, 3>& place,
                                        double reach,
                                        double way,
                                        double length) {
        if (!(length > kShortest)) {
            return;
        }
        const double low = std::min(std::min(place[0], place[1]), place[2]);
        const double high = std::max(std::max(place[0], place[1]), place[2]);
        const Double2 from{low - reach, -high - reach};
        crossings_.add(
            from, from + Double2{-way, way}, Mask2{2 * number, 2 * number + 1}, both(length));
    }

    // The same for the axes `number` and number + 1.
    [[gnu::always_inline]] void add_two(std::uint32_t number,
                                        const std::array<Double2, 3>& place,
                                        const Double2& reach,
                                        const Double2& way,
                                        const Double2& length) {
        const Double2 low = smaller(smaller(place[0], place[1]), place[2]);
        const Double2 high = larger(larger(place[0], place[1]), place[2]);
        // A plane that the box is behind all the time says nothing.
        const Mask2 counts = is_less(both(kShortest), length);
        const Double2 below = choice(counts, low - reach, both(-1));
        const Double2 above = choice(counts, -high - reach, both(-1));
        const Double2 moved = choice(counts, way, both(0));
        const Mask2 first{2 * number, 2 * number + 2};
        crossings_.add(below, below - moved, first, length);
        crossings_.add(above, above + moved, first + 1, length);
    }

    // Two axes square to an edge and to an axis of the box: along them, a vector v is at
    // x * v.*j - y * v.*i.
    [[gnu::always_inline]] void add_across(std::uint32_t number,
                                           const Double2& x,
                                           const Double2& y,
                                           Double2 Pairs::* j,
                                           Double2 Pairs::* i) {
        const auto along = [&](const Pairs& v) { return x * v.*j - y * v.*i; };
        const Double2 size_x = absolute(x);
        const Double2 size_y = absolute(y);
        add_two(number,
                {along(pairs_[0]), along(pairs_[1]), along(pairs_[2])},
                size_y * half_.*i + size_x * half_.*j,
                along(motion_),
                size_x + size_y);
    }

    std::array<Vec3, 3> corner_;  // as seen from the middle of the box
    std::array<Vec3, 3> edge_;
    std::array<Pairs, 3> pairs_;  // of the corners
    Pairs half_;
    Pairs motion_;
    const BoxMotion& box_;
    Crossings crossings_;
};

}  // namespace

BoxTouch cast_box(const Triangle& triangle, const BoxMotion& box, double limit) {
    BoxAxes axes(triangle, box);
    const Crossings& crossings = axes.crossings();
    const auto is_over = [&] { return crossings.misses() || crossings.enter() > limit; };
    axes.add_axes_of_box();
    if (is_over()) {
        return {};
    }
    axes.add_normal();
    if (is_over()) {
        return {};
    }
    axes.add_edges();
    if (is_over()) {
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
    // The part of the touched corner, edge or face that is in the box.
    SmallPolygon part;
    for (const Vec3& p : corner) {
        if (dot(normal, p) >= most - error) {
            part.corners[part.count++] = p;
        }
    }
    part.clip(Aabb{middle - half, middle + half}, error);
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
