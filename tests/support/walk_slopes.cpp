// SPDX-License-Identifier: MIT
#include "support/walk_slopes.h"

#include <algorithm>

namespace halfspace::test {

double highest_place(const MoverState& state, const MoverOptions& options) {
    return state.position.z + dot(state.velocity, state.velocity) / (2 * options.gravity);
}

bool touches_slope(std::span<const Contact> walls) {
    return std::any_of(
        walls.begin(), walls.end(), [](const Contact& wall) { return wall.normal.z > 0; });
}

std::string problem_with_slopes(const MoverOptions& options,
                                const MoverState& before,
                                const MoverStep& step) {
    const MoverState& after = step.state;
    const auto walls = step.walls();
    const bool are_steep = std::all_of(walls.begin(), walls.end(), [&](const Contact& wall) {
        return !wall.obstacle.is_valid() && wall.normal.z < options.floor_normal;
    });
    // The limit of all speeds shortens a velocity in all directions.
    const bool is_limited = length(after.velocity) > options.max_speed - 1;
    if (before.mode != MoverMode::Air || after.mode != MoverMode::Air || !are_steep || is_limited ||
        has_flag(after.flags, MoverFlags::ClimbsOut) ||
        has_flag(after.flags, MoverFlags::LeftLadder)) {
        return {};
    }
    if (after.velocity.z > before.velocity.z + 1e-9) {
        return "has been sped up upwards by a slope, from " + std::to_string(before.velocity.z) +
               " to " + std::to_string(after.velocity.z);
    }
    const double rise = after.position.z - before.position.z;
    if (rise > std::max(0.0, before.velocity.z) * options.seconds + 1e-3) {
        return "has been lifted by a slope, by " + std::to_string(rise);
    }
    // Steering gives at most the speed that it may have along the wish.
    const double steered = options.air_speed * options.air_speed / (2 * options.gravity);
    const double gain = highest_place(after, options) - highest_place(before, options);
    return gain > steered + 1e-2
               ? "has got energy from a slope for " + std::to_string(gain) + " units of height"
               : "";
}

}  // namespace halfspace::test
