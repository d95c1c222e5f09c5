// SPDX-License-Identifier: MIT
// Colours of glTF, which are linear light, and those of a screen.
#pragma once

#include "halfspace/base/image.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace halfspace {

// The linear light of a channel of a screen's colour. The cubic comes within 1/400 of the sRGB
// curve. Unlike pow it has the same bits on every machine.
inline double linear_light(std::uint8_t value) {
    const double x = value / 255.0;
    return x * (x * (x * 0.305306011 + 0.682171111) + 0.012522878);
}

inline std::array<double, 3> linear_light(const Rgba& colour) {
    return {linear_light(colour.r), linear_light(colour.g), linear_light(colour.b)};
}

// The channel whose light is nearest to this one.
inline std::uint8_t screen_channel(double light) {
    std::uint8_t best = 0;
    for (int value = 1; value <= 255; ++value) {
        const auto channel = static_cast<std::uint8_t>(value);
        if (std::fabs(linear_light(channel) - light) <= std::fabs(linear_light(best) - light)) {
            best = channel;
        }
    }
    return best;
}

// REQUIRES: light has at least three numbers.
inline Rgba screen_colour(std::span<const double> light) {
    return {screen_channel(light[0]), screen_channel(light[1]), screen_channel(light[2])};
}

}  // namespace halfspace
