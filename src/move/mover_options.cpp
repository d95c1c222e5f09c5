// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_options.h"

namespace halfspace {

std::optional<BadOption> bad_option(const MoverOptions& options) {
    constexpr OptionRange kSpeed{.most = 10'000};
    constexpr OptionRange kRate{.most = 1000};
    return first_of({
        bad_number("seconds", options.seconds, {.least = 0.001, .most = 0.1}),
        bad_number("walk_speed", options.walk_speed, kSpeed),
        bad_number("crouch_speed", options.crouch_speed, kSpeed),
        bad_number("ground_acceleration", options.ground_acceleration, kRate),
        bad_number("friction", options.friction, kRate),
        bad_number("stop_speed", options.stop_speed, kSpeed),
        bad_number("gravity", options.gravity, {.most = 100'000}),
        bad_number("jump_speed", options.jump_speed, kSpeed),
        bad_number("air_acceleration", options.air_acceleration, kRate),
        bad_number("air_speed", options.air_speed, kSpeed),
        bad_number("step_height", options.step_height, {.most = 1000}),
        bad_number("floor_normal", options.floor_normal, {.least = 0.01, .most = 1}),
        bad_number("swim_speed", options.swim_speed, kSpeed),
        bad_number("swim_acceleration", options.swim_acceleration, kRate),
        bad_number("swim_friction", options.swim_friction, kRate),
        bad_number("sink_speed", options.sink_speed, kSpeed),
        bad_number("climb_out_speed", options.climb_out_speed, kSpeed),
        bad_number("ladder_speed", options.ladder_speed, kSpeed),
        bad_number("most_speed", options.most_speed, {.least = 1, .most = 100'000}),
        bad_number("skin", options.skin, {.least = 1.0 / 1024, .most = 1}),
        bad_number("unstick", options.unstick, {.most = 1000}),
    });
}

}  // namespace halfspace
