// SPDX-License-Identifier: MIT
#include "render/colours.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace halfspace {
namespace {

Rgba rgba_of(std::uint32_t colour) {
    return {static_cast<std::uint8_t>(colour >> 16),
            static_cast<std::uint8_t>(colour >> 8),
            static_cast<std::uint8_t>(colour),
            255};
}

}  // namespace

Rgba mixed_colour(const Rgba& a, const Rgba& b, double part, double whole) {
    const auto channel = [&](double x, double y) {
        return static_cast<std::uint8_t>((x * (whole - part) + y * part) / whole);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
}

Contents shown_contents(Contents contents) {
    const ContentsRow* const row = strongest_row(contents & kLeafContents);
    return row == nullptr ? Contents::Empty : row->bit;
}

Rgba contents_colour(Contents contents) {
    const ContentsRow* const row = strongest_row(contents & kLeafContents);
    assert(row != nullptr);
    return rgba_of(row->colour);
}

Rgba body_colour(std::size_t body, std::size_t count) {
    constexpr Rgba kSmall{74, 162, 158, 255};
    constexpr Rgba kLarge{186, 222, 214, 255};
    assert(body < count);
    return mixed_colour(kSmall,
                        kLarge,
                        static_cast<double>(body),
                        static_cast<double>(std::max<std::size_t>(count, 2) - 1));
}

}  // namespace halfspace
