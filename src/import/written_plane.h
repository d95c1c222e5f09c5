// SPDX-License-Identifier: MIT
// Planes as the source writes them: three decimal points, kept as exact rationals, or the rounded
// numbers of a compiled level, with the double geometry that is enough to measure how far another
// plane is from them.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

#include <optional>
#include <vector>

namespace halfspace {

// All numbers in grid steps. The doubles differ from the exact plane by some 2^-50 of their size.
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

// The plane of a side, relative to `origin`: numbers near an origin inside the brush are the most
// exact. nullopt if the three points lie on a line, which is decided exactly, or if a rounded plane
// has no normal. REQUIRES: |origin| <= 2^40.
std::optional<WrittenPlane> written_plane(const BrushSide& side,
                                          int grid_exponent,
                                          const UnitPoint& origin = {});

// The plane as integers, if the side has three points, all of them are whole grid steps, and the
// numbers are no wider than those of points within kMaxCoordinate. The points may be farther away:
// only their plane counts. nullopt also if they lie on a line.
std::optional<ExactPlane> exact_plane(const BrushSide& side, int grid_exponent);

// The corners of each side's face within the volume behind all planes, by clipping in doubles.
// A side that takes no part in the volume has none.
std::vector<std::vector<Vec3>> face_corners(const std::vector<WrittenPlane>& planes);

// The corners of all faces, each moved straight onto the plane.
std::vector<Vec3> projected(const std::vector<std::vector<Vec3>>& faces, const WrittenPlane& plane);

// The largest distance of the corners to the plane n.p = d.
double deviation(const ExactPlane& plane, const std::vector<Vec3>& corners);

}  // namespace halfspace
