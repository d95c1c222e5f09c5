// SPDX-License-Identifier: MIT
// Colours that stand for something else than a texture.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/base/image.h"
#include "halfspace/level/level.h"

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

// What a slice through the level shows of contents.
Rgba contents_colour(Contents contents);

}  // namespace halfspace
