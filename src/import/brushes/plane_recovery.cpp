// SPDX-License-Identifier: MIT
#include "import/brushes/plane_recovery.h"

#include "exact/shared/whole_vector.h"
#include "math/shared/axes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace halfspace {
namespace {

// The largest error of a component of a unit normal. The component and the length that it was
// divided by are both rounded; each costs half of the last place of a float32 below 1.
constexpr double kNormalError = 0x1p-23;
// The largest error of a distance, relative to the size of the point that it was computed from: its
// own rounding and that of three products with such a normal.
constexpr double kDistanceError = 0x1p-22;
// The point that a distance was computed from is unknown. It is taken to lie at least this far from
// the origin [units].
constexpr double kMinReach = 4096;
// The largest component of a recovered normal. From about 2^15 on wrong normals fit by chance: of
// all pairs of ratios a share of 4 e^2 q^2 fits, with the component q and the error e.
constexpr std::int64_t kMaxComponent = std::int64_t{1} << 14;

bool rounds_to(const std::array<std::int64_t, 3>& normal, const std::array<double, 3>& unit) {
    const double size = length(to_vec3(normal));
    for (std::size_t i = 0; i < 3; ++i) {
        if (std::fabs(static_cast<double>(normal[i]) / size - unit[i]) > kNormalError) {
            return false;
        }
    }
    return true;
}

// Tries every size of the largest component. REQUIRES: unit is finite and not zero.
std::optional<std::array<std::int64_t, 3>> smallest_normal(const std::array<double, 3>& unit) {
    const std::size_t axis = longest_axis(unit);
    const std::size_t second = (axis + 1) % 3;
    const std::size_t third = (axis + 2) % 3;
    const double to_second = unit[second] / std::fabs(unit[axis]);
    const double to_third = unit[third] / std::fabs(unit[axis]);
    // A ratio has the errors of both components; the larger component is at least 1/sqrt(3).
    constexpr double kRatioError = 4 * kNormalError;
    for (std::int64_t size = 1; size <= kMaxComponent; ++size) {
        const auto whole = static_cast<double>(size);
        const double b = std::round(whole * to_second);
        const double c = std::round(whole * to_third);
        if (std::fabs(whole * to_second - b) > whole * kRatioError ||
            std::fabs(whole * to_third - c) > whole * kRatioError) {
            continue;
        }
        std::array<std::int64_t, 3> normal{};
        normal[axis] = unit[axis] < 0 ? -size : size;
        normal[second] = static_cast<std::int64_t>(b);
        normal[third] = static_cast<std::int64_t>(c);
        if (rounds_to(normal, unit)) {
            return normal;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<ExactPlane> PlaneRecovery::recover(const Plane& plane, int grid_exponent) {
    const std::array<double, 3> unit{plane.n.x, plane.n.y, plane.n.z};
    const double reach = std::fabs(plane.d);
    if (!is_finite(plane.n) || plane.n == Vec3{} ||
        !(reach <= static_cast<double>(kMaxGridCoordinate))) {
        return std::nullopt;
    }
    const auto [entry, is_new] = normals_.try_emplace(unit);
    if (is_new) {
        entry->second = smallest_normal(unit);
    }
    const std::optional<Normal>& normal = entry->second;
    if (!normal) {
        return std::nullopt;
    }
    const double size = length(to_vec3(*normal));
    const double error = kDistanceError * std::max(reach, kMinReach);
    for (int exponent = 0; exponent <= grid_exponent; ++exponent) {
        const double scale = std::ldexp(size, exponent);
        // Rounds halves away from zero, like the rounding above, so that opposite planes stay
        // opposite.
        const double steps = std::round(plane.d * scale);
        if (std::fabs(steps / scale - plane.d) <= error) {
            return ExactPlane{*normal,
                              static_cast<Int128>(std::ldexp(steps, grid_exponent - exponent))};
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
