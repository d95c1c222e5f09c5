// SPDX-License-Identifier: MIT
// Where a texture lies on a side, as the editors show it: texture coordinates as an affine function
// of the place.
#pragma once

#include "halfspace/world/world.h"

namespace halfspace {

// u = dot(u_axis, p) + u_offset, in repeats of the texture, for p in map units; v likewise,
// downwards in the picture.
struct TextureMapping {
    Vec3 u_axis;
    double u_offset = 0;
    Vec3 v_axis;
    double v_offset = 0;
};

struct TextureCoordinates {
    double u = 0;
    double v = 0;
};

// normal: of the side, pointing out of the brush, of any length but zero. Standard axes follow from
// it: of the six axial directions the one nearest to the normal, the first of floor, ceiling, west,
// east, south and north on a tie, gives two axes, which `rotation` turns in their plane (exactly
// for multiples of 90 degrees). A scale of 0 counts as 1, an unknown size as kDefaultTextureSize.
TextureMapping texture_mapping(const TextureProjection& projection,
                               const Vec3& normal,
                               const Material& material);

TextureCoordinates texture_coordinates(const TextureMapping& mapping, const Vec3& point);

// The axes of a brush primitive for a side with this normal (of length 1): u and v of its matrix
// run along them.
struct PrimitiveAxes {
    Vec3 u;
    Vec3 v;
};
PrimitiveAxes primitive_axes(const Vec3& normal);

// True if no texture can be laid so: an axis is zero or not finite, both run in one direction, or
// the side's normal lies in their plane, so that the picture would be smeared along lines.
bool is_degenerate(const TextureProjection& projection, const Vec3& normal);

// The Valve axes that editors give a new side with this normal. Scales stay, and so do offsets
// unless they were repeats (brush primitives), which say nothing in texels.
void repair(TextureProjection& projection, const Vec3& normal);

// The normal of a side, not of length 1, in doubles.
Vec3 normal_of(const BrushSide& side);

}  // namespace halfspace
