// SPDX-License-Identifier: MIT
// What somebody at the controls wants, in 8 bytes. A game makes the input once for each step, moves
// its mover by it, and sends the same bytes to the server. So both compute the same step.
#pragma once

#include "halfspace/math/transform.h"

#include <cstdint>

namespace halfspace {

// The controls as numbers, before they are rounded. Values that are not finite count as 0.
struct Controls {
    // Where the player looks [degrees]. Only pitch and yaw count. On the ground and in the air,
    // only yaw.
    Angles view = {};
    // The wish to move, from -1 to 1 of the full speed; other values are clamped.
    double forward = 0;
    double left = 0;
    double up = 0;  // only in liquids and on ladders
    bool jump = false;
    bool crouch = false;
};

// The controls, rounded: yaw and pitch to 360/65536 degree, wishes to 1/127 of the full speed.
struct MoverInput {
    std::int16_t pitch = 0;
    std::int16_t yaw = 0;
    std::int8_t forward = 0;  // -127 to 127; -128 counts as -127
    std::int8_t left = 0;
    std::int8_t up = 0;
    std::uint8_t buttons = 0;  // kJumpButton | kCrouchButton; other bits are ignored

    friend constexpr bool operator==(const MoverInput&, const MoverInput&) = default;
};
static_assert(sizeof(MoverInput) == 8);

inline constexpr std::uint8_t kJumpButton = 1;
inline constexpr std::uint8_t kCrouchButton = 2;

MoverInput quantised(const Controls& controls);

}  // namespace halfspace
