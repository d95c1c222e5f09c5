// SPDX-License-Identifier: MIT
// Small levels for movers, and movers that run in them.
#pragma once

#include "halfspace/move/mover.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/moving_world.h"
#include "support/scene_levels.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace::test {

// A body of the default "stand" rests with its position this far above a floor.
inline constexpr double kStandHeight = 24 + 1.0 / 32;

inline Level level_of(const World& world) {
    auto level = compiled_level(world);
    EXPECT_TRUE(level) << to_string(level.error());
    return std::move(*level);
}

inline Level level_of(std::vector<Brush> brushes) {
    return level_of(world_of(std::move(brushes)));
}

inline MoverBodies bodies_of(const Level& level) {
    return {*find_space(level, "stand"), *find_space(level, "crouch")};
}

inline MoverInput forward(double yaw = 0, bool crouch = false) {
    return quantised({.view = {.yaw = yaw}, .forward = 1, .crouch = crouch});
}

// The results of `count` steps with the same input.
inline std::vector<MoverStep> run(const PlacedLevel& around,
                                  const MoverState& start,
                                  const MoverInput& input,
                                  int count,
                                  const MoverOptions& options = {}) {
    std::vector<MoverStep> steps;
    MoverState state = start;
    for (int i = 0; i < count; ++i) {
        steps.push_back(step_mover(around, bodies_of(around.level), state, input, options));
        state = steps.back().state;
    }
    return steps;
}

// A mover that has come to rest on the ground below the position.
inline MoverState settled_at(const PlacedLevel& around, const Vec3& position) {
    const MoverState state = run(around, mover_at(position), {}, 64).back().state;
    EXPECT_EQ(state.mode, MoverMode::Ground);
    return state;
}

inline double horizontal_speed(const MoverState& state) {
    return length(Vec3{state.velocity.x, state.velocity.y, 0});
}

}  // namespace halfspace::test
