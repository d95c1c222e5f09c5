// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_state.h"

#include <cmath>

namespace halfspace {
namespace {

constexpr double kMost = 0x1p20;

// False for NaN, too.
bool is_moderate(const Vec3& v) {
    return std::abs(v.x) < kMost && std::abs(v.y) < kMost && std::abs(v.z) < kMost;
}

}  // namespace

MoverState mover_at(const Vec3& position) {
    MoverState state;
    state.position = position;
    return state;
}

bool is_valid(const MoverState& state) {
    return state.version == kMoverVersion && state.mode <= MoverMode::Ladder &&
           is_moderate(state.position) && is_moderate(state.velocity) &&
           is_moderate(state.ground_position) && is_moderate(state.ground_normal);
}

}  // namespace halfspace
