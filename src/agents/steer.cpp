// SPDX-License-Identifier: MIT
#include "halfspace/agents/steer.h"

#include "halfspace/math/sin_cos.h"

#include <algorithm>

namespace halfspace {
namespace {

// How a mover changes its velocity in one step (move/mover_options.h).
struct Drive {
    double speed = 0;         // that of a full wish
    double acceleration = 0;  // [rate]
    double friction = 0;      // [rate]
    double least = 0;         // friction acts as at this speed at least
};

Drive drive_of(const MoverState& state, const MoverOptions& options) {
    if (state.mode == MoverMode::Swim) {
        return {options.swim_speed, options.swim_acceleration, options.swim_friction, 0};
    }
    if (state.mode == MoverMode::Ground) {
        const bool is_crouched = has_flag(state.flags, MoverFlags::Crouched);
        return {is_crouched ? options.crouch_speed : options.walk_speed,
                options.ground_acceleration,
                options.friction,
                options.stop_speed};
    }
    return {options.walk_speed, options.air_acceleration, 0, 0};
}

Vec3 after_friction(const Vec3& velocity, const Drive& drive, double seconds) {
    const double speed = length(velocity);
    const double left = speed - std::max(speed, drive.least) * drive.friction * seconds;
    return left > 0 ? velocity * (left / speed) : Vec3{};
}

}  // namespace

// The mover adds min(rate * seconds * share * speed, share * speed - velocity along the wish) along
// its wish. Both grow with the share of the wish, so the larger of the two shares that give the
// missing velocity is the right one.
Controls steer(const MoverState& state,
               const Vec3& velocity,
               double yaw,
               const MoverOptions& options) {
    Controls controls{.view = {.yaw = yaw}};
    const bool swims = state.mode == MoverMode::Swim;
    if (velocity.z != 0 && !swims && options.ladder_speed > 0) {
        controls.up = std::clamp(velocity.z / options.ladder_speed, -1.0, 1.0);
    }
    if (state.mode == MoverMode::Ladder) {
        controls.jump = velocity.z == 0 && !has_flag(state.flags, MoverFlags::JumpHeld);
        controls.forward = velocity.z > 0 ? 1 : 0;  // at the top it steps off
        return controls;
    }
    const auto used = [&](const Vec3& v) { return swims ? v : Vec3{v.x, v.y, 0}; };
    const Drive drive = drive_of(state, options);
    const Vec3 kept = after_friction(used(state.velocity), drive, options.seconds);
    const Vec3 missing = used(velocity) - kept;
    const double gain = length(missing);
    if (gain == 0 || drive.speed == 0 || drive.acceleration == 0) {
        return controls;
    }
    const Vec3 along = missing / gain;
    const double share =
        std::max(gain / (drive.acceleration * options.seconds), dot(used(velocity), along)) /
        drive.speed;
    const Vec3 wish = along * std::min(share, 1.0);
    const SinCos turn = sin_cos(yaw);
    controls.forward = wish.x * turn.cosine + wish.y * turn.sine;
    controls.left = wish.y * turn.cosine - wish.x * turn.sine;
    controls.up = swims ? wish.z : controls.up;
    return controls;
}

double steering_acceleration(const MoverOptions& options, bool swims) {
    constexpr double kPart = 0.7;
    const double whole = swims ? options.swim_acceleration * options.swim_speed
                               : options.ground_acceleration * options.walk_speed;
    return std::max(kPart * whole, 1.0);
}

}  // namespace halfspace
