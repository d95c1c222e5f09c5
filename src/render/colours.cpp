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

Rgba mixed_colour(const Rgba& a, const Rgba& b, std::uint32_t part, std::uint32_t whole) {
    const auto channel = [&](std::uint32_t x, std::uint32_t y) {
        return static_cast<std::uint8_t>((x * (whole - part) + y * part) / whole);
    };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
}

Rgba space_colour(Contents blockers, Touch touch) {
    constexpr Rgba kSolid{176, 184, 198, 255};  // as contents are in slices, but for a lit picture
    constexpr Rgba kWarm{232, 140, 72, 255};
    const Rgba colour = any(blockers & Contents::Solid) ? kSolid : contents_colour(blockers);
    return touch == Touch::Edge ? mixed_colour(colour, kWarm, 1, 2) : colour;
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
                        static_cast<std::uint32_t>(body),
                        static_cast<std::uint32_t>(std::max<std::size_t>(count, 2) - 1));
}

}  // namespace halfspace
