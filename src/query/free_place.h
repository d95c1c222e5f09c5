// SPDX-License-Identifier: MIT
// Doubles that are free beside exact places that are: rounding may have put the nearest ones into
// what blocks.
#pragma once

#include "halfspace/math/vec.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

// A quarter of the way, which does not overflow; scaling by a power of two rounds nothing else.
inline Vec3 quarter_way(const Vec3& src, const Vec3& dest) {
    return dest * 0.25 - src * 0.25;
}

// The vector with length 1, whatever its size; zero for zero.
inline Vec3 direction_of(const Vec3& way) {
    const double size = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)});
    if (size == 0) {
        return {};
    }
    const Vec3 scaled{way.x / size, way.y / size, way.z / size};
    return scaled * (1 / length(scaled));
}

// A double beside the place that is not blocked: itself, or one a few roundings away.
template <class IsBlocked>
std::optional<Vec3> free_beside(const Vec3& place, const IsBlocked& is_blocked) {
    if (!is_blocked(place)) {
        return place;
    }
    const double step =
        std::max({std::abs(place.x), std::abs(place.y), std::abs(place.z), 1.0}) * 0x1p-50;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 moved{place.x + ((corner & 1) != 0 ? step : -step),
                         place.y + ((corner & 2) != 0 ? step : -step),
                         place.z + ((corner & 4) != 0 ? step : -step)};
        if (!is_blocked(moved)) {
            return moved;
        }
    }
    return std::nullopt;
}

// A free double beside the way to the place, at most a hair before it; src if there is none.
template <class IsBlocked>
Vec3 free_before(const Vec3& src,
                 const Vec3& place,
                 const Vec3& direction,
                 double hair,
                 const IsBlocked& is_blocked) {
    constexpr int kTries = 8;
    const double length_before = dot(place - src, direction);
    for (int i = 0; i <= kTries; ++i) {
        const double further = i * (hair / kTries);
        if (i > 0 && further > length_before) {
            break;
        }
        if (const auto found = free_beside(place - direction * further, is_blocked)) {
            return *found;
        }
    }
    return src;
}

}  // namespace halfspace
