// SPDX-License-Identifier: MIT
// The colour of a texture over a pixel. It is mixed from two copies of the texture, four texels in
// each, at up to four places along the longer side of the area that the pixel covers. From the
// texels on, the arithmetic is in whole numbers.
#pragma once

#include "halfspace/render/texture_set.h"

#include <bit>
#include <cstdint>

namespace halfspace {

// Four channels of sixteen bits each, so that one multiplication weighs all of them.
using Lanes = std::uint64_t;
inline constexpr Lanes kLaneBytes = 0x00ff00ff00ff00ffu;
inline constexpr Lanes kLaneHalves = 0x0080008000800080u;

inline Lanes to_lanes(const Rgba& c) {
    const auto word = std::bit_cast<std::uint32_t>(c);
    return (word & 0x00ff00ffu) | Lanes{word >> 8 & 0x00ff00ffu} << 32;
}

inline Rgba from_lanes(Lanes lanes) {
    const auto word = static_cast<std::uint32_t>(lanes) | static_cast<std::uint32_t>(lanes >> 24);
    return std::bit_cast<Rgba>(word);
}

// (a * (256 - weight) + b * weight) / 256 in each lane. REQUIRES: weight <= 256.
inline Lanes mixed(Lanes a, Lanes b, std::uint32_t weight) {
    return (a * (256 - weight) + b * weight + kLaneHalves) >> 8 & kLaneBytes;
}

// The place of a pixel's centre in the texture, in repeats of the texture, and the steps to the
// next pixels on the right and below.
struct TexturePlace {
    double u = 0;
    double v = 0;
    double u_right = 0;
    double v_right = 0;
    double u_down = 0;
    double v_down = 0;
};

Lanes sample(const MipTexture& texture, const TexturePlace& place);

// The texel at the place, from the picture itself.
Lanes nearest(const MipTexture& texture, const TexturePlace& place);

}  // namespace halfspace
