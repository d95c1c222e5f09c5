// SPDX-License-Identifier: MIT
#include "halfspace/render/shading.h"

#include "render/colours.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

std::uint32_t scrambled(std::uint32_t x) {
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

}  // namespace

std::uint32_t light_on(const Vec3& normal) {
    const double lit = (1 + dot(normal, kToLight)) / 2;
    return static_cast<std::uint32_t>(256 * (kAmbient + (1 - kAmbient) * lit));
}

Rgba leaf_colour(LeafId leaf) {
    return numbered_colour(leaf.value);
}

Rgba numbered_colour(std::uint32_t number) {
    const std::uint32_t hue = scrambled(number) % 1536;
    const std::uint32_t rise = hue % 256;
    const std::uint32_t fall = 255 - rise;
    const std::array<std::array<std::uint32_t, 3>, 6> wheel{{{255, rise, 0},
                                                             {fall, 255, 0},
                                                             {0, 255, rise},
                                                             {0, fall, 255},
                                                             {rise, 0, 255},
                                                             {255, 0, fall}}};
    const auto& pure = wheel[hue / 256];
    const std::uint32_t light = 60 + scrambled(number + 0x51ed27u) % 56;
    const auto channel = [&](std::size_t i) {
        return static_cast<std::uint8_t>(light + pure[i] * 140 / 255);
    };
    return {channel(0), channel(1), channel(2), 255};
}

Rgba dimmed_colour(const Rgba& colour) {
    const std::uint32_t grey = (77u * colour.r + 151u * colour.g + 28u * colour.b) >> 8;
    const auto share = [&](std::uint32_t of_256) {
        return static_cast<std::uint8_t>(grey * of_256 >> 8);
    };
    return {share(112), share(122), share(148), colour.a};
}

Rgba heat_colour(double count) {
    assert(!std::isnan(count));
    static constexpr std::array<Rgba, 6> kScale{{{0, 0, 0, 255},
                                                 {30, 60, 190, 255},
                                                 {40, 170, 90, 255},
                                                 {240, 214, 60, 255},
                                                 {214, 50, 40, 255},
                                                 {255, 255, 255, 255}}};
    constexpr double kWhole = kHottest;
    constexpr std::size_t kSteps = kScale.size() - 1;
    const double place = std::clamp(count, 0.0, kWhole) * kSteps;
    const auto step = std::min(static_cast<std::size_t>(place / kWhole), kSteps - 1);
    return mixed_colour(
        kScale[step], kScale[step + 1], place - static_cast<double>(step) * kWhole, kWhole);
}

Rgba space_colour(Contents blockers, WallPart part) {
    constexpr Rgba kSolid{176, 184, 198, 255};  // as contents are in slices, but for a lit picture
    constexpr Rgba kWarm{232, 140, 72, 255};
    const Rgba colour = any(blockers & Contents::Solid) ? kSolid : contents_colour(blockers);
    return part == WallPart::Edge ? mixed_colour(colour, kWarm, 1, 2) : colour;
}

}  // namespace halfspace
