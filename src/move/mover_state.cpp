// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_state.h"

#include "move/drive.h"
#include "move/place.h"

#include <cmath>

namespace halfspace {
namespace {

constexpr double kMaxSpeed = 0x1p20;

// Of length 1 and not downwards on the ground; 0 elsewhere.
bool has_right_normal(const MoverState& state) {
    const Vec3& n = state.ground_normal;
    constexpr double kLengthError = 0x1p-20;
    return state.mode == MoverMode::Ground ? n.z > 0 && std::abs(dot(n, n) - 1) < kLengthError
                                           : n == Vec3{};
}

// Products of a push with a normal below this part of the push are rounding.
constexpr double kRounding = 0x1p-20;

MoverFlags without(MoverFlags flags, MoverFlags some) {
    return static_cast<MoverFlags>(static_cast<unsigned>(flags) & ~static_cast<unsigned>(some));
}

// The velocity in all directions. On the ground, the state has only its horizontal part.
Vec3 whole_velocity(const MoverState& state) {
    return state.mode == MoverMode::Ground ? along_ground(state.velocity, state.ground_normal)
                                           : state.velocity;
}

}  // namespace

MoverState mover_at(const Vec3& position) {
    MoverState state;
    state.position = position;
    return state;
}

MoverState pushed(const MoverState& state, const Vec3& push) {
    MoverState after = state;
    const Vec3& normal = state.ground_normal;
    const double away = dot(push, normal);
    const double size = std::abs(push.x) + std::abs(push.y) + std::abs(push.z);
    if (state.mode == MoverMode::Ground && !(away > kRounding * size)) {
        after.velocity += push - normal * away;
        after.velocity.z = 0;
        return after;
    }
    after.velocity = whole_velocity(state) + push;
    const bool rises = push.z > 0 && after.velocity.z > 0;
    if (state.mode == MoverMode::Swim && !rises) {
        return after;
    }
    after.mode = MoverMode::Air;
    after.ground_normal = {};
    if (state.mode == MoverMode::Ladder) {
        after.flags = after.flags | MoverFlags::LeftLadder;
    } else if (state.mode == MoverMode::Swim) {
        after.flags = after.flags | MoverFlags::ClimbsOut;
    }
    return after;
}

MoverState moved_to(const MoverState& state, const Vec3& place) {
    MoverState after = state;
    after.position = place;
    after.velocity = whole_velocity(state);
    after.mode = MoverMode::Air;
    after.flags = without(state.flags, MoverFlags::LeftLadder | MoverFlags::ClimbsOut);
    after.ground_model = {};
    after.ground_mesh = {};
    after.ground_obstacle = {};
    after.ground_normal = {};
    return after;
}

bool is_valid(const MoverState& state) {
    constexpr MoverFlags kAllFlags = MoverFlags::Crouched | MoverFlags::JumpHeld |
                                     MoverFlags::LeftLadder | MoverFlags::ClimbsOut;
    return state.version == kMoverVersion && state.mode <= MoverMode::Ladder &&
           (state.flags | kAllFlags) == kAllFlags && is_mover_place(state.position) &&
           is_below(state.velocity, kMaxSpeed) && has_right_normal(state);
}

}  // namespace halfspace
