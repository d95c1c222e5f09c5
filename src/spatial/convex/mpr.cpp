// SPDX-License-Identifier: MIT
#include "spatial/convex/mpr.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

// More rounds than round shapes need that do not just touch. After them the answer is Unclear.
constexpr int kMaxRounds = 40;
// A shorter direction says nothing: products of its coordinates may have become 0.
constexpr double kMinSquare = 0x1p-1000;
// Six times the volume of a tetrahedron over the cube of its size. Each of its heights is then
// above 2^-19 of the size, and rounding moves its faces by less than 2^-30 of the size.
constexpr double kMinVolume = 0x1p-18;
// A negative weight of this part of their sum may be 0.
constexpr double kRounding = 0x1p-32;

// How a, b and c turn around the origin, seen along them.
double turn(const DifferencePoint& a, const DifferencePoint& b, const DifferencePoint& c) {
    return dot(cross(a.place, b.place), c.place);
}

}  // namespace

// Looks along direction_.
Mpr::Step Mpr::try_direction() {
    if (!(dot(direction_, direction_) > kMinSquare)) {
        return Step::Unclear;
    }
    pair_.support(direction_, points_[farthest_]);
    return dot(farthest().place, direction_) > 0 ? Step::GoOn : Step::Apart;
}

Mpr::Step Mpr::find_first_portal() {
    const Vec3& inside = points_[0].place;
    direction_ = -inside;
    if (const Step step = try_direction(); step != Step::GoOn) {
        return step;
    }
    replace(0);
    direction_ = cross(corner(0).place, inside);
    if (const Step step = try_direction(); step != Step::GoOn) {
        return step;
    }
    replace(1);
    direction_ = cross(corner(0).place - inside, corner(1).place - inside);
    if (dot(direction_, inside) > 0) {
        std::swap(corners_[0], corners_[1]);
        direction_ = -direction_;
    }
    for (int round = 0; round < kMaxRounds; ++round) {
        if (const Step step = try_direction(); step != Step::GoOn) {
            return step;
        }
        if (turn(corner(0), farthest(), points_[0]) < 0) {
            replace(1);
        } else if (turn(farthest(), corner(1), points_[0]) < 0) {
            replace(0);
        } else {
            replace(2);
            return Step::GoOn;
        }
        direction_ = cross(corner(0).place - inside, corner(1).place - inside);
    }
    return Step::Unclear;
}

// Computes the normal of the portal, away from the point inside, and where the ray meets the
// portal. False if rounding hides one of them.
bool Mpr::turn_normal() {
    const Vec3& on_portal = corner(0).place;
    direction_ = cross(corner(1).place - on_portal, corner(2).place - on_portal);
    const double along_ray = -dot(direction_, points_[0].place);
    const double height = dot(direction_, on_portal);
    passed_ = height / along_ray;
    return along_ray > 0 && height + along_ray > 0;
}

// Takes the farthest point into the portal in place of one of its corners.
void Mpr::move_out() {
    const Vec3 side = cross(farthest().place, points_[0].place);
    const auto is_beyond = [&](std::size_t i) { return dot(corner(i).place, side) > 0; };
    if (is_beyond(0)) {
        replace(is_beyond(1) ? 0 : 2);
    } else {
        replace(is_beyond(2) ? 1 : 0);
    }
}

// The weights of the point inside and of the corners, whose sum is the origin: the volumes of the
// tetrahedra with the origin in place of the point.
std::array<double, 4> Mpr::weights() const {
    return {turn(corner(0), corner(1), corner(2)),
            -turn(corner(1), corner(2), points_[0]),
            turn(corner(0), corner(2), points_[0]),
            -turn(corner(0), corner(1), points_[0])};
}

// True if the tetrahedron of the portal and the point inside surely holds the origin.
bool Mpr::holds_origin() const {
    double square = dot(points_[0].place, points_[0].place);
    for (std::size_t i = 0; i < 3; ++i) {
        square = std::max(square, dot(corner(i).place, corner(i).place));
    }
    const double volume = dot(direction_, corner(0).place - points_[0].place);
    const auto [w0, w1, w2, w3] = weights();
    return volume > kMinVolume * square * std::sqrt(square) &&
           std::min({w0, w1, w2, w3}) >= -kRounding * volume;
}

Mpr::Answer Mpr::find() {
    pair_.middle(points_[0]);
    if (points_[0].place == Vec3{}) {
        // The ray needs a direction. The point half way to another one is inside, too.
        DifferencePoint& other = points_[farthest_];
        pair_.support({1, 0, 0}, other);
        points_[0] = {other.place * 0.5, (points_[0].on_a + other.on_a) * 0.5};
    }
    Step step = find_first_portal();
    double before = -std::numeric_limits<double>::infinity();
    while (step == Step::GoOn) {
        if (!turn_normal() || !(passed_ > before)) {
            return Answer::Unclear;
        }
        if (passed_ > 0) {
            return holds_origin() ? Answer::Overlap : Answer::Unclear;
        }
        before = passed_;
        step = try_direction();
        if (step == Step::GoOn) {
            move_out();
        }
    }
    return step == Step::Apart ? Answer::Apart : Answer::Unclear;
}

Reach Mpr::last_reach() const {
    const double scale = 1 / length(direction_);
    return {direction_ * scale, dot(farthest().place, direction_) * scale};
}

Tetrahedron Mpr::tetrahedron() const {
    return {corner(0).place, corner(1).place, corner(2).place, points_[0].place};
}

Vec3 Mpr::common_point() const {
    const std::array<double, 4> all_weights = weights();
    Vec3 sum;
    double all = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const double weight = std::max(0.0, all_weights[i]);
        sum += (i == 0 ? points_[0] : corner(i - 1)).on_a * weight;
        all += weight;
    }
    return sum / all;
}

}  // namespace halfspace
