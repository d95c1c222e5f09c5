// SPDX-License-Identifier: MIT
#include "halfspace/exact/grid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace {

std::string grid_name(int exponent) {
    return exponent == 0 ? "1" : "1/" + std::to_string(1 << exponent);
}

bool is_on_grid(const Aabb& box, int exponent) {
    const std::array<double, 6> values{
        box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z};
    return std::all_of(values.begin(), values.end(), [&](double value) {
        const double steps = std::ldexp(value, exponent);
        return std::floor(steps) == steps;
    });
}

}  // namespace halfspace
