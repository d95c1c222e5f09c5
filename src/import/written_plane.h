// SPDX-License-Identifier: MIT
// Planes as the source writes them: three decimal points, kept as exact rationals, or the rounded
// numbers of a compiled level, with the double geometry that is enough to measure how far another
// plane is from them.
#pragma once

#include "halfspace/exact/plane_table.h"
#include "halfspace/math/plane.h"
#include "halfspace/math/vec.h"
#include "halfspace/world/world.h"

#include <optional>
#include <vector>

namespace halfspace {

// All numbers in grid steps. The doubles differ from the exact plane by some 2^-50 of their size.
using WrittenPlane = Plane;

// nullopt if the three points lie on a line, which is decided exactly, or a rounded plane has no
// normal.
std::optional<WrittenPlane> written_plane(const BrushSide& side, int grid_exponent);

// The points as whole grid steps, if the side has some and all of them are.
std::optional<std::array<GridPoint, 3>> grid_points(const BrushSide& side, int grid_exponent);

// The corners of each side's face within the volume behind all planes, by clipping in doubles.
// A side that takes no part in the volume has none.
std::vector<std::vector<Vec3>> face_corners(const std::vector<WrittenPlane>& planes);

// The largest distance of the corners to the plane n.p = d.
double deviation(const ExactPlane& plane, const std::vector<Vec3>& corners);

}  // namespace halfspace
