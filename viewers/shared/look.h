// SPDX-License-Identifier: MIT
// What both viewers show alike, beside the colours of halfspace/render/shading.h.
// viewers/web/write_look.cpp takes it to the page.
#pragma once

#include "halfspace/base/image.h"

#include <cstdint>

namespace halfspace::viewer {

// The opacity of the walls of a body over the picture [0..255].
inline constexpr std::uint8_t kGlassOpacity = 88;

// Lines around the picked face, and marks where the body touched a surface.
inline constexpr Rgba kPickColour{255, 96, 200, 255};
inline constexpr Rgba kContactColour{255, 208, 64, 255};
// A mark is this far before its surface [map units].
inline constexpr double kBeforeSurface = 0.25;
// The length of the normal of a mark [map units].
inline constexpr double kNormalLength = 12;
// Lines are drawn by this factor nearer to the eye than their surface.
inline constexpr double kLineNearer = 1 + 0x1p-8;

}  // namespace halfspace::viewer
