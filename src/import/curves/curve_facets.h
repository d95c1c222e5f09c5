// SPDX-License-Identifier: MIT
// Facets: the flat pieces of a curved patch as thin solids, which block bodies and sight.
#pragma once

#include "import/brushes/brush_import.h"
#include "import/curves/curves.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// The thickness of facets, measured along an axis [map units]. It is at least one grid step.
inline constexpr double kFacetThickness = 0.25;
std::int64_t facet_thickness(int grid_exponent);  // grid steps

// True if the patch blocks bodies or sight: then its pieces have facets.
bool has_facets(const Patch& patch);

// Returns convex solids that block in place of the patches of an entity. Each cell has a slab: the
// convex hull of its corners and their copies, which are moved back along an axis. The corners need
// not lie in one plane. A cell that is not convex becomes two triangles with a slab each, without
// those that have no area. The sides of a slab run along its axis, so neighbours that are moved
// alike share a side. All pieces of a patch are moved in one direction, as far as they are steep
// enough against it; the others along the axis that is nearest to their normal. Where two pieces
// with a common edge are moved differently, a wedge fills the gap. All corners lie on the grid, all
// planes are exact. SolidBrush::source is the patch; the sources of its sides count from 0.
// cells: of the entity's patches. A patch that blocks neither bodies nor sight gets no facets.
std::vector<SolidBrush> facets_of_curves(std::span<const CurveCell> cells,
                                         std::span<const Patch> patches,
                                         std::uint32_t entity,
                                         std::int64_t thickness,
                                         PlaneTable& planes,
                                         unsigned threads);

}  // namespace halfspace
