// SPDX-License-Identifier: MIT
// Curved patches as cells and flat polygons on the grid, before surface_import.
#pragma once

#include "halfspace/world/world.h"

#include "import/curves/curve_steps.h"
#include "import/surfaces/grid_loop.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// A cell of a piece of a patch. Its corners are counter-clockwise seen from the front. They need
// not lie in one plane, and some of them may be equal.
struct CurveCell {
    std::uint32_t patch = 0;
    std::array<GridCorner, 4> corners;
};

// The cells of the pieces, whose corners are points of the surface rounded to the grid. Pieces with
// a common border curve use the same points along it, even if they belong to different patches, so
// that no crack opens. The result has the same bits on every machine. pieces: from divided_pieces.
// REQUIRES: coordinates within kMaxGridCoordinate grid steps.
std::vector<CurveCell> cells_of_curves(std::span<const Patch> patches,
                                       std::span<const CurvePiece> pieces,
                                       int grid_exponent);

struct CurvePolygons {
    std::vector<SurfacePolygon> polygons;
    std::vector<std::uint32_t> patches;  // the patch of each polygon
};

// The cells as polygons: a flat convex cell becomes a quadrilateral, another cell two triangles, a
// cell without an area nothing. REQUIRES: as cells_of_curves.
CurvePolygons polygons_of_curves(std::span<const Patch> patches,
                                 std::span<const CurvePiece> pieces,
                                 int grid_exponent);

}  // namespace halfspace
