// SPDX-License-Identifier: MIT
// Where a texture is on a side, computed as editors show it.
#pragma once

#include "halfspace/world/world.h"

#include <array>

namespace halfspace {

// Gives texture coordinates for a point p of the side [map units]: u = dot(u_axis, p) + u_offset, v
// = dot(v_axis, p) + v_offset. They count repeats of the texture; v runs downwards in the picture.
struct TextureMapping {
    Vec3 u_axis;
    double u_offset = 0;
    Vec3 v_axis;
    double v_offset = 0;
};

// A place in a texture, in repeats.
struct TextureCoordinates {
    double u = 0;
    double v = 0;
};

// The mapping of a side. normal: of the side, pointing out of the brush; its length must not be 0.
// For the kind Standard, two axes follow from the normal. They belong to the nearest of six
// directions: floor, ceiling, west, east, south, north wall; on a tie the first of these counts.
// `rotation` turns the two axes in their plane, exactly for multiples of 90 degrees.
// A scale of 0 counts as 1. A texture of unknown size counts as kDefaultTextureSize.
TextureMapping texture_mapping(const TextureProjection& projection,
                               const Vec3& normal,
                               const Material& material);

// The texture coordinates of a point [map units].
TextureCoordinates texture_coordinates(const TextureMapping& mapping, const Vec3& point);

// A brush primitive that gives three points these texture coordinates, and that is constant along
// the normal of their plane. Degenerate if the points lie on a line.
TextureProjection projection_through(const std::array<Vec3, 3>& points,
                                     const std::array<TextureCoordinates, 3>& texture);

// Two directions in the plane of a side.
struct PrimitiveAxes {
    Vec3 u;
    Vec3 v;
};
// The directions along which u and v of a brush primitive's matrix run, for a side with this
// normal. REQUIRES: the normal has length 1.
PrimitiveAxes primitive_axes(const Vec3& normal);

// True if no texture can be laid by these axes: one is zero or not finite, both have the same
// direction, or the side's normal is in their plane. In the last case the picture would be
// smeared to lines. Never true for the kind Standard.
bool is_degenerate(const TextureProjection& projection, const Vec3& normal);

// Replaces the axes by the ones that editors give a new side with this normal; the kind becomes
// Valve220. Scales stay. Offsets stay if they are texels; the repeats of a brush primitive become
// 0.
void repair(TextureProjection& projection, const Vec3& normal);

// The normal of a side, out of the brush, in doubles. Its length is not 1; it is 0 if the side's
// three points lie on a line.
Vec3 normal_of(const BrushSide& side);

}  // namespace halfspace
