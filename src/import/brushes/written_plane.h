// SPDX-License-Identifier: MIT
// Planes as the source writes them: three decimal points, kept as exact rationals, or the rounded
// numbers of a compiled level. Also measures, in doubles, how far another plane is from them.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

#include "exact/shared/plane_table.h"
#include "exact/shared/wide_int.h"

#include <optional>
#include <vector>

namespace halfspace {

// In grid steps. The doubles differ from the exact plane by about 2^-50 of their size.
using WrittenPlane = Plane;

// A point whose coordinates are whole map units.
using UnitPoint = std::array<std::int64_t, 3>;

// The whole units at the middle of a box in grid steps.
UnitPoint middle_of(const Aabb& box, int grid_exponent);

// The point in grid steps.
Vec3 in_steps(const UnitPoint& point, int grid_exponent);

// The plane relative to the origin. REQUIRES: |origin| <= 2^40.
ExactPlane relative_to(const ExactPlane& plane, int grid_exponent, const UnitPoint& origin);

// The plane in doubles, with a normal of length 1.
Plane unit_plane(const ExactPlane& plane);

// The plane of a side, relative to `origin`. It is most exact if the origin lies inside the brush.
// Returns nullopt if the three points lie on a line, which is decided exactly, or if the normal of
// a rounded plane is zero. REQUIRES: |origin| <= 2^40.
std::optional<WrittenPlane> written_plane(const BrushSide& side,
                                          int grid_exponent,
                                          const UnitPoint& origin = {});

// A normal of the side's plane, of any length. It is exact if the side has three points; then its
// numbers have up to 206 bits. Zero if the points lie on a line. The normal of a rounded plane is
// rounded to multiples of 2^-60.
using WideNormal = std::array<Int256, 3>;
WideNormal written_normal(const BrushSide& side);

// The plane of a side, relative to `origin`, moved out along its normal by share * (radius + reach)
// grid steps. Before it is moved, the plane lies within kWrittenPlaneError * (radius + reach) of
// the exact plane, up to `radius` away from the origin. Returns nullopt where written_plane does.
// A side with an exact_plane: the plane is rounded from that one, and reach is its distance from
// the origin, however far away the side's points are. Another side: the plane is written_plane, and
// reach is the largest coordinate, relative to the origin, of the point from which d is computed.
std::optional<WrittenPlane> moved_plane(
    const BrushSide& side, int grid_exponent, const UnitPoint& origin, double radius, double share);
// Three roundings of n move a plane by 3 * 2^-53 * (radius + sqrt(3) * reach). Two roundings of the
// point and three of the product move it by 5 * 2^-53 * sqrt(3) * reach. The sum is less than 2^-49
// * (radius + reach). A plane that is rounded from the exact one has fewer roundings.
inline constexpr double kWrittenPlaneError = 0x1p-49;

// The plane as integers, if the side has three points on the grid and the coefficients are no wider
// than those of points within kMaxGridCoordinate. The points themselves may lie farther out.
// Returns nullopt also for points on a line.
std::optional<ExactPlane> exact_plane(const BrushSide& side, int grid_exponent);

// The corners of each side's face, by clipping in doubles. A side without a face has none.
std::vector<std::vector<Vec3>> face_corners(const std::vector<WrittenPlane>& planes);

// The corners of all faces, each moved to its nearest point on the plane.
std::vector<Vec3> projected(const std::vector<std::vector<Vec3>>& faces, const WrittenPlane& plane);

// The largest distance of the corners to the plane n.p = d.
double deviation(const ExactPlane& plane, const std::vector<Vec3>& corners);

}  // namespace halfspace
