// SPDX-License-Identifier: MIT
// The farthest point of a shape's core along a direction, for loops that ask often.
#pragma once

#include "halfspace/spatial/convex_shape.h"

#include "math/shared/simd.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace halfspace {

// The best two of the points so far, of those with even and of those with odd indices.
struct BestPoints {
    Double2 along;
    Mask2 index;

    [[gnu::always_inline]] void take(const Double2& other, const Mask2& its_index) {
        index = other > along ? its_index : index;
        along = larger(other, along);
    }

    std::size_t index_of_largest() const {
        // An array in place of a condition, which the processor would guess wrong every other time.
        const auto indices = std::bit_cast<std::array<std::uint64_t, 2>>(index);
        return static_cast<std::size_t>(indices[along[1] > along[0] ? 1 : 0]);
    }
};

inline Vec3 farthest_of_points(std::span<const FourPoints> fours, const Vec3& direction) {
    const Double2 x{direction.x, direction.x};
    const Double2 y{direction.y, direction.y};
    const Double2 z{direction.z, direction.z};
    const auto along = [&](const FourPoints& four, std::size_t first) {
        return two_of(&four.x[first]) * x + two_of(&four.y[first]) * y + two_of(&four.z[first]) * z;
    };
    BestPoints best{along(fours[0], 0), {0, 1}};
    Mask2 index{2, 3};
    best.take(along(fours[0], 2), index);
    for (std::size_t i = 1; i < fours.size(); ++i) {
        best.take(along(fours[i], 0), index + 2);
        index += 4;
        best.take(along(fours[i], 2), index);
    }
    const std::size_t farthest = best.index_of_largest();
    const FourPoints& four = fours[farthest / 4];
    return {four.x[farthest % 4], four.y[farthest % 4], four.z[farthest % 4]};
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
