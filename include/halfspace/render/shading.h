// SPDX-License-Identifier: MIT
// The light and the colours of pictures of a level. The painter and the viewers use them, and
// bindings/npm/wasm takes them to JavaScript.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/base/image.h"
#include "halfspace/math/vec.h"

#include <cstdint>

namespace halfspace {

// The direction that the light comes from, of length 1. So walls, floors and ceilings differ.
inline constexpr Vec3 kToLight{0.36, 0.48, 0.8};
// The brightness of a face that looks away from the light [0..1].
inline constexpr double kAmbient = 0.52;

// The brightness of a face with this normal, in 1/256 [0..256]. A colour channel c is shown as
// (c * light + 128) / 256. REQUIRES: the normal has length 1.
std::uint32_t light_on(const Vec3& normal);

// The colours of the sky. In a direction d of length 1, the sky is kSkyHorizon mixed with
// kSkyZenith (d.z > 0) or kSkyNadir (d.z < 0); the share of the latter is sqrt(|d.z|).
inline constexpr Rgba kSkyHorizon{206, 218, 230, 255};
inline constexpr Rgba kSkyZenith{92, 140, 204, 255};
inline constexpr Rgba kSkyNadir{146, 152, 160, 255};

// Lines along the edges of faces: where nothing but lines is shown, and over faces.
inline constexpr Rgba kWireColour{196, 212, 228, 255};
inline constexpr Rgba kEdgeColour{13, 15, 20, 255};

// A pixel in the view of leaves has the colour of the leaf this far in front of its face
// [map units].
inline constexpr double kLeafDistance = 0x1p-5;

// The largest opacity of a face in the translucent view [0..255].
inline constexpr std::uint32_t kTranslucentOpacity = 128;

// A colour for each leaf. Neighbours usually have different colours.
Rgba leaf_colour(LeafId leaf);
// The same for other things with a number, such as clusters.
Rgba numbered_colour(std::uint32_t number);

// The same colour, dark and grey, for what is not seen.
Rgba dimmed_colour(const Rgba& colour);

// The colour of a count, from black (0 and less) over blue, green, yellow and red to white
// (kHottest and more). REQUIRES: count is not NaN.
inline constexpr std::uint32_t kHottest = 24;
Rgba heat_colour(double count);

// The colour of a wall in pictures of a space. blockers: what blocks behind the wall. Where the
// body touches only the edge of a brush, the colour is warmer.
enum class WallPart : std::uint8_t { Side, Edge };
Rgba space_colour(Contents blockers, WallPart part);

}  // namespace halfspace
