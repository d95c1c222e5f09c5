// SPDX-License-Identifier: MIT
// Free doubles next to exact places that are free. The double nearest to a free place may itself be
// blocked, because of rounding.
#pragma once

#include "halfspace/math/vec.h"

#include <algorithm>
#include <optional>

namespace halfspace {

// A quarter of `to` - `from`. It does not overflow. The factor of 1/4 rounds subnormal numbers
// only.
inline Vec3 quarter_motion(const Vec3& from, const Vec3& to) {
    return to * 0.25 - from * 0.25;
}

// The vector scaled to length 1, also if its square would overflow; zero for zero.
inline Vec3 direction_of(const Vec3& motion) {
    const double size = max_abs(motion);
    return size == 0 ? Vec3{} : normalized(motion / size);
}

// The place if it is not blocked; else a corner of the cube around it, a few roundings away, that
// is not blocked; else nullopt.
template <class IsBlocked>
std::optional<Vec3> free_beside(const Vec3& place, const IsBlocked& is_blocked) {
    if (!is_blocked(place)) {
        return place;
    }
    const double step = std::max(max_abs(place), 1.0) * 0x1p-50;
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

// A free double next to the line from `from` to the place, at most a hair before the place; `from`
// if none is found. direction: of the line, of length 1.
template <class IsBlocked>
Vec3 free_before(const Vec3& from,
                 const Vec3& place,
                 const Vec3& direction,
                 double hair,
                 const IsBlocked& is_blocked) {
    constexpr int kTries = 8;
    const double length_before = dot(place - from, direction);
    for (int i = 0; i <= kTries; ++i) {
        const double further = i * (hair / kTries);
        if (i > 0 && further > length_before) {
            break;
        }
        if (const auto found = free_beside(place - direction * further, is_blocked)) {
            return *found;
        }
    }
    return from;
}

}  // namespace halfspace
