// SPDX-License-Identifier: MIT
#include "halfspace/math/nearest_rigid.h"

#include <cmath>

namespace halfspace {

std::optional<Transform> nearest_rigid(const Transform& transform) {
    constexpr double kRounding = 1e-5;
    if (is_rigid(transform)) {
        return transform;
    }
    const auto& [x, y, z, translation] = transform;
    const auto is_near = [](const Vec3& a, const Vec3& b) { return length(a - b) < kRounding; };
    const bool is_turn = is_finite(translation) && std::abs(length(x) - 1) < kRounding &&
                         is_near(cross(x, y), z) && is_near(cross(y, z), x) &&
                         is_near(cross(z, x), y);
    if (!is_turn) {
        return std::nullopt;
    }
    const Vec3 ahead = normalized(x);
    const Vec3 up = normalized(cross(ahead, y));
    return Transform{ahead, cross(up, ahead), up, translation};
}

}  // namespace halfspace
