// SPDX-License-Identifier: MIT
#include "render/paint/sampler.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace halfspace {
namespace {

// Larger coordinates have no meaning, and the conversion below could not take them.
constexpr double kMaxRepeats = 0x1p40;

double fraction(double x) {
    if (!(std::abs(x) < kMaxRepeats)) {  // also true for NaN
        return 0;
    }
    const double rest = x - static_cast<double>(static_cast<std::int64_t>(x));
    return rest < 0 ? rest + 1 : rest;
}

// A place between two texels. weight: of the second texel, in 1/256.
struct Between {
    std::uint32_t first;
    std::uint32_t second;
    std::uint32_t weight;
};

// REQUIRES: 0 <= fraction <= 1.
Between between(double fraction, std::uint32_t size) {
    const auto scaled = static_cast<std::int32_t>(fraction * (256.0 * size)) - 128;
    const std::int32_t texel = scaled >> 8;
    const auto last = static_cast<std::int32_t>(size) - 1;
    const std::int32_t first = texel < 0 ? last : std::min(texel, last);
    return {static_cast<std::uint32_t>(first),
            first == last ? 0 : static_cast<std::uint32_t>(first + 1),
            static_cast<std::uint32_t>(scaled & 255)};
}

Lanes bilinear(const Image& image, double u, double v) {
    const Between x = between(u, image.width);
    const Between y = between(v, image.height);
    const Rgba* const upper = &image.pixels[std::size_t{y.first} * image.width];
    const Rgba* const lower = &image.pixels[std::size_t{y.second} * image.width];
    const std::uint32_t both = x.weight * y.weight >> 8;
    return (to_lanes(upper[x.first]) * (256 - x.weight - y.weight + both) +
            to_lanes(upper[x.second]) * (x.weight - both) +
            to_lanes(lower[x.first]) * (y.weight - both) + to_lanes(lower[x.second]) * both +
            kLaneHalves) >>
               8 &
           kLaneBytes;
}

// An approximation of log2(x) * 256: exact for powers of two, linear between them.
std::int32_t logarithm(double x) {
    const auto bits = std::bit_cast<std::int64_t>(x);
    return static_cast<std::int32_t>(bits >> 44) - (1023 << 8);
}

struct Copies {
    std::size_t level;
    std::uint32_t weight;  // weight of the next smaller copy, in 1/256
};

// The copies for a square of this area, in texels of the largest copy.
Copies copies_for(double area, std::size_t count) {
    if (!(area > 1)) {
        return {0, 0};
    }
    const auto twice = static_cast<std::uint32_t>(logarithm(area));
    const std::size_t level = twice >> 9;
    return level + 1 >= count ? Copies{count - 1, 0} : Copies{level, (twice >> 1) & 255};
}

Lanes trilinear(const MipTexture& texture, const Copies& copies, double u, double v) {
    const double x = fraction(u);
    const double y = fraction(v);
    const Lanes larger = bilinear(texture.levels[copies.level], x, y);
    if (copies.weight == 0) {
        return larger;
    }
    return mixed(larger, bilinear(texture.levels[copies.level + 1], x, y), copies.weight);
}

}  // namespace

Lanes nearest(const MipTexture& texture, const TexturePlace& place) {
    const Image& image = texture.levels.front();
    const auto x = static_cast<std::uint32_t>(fraction(place.u) * image.width);
    const auto y = static_cast<std::uint32_t>(fraction(place.v) * image.height);
    return to_lanes(image.at(std::min(x, image.width - 1), std::min(y, image.height - 1)));
}

Lanes sample(const MipTexture& texture, const TexturePlace& place) {
    const double width = texture.levels.front().width;
    const double height = texture.levels.front().height;
    const auto squared = [&](double u, double v) {
        return u * u * (width * width) + v * v * (height * height);
    };
    const double right = squared(place.u_right, place.v_right);
    const double down = squared(place.u_down, place.v_down);
    const double longer = std::max(right, down);
    const double shorter = std::min(right, down);
    // A side more than 1.7 times as long as the other is sampled at two places, more than 3.4 times
    // at four.
    if (longer <= 1 || longer <= 3 * shorter) {
        return trilinear(texture, copies_for(longer, texture.levels.size()), place.u, place.v);
    }
    const double u = right < down ? place.u_down : place.u_right;
    const double v = right < down ? place.v_down : place.v_right;
    if (longer <= 12 * shorter) {
        const Copies copies = copies_for(longer / 4, texture.levels.size());
        return mixed(trilinear(texture, copies, place.u - u / 4, place.v - v / 4),
                     trilinear(texture, copies, place.u + u / 4, place.v + v / 4),
                     128);
    }
    const Copies copies = copies_for(longer / 16, texture.levels.size());
    Lanes sum = 0;
    for (int i = -3; i <= 3; i += 2) {
        sum += trilinear(texture, copies, place.u + u * i / 8, place.v + v * i / 8);
    }
    return (sum + 0x0002000200020002u) >> 2 & kLaneBytes;
}

}  // namespace halfspace
