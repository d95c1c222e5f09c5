// SPDX-License-Identifier: MIT
// What bodies and sight meet of a curved patch: its flat pieces, given a thickness behind them.
#pragma once

#include "import/brush_import.h"
#include "import/surface_import.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// How thick facets are along the axis that their normal is nearest to [map units], at least a grid
// step.
inline constexpr double kFacetThickness = 0.25;
std::int64_t facet_thickness(int grid_exponent);  // grid steps

// A convex solid for each polygon: between it and its copy moved back along an axis, with sides
// along that axis; so neighbours that are moved alike share a side. Along an edge whose polygons
// are moved along different axes a wedge fills the gap between them. All corners are on the grid,
// all planes exact. SolidBrush::source is the patch, the sides' sources count from 0.
// polygons: of one entity. patches: of each polygon, by its source. contents: of each patch; those
// without anything that blocks bodies or sight have no facets.
std::vector<SolidBrush> facets_of_curves(std::span<const ImportedPolygon> polygons,
                                         std::span<const std::uint32_t> patches,
                                         std::span<const Patch> sources,
                                         std::int64_t thickness,
                                         PlaneTable& planes,
                                         unsigned threads);

}  // namespace halfspace
