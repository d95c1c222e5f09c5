// SPDX-License-Identifier: MIT
// Colours that stand for something else than a texture.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/base/image.h"
#include "halfspace/level/level.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

// A colour for each leaf, unlike those of its neighbours as a rule.
Rgba leaf_colour(LeafId leaf);

// From black (0) by blue, green, yellow and red to white (kHottest and more).
inline constexpr std::uint32_t kHottest = 24;
Rgba heat_colour(std::uint32_t count);

// What pictures of a space show of what blocks it; its touched edges are warmer than its sides.
enum class Touch : std::uint8_t { Side, Edge };
Rgba space_colour(Contents blockers, Touch touch);

// Plans show contents of several bits by the first of these that is set: solid, void, sky, detail,
// fence, lava, slime, water, ... Empty if none is.
Contents shown_contents(Contents contents);

// The colour of that bit in plans. REQUIRES: shown_contents(contents) is not Empty.
Rgba contents_colour(Contents contents);

// Where a body has no room, number `body` of `count` from small to large. A larger one is paler.
Rgba body_colour(std::size_t body, std::size_t count);

}  // namespace halfspace
