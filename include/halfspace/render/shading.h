// SPDX-License-Identifier: MIT
// The light and the colours of pictures of a level. The painter uses them, and so does a program
// that draws the same pictures on a GPU.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/base/image.h"
#include "halfspace/math/vec.h"

#include <cstdint>

namespace halfspace {

// The brightness of a face with this normal, in 1/256 [0..256]. A colour channel c is shown as
// (c * light + 128) / 256. REQUIRES: the normal has length 1.
std::uint32_t light_on(const Vec3& normal);

// The colours of the sky. In a direction d of length 1, the sky is kSkyHorizon mixed with
// kSkyZenith (d.z > 0) or kSkyNadir (d.z < 0); the share of the latter is sqrt(|d.z|).
inline constexpr Rgba kSkyHorizon{206, 218, 230, 255};
inline constexpr Rgba kSkyZenith{92, 140, 204, 255};
inline constexpr Rgba kSkyNadir{146, 152, 160, 255};

// A pixel in the view of leaves has the colour of the leaf this far in front of its face
// [map units].
inline constexpr double kLeafDistance = 0x1p-5;

// The largest opacity of a face in the translucent view [0..255].
inline constexpr std::uint32_t kTranslucentOpacity = 128;

// A colour for each leaf. Neighbours usually have different colours.
Rgba leaf_colour(LeafId leaf);

// The colour of a count, from black (0) over blue, green, yellow and red to white (kHottest and
// more).
inline constexpr std::uint32_t kHottest = 24;
Rgba heat_colour(std::uint32_t count);

}  // namespace halfspace
