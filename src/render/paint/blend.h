// SPDX-License-Identifier: MIT
// Blends translucent colours over each other.
//
// Why the order of additions does not matter: colours and opacities of fragments are whole
// multiples of 1/255. The colour of a pixel under k fragments is a multiple of 255^-k. This
// denominator is odd, so the colour never lies midway between two whole numbers, but at least
// 255^-k / 2 away. Doubles are off by less than 2^-50 of 255 in such sums. So with up to five
// layers every order of the additions rounds to the same colour.
#pragma once

#include "halfspace/base/image.h"

#include <cmath>
#include <cstdint>

namespace halfspace {

inline std::uint8_t to_channel(double value) {
    return static_cast<std::uint8_t>(std::floor(value + 0.5));
}

// Front to back: the sum of the fragments so far, and the share of the background that still comes
// through.
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

    // The pixel's colour with an opaque colour behind all fragments.
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
