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
    std::vector<std::uint32_t> patches;  // the patch of each polygon
};

// Each Bezier piece of 3 x 3 controls becomes a lattice of points on the surface, rounded to the
// grid. The number of steps along each direction is a power of two, at most kMostCurveSteps. With
// enough steps the polygons lie within `tolerance` map units and half a grid step of the surface.
// Pieces with a common border curve use the same points along it, even if they belong to different
// patches, so that no crack opens. A flat cell becomes a quadrilateral, another cell two triangles,
// a cell without an area nothing. The result has the same bits on every machine. Cost: n log n in
// the pieces. REQUIRES: tolerance > 0; width * height controls; coordinates within kMaxCoordinate
// grid steps.
CurvePolygons polygons_of_curves(std::span<const Patch> patches,
                                 double tolerance,
                                 int grid_exponent);
inline constexpr int kMostCurveSteps = 16;

// The number of cells in the lattices of polygons_of_curves, without the lattices. Each cell
// becomes at most two polygons. Cost: n log n in the pieces. REQUIRES: as above.
std::uint64_t cells_of_curves(std::span<const Patch> patches, double tolerance);

}  // namespace halfspace
