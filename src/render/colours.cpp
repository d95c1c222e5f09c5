// SPDX-License-Identifier: MIT
#include "render/colours.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

namespace halfspace {
namespace {

struct ContentsColour {
    Contents contents;
    Rgba colour;
};

// In the order in which shown_contents looks for bits.
constexpr std::array kContents = std::to_array<ContentsColour>({
    {Contents::Solid, {70, 74, 82, 255}},
    {Contents::Void, {40, 42, 48, 255}},
    {Contents::Sky, {122, 164, 214, 255}},
    {Contents::Detail, {128, 104, 78, 255}},
    {Contents::Fence, {170, 150, 84, 255}},
    {Contents::Lava, {226, 104, 30, 255}},
    {Contents::Slime, {98, 146, 52, 255}},
    {Contents::Water, {66, 122, 190, 255}},
    {Contents::PlayerClip, {190, 120, 190, 255}},
    {Contents::MonsterClip, {150, 100, 180, 255}},
    {Contents::Ladder, {206, 170, 120, 255}},
    {Contents::Trigger, {214, 190, 220, 255}},
    {Contents::Illusionary, {196, 206, 180, 255}},
    {Contents::AreaPortal, {210, 220, 160, 255}},
});

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
    const auto is_set = [&](const ContentsColour& known) { return any(contents & known.contents); };
    const auto found = std::ranges::find_if(kContents, is_set);
    return found == kContents.end() ? Contents::Empty : found->contents;
}

Rgba contents_colour(Contents contents) {
    const auto found =
        std::ranges::find(kContents, shown_contents(contents), &ContentsColour::contents);
    assert(found != kContents.end());
    return found->colour;
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
