// SPDX-License-Identifier: MIT
#include "spatial/portal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// More rounds than round shapes need that do not just touch. After them the answer is Unclear.
constexpr int kMostRounds = 40;
// The portal lies on the surface if the surface reaches beyond it by this part of the depth.
constexpr double kSmallGap = 0x1p-24;
// A shorter direction says nothing: products of its coordinates may have become 0.
constexpr double kLeastSquare = 0x1p-1000;
// Six times the volume of a tetrahedron over the cube of its size. The height of a face that is
// needed for this volume is above 2^-19 of the size. Rounding moves a face by less than 2^-30 of
// it.
constexpr double kLeastVolume = 0x1p-18;

// How a, b and c turn around the origin, seen along them.
double turn(const DifferencePoint& a, const DifferencePoint& b, const DifferencePoint& c) {
    return dot(cross(a.place, b.place), c.place);
}

}  // namespace

void Reach::improve(const Reach& other) {
    if (direction == Vec3{} || other.depth < depth) {
        *this = other;
    }
}

Reach reach_along(const ShapePair& pair, const Vec3& direction) {
    const Vec3 unit = normalized(direction);
    return {unit, dot(pair.support(unit).place, unit)};
}

// Sets farthest_. No answer: the difference reaches beyond the origin.
std::optional<Portal::Answer> Portal::try_direction(const Vec3& direction) {
    if (!(dot(direction, direction) > kLeastSquare)) {
        return Answer::Unclear;
    }
    direction_ = direction;
    farthest_ = pair_.support(direction);
    return dot(farthest_.place, direction) > 0 ? std::nullopt : std::optional(Answer::Apart);
}

std::optional<Portal::Answer> Portal::find_first_portal() {
    auto& [first, second, third] = points_;
    const Vec3& inside = inside_.place;
    if (const auto answer = try_direction(-inside)) {
        return answer;
    }
    first = farthest_;
    if (const auto answer = try_direction(cross(first.place, inside))) {
        return answer;
    }
    second = farthest_;
    Vec3 normal = cross(first.place - inside, second.place - inside);
    if (dot(normal, inside) > 0) {
        std::swap(first, second);
        normal = -normal;
    }
    for (int round = 0; round < kMostRounds; ++round) {
        if (const auto answer = try_direction(normal)) {
            return answer;
        }
        third = farthest_;
        if (turn(first, third, inside_) < 0) {
            second = third;
        } else if (turn(third, second, inside_) < 0) {
            first = third;
        } else {
            return std::nullopt;
        }
        normal = cross(first.place - inside, second.place - inside);
    }
    return Answer::Unclear;
}

// Computes the normal and where the ray meets the portal. False if rounding hides one of them.
bool Portal::turn_normal() {
    const Vec3& on_portal = points_[0].place;
    normal_ = cross(points_[1].place - on_portal, points_[2].place - on_portal);
    const double along_ray = -dot(normal_, inside_.place);
    const double height = dot(normal_, on_portal);
    passed_ = height / along_ray;
    return along_ray > 0 && height + along_ray > 0;
}

// Takes the farthest point into the portal in place of one of its points.
void Portal::move_out() {
    const Vec3 side = cross(farthest_.place, inside_.place);
    const auto is_beyond = [&](std::size_t i) { return dot(points_[i].place, side) > 0; };
    if (is_beyond(0)) {
        points_[is_beyond(1) ? 0 : 2] = farthest_;
    } else {
        points_[is_beyond(2) ? 1 : 0] = farthest_;
    }
}

bool Portal::is_thick() const {
    double square = dot(inside_.place, inside_.place);
    for (const DifferencePoint& point : points_) {
        square = std::max(square, dot(point.place, point.place));
    }
    const double volume = dot(normal_, points_[0].place - inside_.place);
    return volume > kLeastVolume * square * std::sqrt(square);
}

Portal::Answer Portal::find() {
    inside_ = pair_.middle();
    if (inside_.place == Vec3{}) {
        // The ray needs a direction. The point half way to another one is inside, too.
        const DifferencePoint other = pair_.support({1, 0, 0});
        inside_ = {other.place * 0.5, (inside_.on_a + other.on_a) * 0.5};
    }
    if (const auto answer = find_first_portal()) {
        return *answer;
    }
    for (double before = -std::numeric_limits<double>::infinity();
         turn_normal() && passed_ > before;
         before = passed_) {
        if (passed_ > 0) {
            return is_thick() ? Answer::Overlap : Answer::Unclear;
        }
        if (const auto answer = try_direction(normal_)) {
            return *answer;
        }
        move_out();
    }
    return Answer::Unclear;
}

Reach Portal::reach() {
    Reach best;
    // The portal comes nearer to the surface in each round, or the round is the last one.
    for (double before = 0; turn_normal() && passed_ > before; before = passed_) {
        farthest_ = pair_.support(normal_);
        const double scale = 1 / length(normal_);
        const double depth = dot(farthest_.place, normal_) * scale;
        best.improve({normal_ * scale, depth});
        if (depth - dot(points_[0].place, normal_) * scale <= kSmallGap * depth) {
            break;
        }
        move_out();
    }
    return best;
}

Vec3 Portal::common_point() const {
    const auto& [first, second, third] = points_;
    // The weights of a point are the volume of the tetrahedron with the origin in its place.
    const std::array<double, 4> weights{std::max(0.0, turn(first, second, third)),
                                        std::max(0.0, -turn(second, third, inside_)),
                                        std::max(0.0, turn(first, third, inside_)),
                                        std::max(0.0, -turn(first, second, inside_))};
    const double all = weights[0] + weights[1] + weights[2] + weights[3];
    const Vec3 sum = inside_.on_a * weights[0] + first.on_a * weights[1] +
                     second.on_a * weights[2] + third.on_a * weights[3];
    return sum / all;
}

}  // namespace halfspace
