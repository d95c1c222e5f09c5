// SPDX-License-Identifier: MIT
// Translucent colours over each other.
//
// Colours and opacities of fragments are whole 255ths. A pixel under k of them is a multiple of
// 255^-k, an odd number, so it never lies midway between two colours and at least 255^-k / 2 from
// there. Doubles are off by less than 2^-50 of 255 in such sums: up to five layers every order of
// the additions rounds to the same colour.
#pragma once

#include "halfspace/base/image.h"

#include <cmath>
#include <cstdint>

namespace halfspace {

inline std::uint8_t to_channel(double value) {
    return static_cast<std::uint8_t>(std::floor(value + 0.5));
}

// Front to back: what was met so far, and how much of what is behind it still comes through.
struct UnderBlend {
    double r = 0;
    double g = 0;
    double b = 0;
    double through = 1;

    void add(const Rgba& c) {
        const double share = through * c.a / 255;
        r += share * c.r;
        g += share * c.g;
        b += share * c.b;
        through = through * (255 - c.a) / 255;
    }

    // The pixel, with an opaque colour behind all.
    Rgba over(const Rgba& behind) const {
        return {to_channel(r + through * behind.r),
                to_channel(g + through * behind.g),
                to_channel(b + through * behind.b),
                255};
    }
};

// Back to front, beginning with an opaque colour.
struct OverBlend {
    double r = 0;
    double g = 0;
    double b = 0;

    void add(const Rgba& c) {
        r = (r * (255 - c.a) + double{1} * c.r * c.a) / 255;
        g = (g * (255 - c.a) + double{1} * c.g * c.a) / 255;
        b = (b * (255 - c.a) + double{1} * c.b * c.a) / 255;
    }

    Rgba colour() const { return {to_channel(r), to_channel(g), to_channel(b), 255}; }
};

}  // namespace halfspace
