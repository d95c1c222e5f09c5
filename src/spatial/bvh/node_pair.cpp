// SPDX-License-Identifier: MIT
#include "spatial/bvh/node_pair.h"

#include "halfspace/spatial/triangle.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// Whether three vectors are square to one another and equally long, but for 2^-30.
bool are_like_axes(const std::array<Vec3, 3>& v) {
    const double square = dot(v[0], v[0]);
    const double error = 0x1p-30 * square;
    return std::abs(dot(v[1], v[1]) - square) <= error &&
           std::abs(dot(v[2], v[2]) - square) <= error && std::abs(dot(v[0], v[1])) <= error &&
           std::abs(dot(v[1], v[2])) <= error && std::abs(dot(v[2], v[0])) <= error;
}

// A power of two that brings the number to at most 1.
double shrink_to_one(double size) {
    int exponent = 0;
    std::frexp(size, &exponent);
    return size > 1 ? std::ldexp(1.0, -exponent) : 1;
}

struct Halves {
    Points4 middle;
    Points4 half;
};

[[gnu::always_inline]] inline Halves halves_of(const Bvh4Node& node) {
    Halves halves;
    const Float4 half = all_lanes(0.5F);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        halves.middle[axis] = (node.lo[axis] + node.hi[axis]) * half;
        halves.half[axis] = (node.hi[axis] - node.lo[axis]) * half;
    }
    return halves;
}

[[gnu::always_inline]] inline Float4 row(const std::array<float, 3>& of, const Points4& p) {
    return all_lanes(of[0]) * p[0] + all_lanes(of[1]) * p[1] + all_lanes(of[2]) * p[2];
}

[[gnu::always_inline]] inline Float4 row_size(const std::array<float, 3>& of, const Points4& half) {
    return magnitude(all_lanes(of[0])) * half[0] + magnitude(all_lanes(of[1])) * half[1] +
           magnitude(all_lanes(of[2])) * half[2];
}

}  // namespace

std::optional<PairFrame> PairFrame::create(const BvhFrame& a,
                                           const BvhFrame& b,
                                           const Transform& b_to_a) {
    // Tree coordinates are at most 1 in magnitude, but for rounding.
    constexpr double kReach = 1 + 0x1p-20;
    const std::array<Vec3, 3> axes{b_to_a.x / b.scale, b_to_a.y / b.scale, b_to_a.z / b.scale};
    const Vec3 place =
        b_to_a.x * b.centre.x + b_to_a.y * b.centre.y + b_to_a.z * b.centre.z + b_to_a.translation;
    const double spread = max_abs(axes[0]) + max_abs(axes[1]) + max_abs(axes[2]);
    // All numbers on the way to a vertex are at most this large.
    const double most =
        max_abs(b_to_a.x) * std::abs(b.centre.x) + max_abs(b_to_a.y) * std::abs(b.centre.y) +
        max_abs(b_to_a.z) * std::abs(b.centre.z) + spread * kReach + max_abs(b_to_a.translation);
    if (!is_finite(b_to_a.x) || !is_finite(b_to_a.y) || !is_finite(b_to_a.z) ||
        !is_finite(b_to_a.translation) || !(most <= kMaxPlace)) {
        return std::nullopt;
    }
    // Coordinates below kMinPlace count as 0: in this unit that is less than 2^-20.
    double scale = std::min(a.scale, 0x1p-20 / kMinPlace);
    scale *= shrink_to_one(scale * std::max(spread, max_abs(place - a.centre)));
    PairFrame frame;
    const double shrink = scale / a.scale;
    frame.unit_ = 1 / scale;
    frame.size_ = most + max_abs(a.centre) + kReach / a.scale;
    frame.shrink_ = static_cast<float>(shrink);
    const Vec3 offset = (place - a.centre) * scale;
    std::array<Vec3, 3> turn;
    for (std::size_t k = 0; k < 3; ++k) {
        turn[k] = axes[k] * scale;
        frame.offset_[k] = static_cast<float>(offset[k]);
        for (std::size_t i = 0; i < 3; ++i) {
            frame.turn_[i][k] = static_cast<float>(turn[k][i]);
        }
    }
    frame.keeps_angles_ = are_like_axes(turn);
    for (std::size_t k = 0; k < 3; ++k) {
        // Scaled, so that its square does not underflow.
        const Vec3& p = turn[(k + 1) % 3];
        const Vec3& q = turn[(k + 2) % 3];
        const double p_size = max_abs(p);
        const double q_size = max_abs(q);
        if (!(p_size > 0x1p-100) || !(q_size > 0x1p-100)) {
            continue;
        }
        const Vec3 normal = cross(p / p_size, q / q_size);
        const double length_of = length(normal);
        if (!(length_of > 0x1p-20)) {
            continue;
        }
        for (std::size_t i = 0; i < 3; ++i) {
            frame.normal_[k][i] = static_cast<float>(normal[i] / length_of);
        }
        frame.thickness_[k] = static_cast<float>(dot(turn[k], normal) / length_of);
        frame.level_[k] = static_cast<float>(dot(offset, normal) / length_of);
    }
    // Coordinates are sums of up to ten numbers that are at most 1, each rounded a few times to
    // floats: less than 2^-19. Those that count as 0 move by less than 2^-20, for both meshes. Then
    // the roundings of to_world.
    const double doubles = (most + max_abs(a.centre)) * scale * 0x1p-48;
    frame.margin_ = static_cast<float>(std::min(0x1p-18 + doubles, 1e20));
    return frame;
}

Points4 PairFrame::point_of_a(const Points4& p) const {
    const Float4 shrink = all_lanes(shrink_);
    return {p[0] * shrink, p[1] * shrink, p[2] * shrink};
}

Points4 PairFrame::point_of_b(const Points4& p) const {
    return {row(turn_[0], p) + all_lanes(offset_[0]),
            row(turn_[1], p) + all_lanes(offset_[1]),
            row(turn_[2], p) + all_lanes(offset_[2])};
}

Points4 PairFrame::vector_of_b(const Points4& v) const {
    return {row(turn_[0], v), row(turn_[1], v), row(turn_[2], v)};
}

Intervals PairFrame::of_a(const Bvh4Node& node) const {
    const Halves halves = halves_of(node);
    const Points4 middle = point_of_a(halves.middle);
    const Points4 half = point_of_a(halves.half);
    Intervals intervals;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        intervals.lo[axis] = middle[axis] - half[axis];
        intervals.hi[axis] = middle[axis] + half[axis];
        const Float4 place = row(normal_[axis], middle);
        const Float4 size = row_size(normal_[axis], half);
        intervals.lo[axis + 3] = place - size;
        intervals.hi[axis + 3] = place + size;
    }
    return intervals;
}

Intervals PairFrame::of_b(const Bvh4Node& node) const {
    const Halves halves = halves_of(node);
    const Points4 middle = point_of_b(halves.middle);
    const Float4 margin = all_lanes(margin_);
    Intervals intervals;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Float4 size = row_size(turn_[axis], halves.half) + margin;
        intervals.lo[axis] = middle[axis] - size;
        intervals.hi[axis] = middle[axis] + size;
        const Float4 place =
            halves.middle[axis] * all_lanes(thickness_[axis]) + all_lanes(level_[axis]);
        const Float4 thick = halves.half[axis] * magnitude(all_lanes(thickness_[axis])) + margin;
        intervals.lo[axis + 3] = place - thick;
        intervals.hi[axis + 3] = place + thick;
    }
    return intervals;
}

}  // namespace halfspace
