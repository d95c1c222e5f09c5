// SPDX-License-Identifier: MIT
// Curved patches as flat polygons on the grid, before surface_import.
#pragma once

#include "halfspace/world/world.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

struct CurvePolygons {
    std::vector<SurfacePolygon> polygons;
    std::vector<std::uint32_t> patches;  // which patch each is a part of
};

// Each Bezier piece of 3 x 3 controls becomes a lattice of points on the surface, rounded to the
// grid: so many, a power of two along each direction, that the polygons lie within `tolerance` map
// units of the surface (and half a grid step), but at most kMostCurveSteps. Pieces that share a
// border curve, of one patch or of several, take the same points along it, so that no crack opens
// between them. Flat cells are quadrilaterals, others two triangles; cells without an area are left
// out. The same bits on every machine. Cost: n log n in the pieces. REQUIRES: tolerance > 0, as
// many controls as width * height, coordinates within kMaxCoordinate grid steps.
CurvePolygons polygons_of_curves(std::span<const Patch> patches,
                                 double tolerance,
                                 int grid_exponent);
inline constexpr int kMostCurveSteps = 16;

}  // namespace halfspace
