// SPDX-License-Identifier: MIT
// The farthest point of a shape's core along a direction, for loops that ask often.
#pragma once

#include "halfspace/spatial/convex_shape.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace halfspace {

// Two numbers, which the processor computes at once.
typedef double TwoNumbers __attribute__((vector_size(16)));
typedef long long TwoIndices __attribute__((vector_size(16)));

// The best of every second point so far: how far it lies along the direction, and its four.
struct BestOfPoints {
    TwoNumbers along{-std::numeric_limits<double>::infinity(),
                     -std::numeric_limits<double>::infinity()};
    TwoIndices four{};

    void take(const TwoNumbers& other, const TwoIndices& its_four) {
        const TwoIndices is_better = other > along;
        along = is_better ? other : along;
        four = is_better ? its_four : four;
    }
};

inline Vec3 farthest_of_points(std::span<const FourPoints> fours, const Vec3& direction) {
    using Halves = std::array<TwoNumbers, 2>;
    const TwoNumbers x{direction.x, direction.x};
    const TwoNumbers y{direction.y, direction.y};
    const TwoNumbers z{direction.z, direction.z};
    std::array<BestOfPoints, 2> best;
    TwoIndices index{};
    for (const FourPoints& four : fours) {
        const auto xs = std::bit_cast<Halves>(four.x);
        const auto ys = std::bit_cast<Halves>(four.y);
        const auto zs = std::bit_cast<Halves>(four.z);
        best[0].take(xs[0] * x + ys[0] * y + zs[0] * z, index);
        best[1].take(xs[1] * x + ys[1] * y + zs[1] * z, index);
        index += 1;
    }
    double most = best[0].along[0];
    std::size_t lane = 0;
    for (std::size_t i = 1; i < 4; ++i) {
        const double along = best[i / 2].along[i % 2];
        lane = along > most ? i : lane;
        most = along > most ? along : most;
    }
    const FourPoints& four = fours[static_cast<std::size_t>(best[lane / 2].four[lane % 2])];
    return {four.x[lane], four.y[lane], four.z[lane]};
}

// The same as ConvexShape::core_support.
inline Vec3 farthest_of_core(const ConvexShape& shape, const Vec3& direction) {
    const Vec3& half = shape.half();
    switch (shape.kind()) {
        case ConvexShape::Kind::Box:
            return {std::copysign(half.x, direction.x),
                    std::copysign(half.y, direction.y),
                    std::copysign(half.z, direction.z)};
        case ConvexShape::Kind::Sphere:
            return {};
        case ConvexShape::Kind::Capsule:
            return {0, 0, std::copysign(half.z, direction.z)};
        case ConvexShape::Kind::Cylinder: {
            const double across = std::sqrt(direction.x * direction.x + direction.y * direction.y);
            const double scale = across > 0 ? half.x / across : 0;
            return {direction.x * scale, direction.y * scale, std::copysign(half.z, direction.z)};
        }
        case ConvexShape::Kind::Points:
            break;
    }
    return farthest_of_points(shape.fours(), direction);
}

}  // namespace halfspace
