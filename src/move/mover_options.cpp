// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_options.h"

namespace halfspace {

std::optional<BadOption> bad_option(const MoverOptions& options) {
    constexpr OptionRange kSpeed{.max = 10'000};
    constexpr OptionRange kRate{.max = 1000};
    return first_problem({
        bad_number("seconds", options.seconds, {.min = 0.001, .max = 0.1}),
        bad_number("walk_speed", options.walk_speed, kSpeed),
        bad_number("crouch_speed", options.crouch_speed, kSpeed),
        bad_number("ground_acceleration", options.ground_acceleration, kRate),
        bad_number("friction", options.friction, kRate),
        bad_number("stop_speed", options.stop_speed, kSpeed),
        bad_number("gravity", options.gravity, {.max = 100'000}),
        bad_number("jump_speed", options.jump_speed, kSpeed),
        bad_number("air_acceleration", options.air_acceleration, kRate),
        bad_number("air_speed", options.air_speed, kSpeed),
        bad_number("step_height", options.step_height, {.max = 1000}),
        bad_number("floor_normal", options.floor_normal, {.min = 0.01, .max = 1}),
        bad_number("swim_speed", options.swim_speed, kSpeed),
        bad_number("swim_acceleration", options.swim_acceleration, kRate),
        bad_number("swim_friction", options.swim_friction, kRate),
        bad_number("sink_speed", options.sink_speed, kSpeed),
        bad_number("climb_out_speed", options.climb_out_speed, kSpeed),
        bad_number("ladder_speed", options.ladder_speed, kSpeed),
        bad_number("max_speed", options.max_speed, {.min = 1, .max = 100'000}),
        bad_number("skin", options.skin, {.min = 1.0 / 1024, .max = 1}),
        bad_number("unstick", options.unstick, {.max = 1000}),
    });
}

}  // namespace halfspace
