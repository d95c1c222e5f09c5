// SPDX-License-Identifier: MIT
// How fast a mover is, and on what it stands, for those that follow routes.
#pragma once

#include "halfspace/agents/steer.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/nav/locate.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace halfspace {

// The floor of a walker is so far below it at most, beside the height of a stair [units].
inline constexpr double kWalkerReach = 4;
// The floor of a swimmer [units].
inline constexpr double kSwimmerReach = 1024;

// A mover that is slower can jump as one from rest [units per second].
inline constexpr double kRest = 24;

inline bool swims(const MoverState& state) {
    return state.mode == MoverMode::Swim;
}

inline std::optional<NavPlace> floor_below(const NavMesh& mesh,
                                           const MoverState& state,
                                           const MoverOptions& mover) {
    const double reach = swims(state) ? kSwimmerReach : mover.step_height + kWalkerReach;
    return locate(mesh, state.position, {.reach = reach, .above = 2 * mover.skin});
}

// The vertical speed that brings a swimmer to the height of the floor below it.
inline double dive_speed(const MoverState& state,
                         const std::optional<NavPlace>& floor,
                         const MoverOptions& mover) {
    constexpr double kDiveRate = 8;  // for each unit that it is off its height [1 / s]
    const double sinks = floor ? state.position.z - floor->position.z : 0;
    return -std::min(sinks * kDiveRate, mover.swim_speed);
}

inline double full_speed(const MoverState& state, const MoverOptions& mover) {
    if (swims(state)) {
        return mover.swim_speed;
    }
    // In the air, crouching makes nobody slower.
    const bool is_slow =
        state.mode != MoverMode::Air && has_flag(state.flags, MoverFlags::Crouched);
    return is_slow ? mover.crouch_speed : mover.walk_speed;
}

// steering_acceleration of the mover as it is. One that crouches wishes for less speed, and a wish
// accelerates by a part of itself.
inline double steering_acceleration_of(const MoverState& state, const MoverOptions& mover) {
    MoverOptions own = mover;
    own.walk_speed = full_speed(state, mover);
    return steering_acceleration(own, swims(state));
}

// The highest speed for the next step, after which the mover can still slow down to `end` within
// the rest of the way: v^2 = end^2 + 2a(way - v * seconds).
inline double braking_speed(const MoverState& state,
                            double way,
                            double end,
                            const MoverOptions& mover) {
    const double a = steering_acceleration_of(state, mover);
    const double gain = a * mover.seconds;
    return std::min(std::sqrt(gain * gain + end * end + 2 * a * way) - gain,
                    std::max(way / mover.seconds, end));
}

}  // namespace halfspace
