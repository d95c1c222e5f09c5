// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_state.h"

#include "move/place.h"

#include <cmath>

namespace halfspace {
namespace {

constexpr double kMostSpeed = 0x1p20;

// Of length 1 and not downwards on the ground; 0 elsewhere.
bool has_right_normal(const MoverState& state) {
    const Vec3& n = state.ground_normal;
    constexpr double kRounding = 0x1p-20;
    return state.mode == MoverMode::Ground ? n.z > 0 && std::abs(dot(n, n) - 1) < kRounding
                                           : n == Vec3{};
}

}  // namespace

MoverState mover_at(const Vec3& position) {
    MoverState state;
    state.position = position;
    return state;
}

bool is_valid(const MoverState& state) {
    constexpr MoverFlags kAllFlags = MoverFlags::Crouched | MoverFlags::JumpHeld |
                                     MoverFlags::LeftLadder | MoverFlags::ClimbsOut;
    return state.version == kMoverVersion && state.mode <= MoverMode::Ladder &&
           (state.flags | kAllFlags) == kAllFlags && state.reserved == 0 &&
           is_mover_place(state.position) && is_within(state.velocity, kMostSpeed) &&
           has_right_normal(state);
}

}  // namespace halfspace
