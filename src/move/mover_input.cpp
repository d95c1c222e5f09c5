// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_input.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// Rounds to the nearest 1/65536 of a turn.
std::int16_t quantised_angle(double degrees) {
    if (!std::isfinite(degrees)) {
        return 0;
    }
    const double part = std::fmod(degrees, 360) * (65536.0 / 360);  // in (-65536, 65536)
    const auto whole = static_cast<std::int32_t>(std::floor(part + 0.5));
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(whole & 0xffff));
}

std::int8_t quantised_wish(double wish) {
    if (!std::isfinite(wish)) {
        return 0;
    }
    return static_cast<std::int8_t>(std::floor(std::clamp(wish, -1.0, 1.0) * 127 + 0.5));
}

}  // namespace

MoverInput quantised(const Controls& controls) {
    MoverInput input;
    input.pitch = quantised_angle(controls.view.pitch);
    input.yaw = quantised_angle(controls.view.yaw);
    input.forward = quantised_wish(controls.forward);
    input.left = quantised_wish(controls.left);
    input.up = quantised_wish(controls.up);
    input.buttons = static_cast<std::uint8_t>((controls.jump ? kJumpButton : 0) |
                                              (controls.crouch ? kCrouchButton : 0));
    return input;
}

}  // namespace halfspace
