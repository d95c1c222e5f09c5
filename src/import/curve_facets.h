// SPDX-License-Identifier: MIT
// Facets: the flat pieces of a curved patch as thin solids, which block bodies and sight.
#pragma once

#include "import/brush_import.h"
#include "import/surface_import.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// The thickness of facets, measured along the axis that their normal is nearest to [map units]. It
// is at least one grid step.
inline constexpr double kFacetThickness = 0.25;
std::int64_t facet_thickness(int grid_exponent);  // grid steps

// True if the patch blocks bodies or sight: then its pieces have facets.
bool has_facets(const Patch& patch);

// Returns a convex solid for each polygon: the space between the polygon and its copy, which is
// moved back along an axis. The other sides run along this axis, so neighbours that are moved alike
// share a side. Where two polygons with a common edge are moved along different axes, a wedge fills
// the gap. All corners lie on the grid, all planes are exact. SolidBrush::source is the patch; the
// sources of its sides count from 0.
// polygons: of one entity. patches: the patch of each polygon, by ImportedPolygon::source. sources:
// the patches of the entity. A patch that blocks neither bodies nor sight gets no facets.
std::vector<SolidBrush> facets_of_curves(std::span<const ImportedPolygon> polygons,
                                         std::span<const std::uint32_t> patches,
                                         std::span<const Patch> sources,
                                         std::int64_t thickness,
                                         PlaneTable& planes,
                                         unsigned threads);

}  // namespace halfspace
