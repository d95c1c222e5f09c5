// SPDX-License-Identifier: MIT
// The patches of a World as exact polygons over the table of planes, and as cells.
#pragma once

#include "import/curves/curves.h"
#include "import/surfaces/surface_import.h"

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

namespace halfspace {

struct ImportedCurves {
    // The flat pieces, as the polygons of a world with the same entities.
    World world;
    // The polygons of that world, in the order of the entities.
    std::vector<ImportedPolygon> polygons;
    // patches[entity][piece] is the number of the patch
    std::vector<std::vector<std::uint32_t>> patches;
};

// tolerance: see divided_pieces. Errors: Range for patches too far from the origin; Limit for
// patches with more than kMaxCurveCells cells, which is known before any polygon is made.
std::expected<ImportedCurves, std::vector<Error>> import_curves(const World& world,
                                                                double tolerance,
                                                                int grid_exponent,
                                                                PlaneTable& planes);

// The cells of the patches of each entity. Errors: as import_curves.
std::expected<std::vector<std::vector<CurveCell>>, std::vector<Error>> import_curve_cells(
    const World& world, double tolerance, int grid_exponent);

// The limit for the cells (CurveCell) of all entities together. Real levels stay below this
// limit. Without it, a small hostile file could cost much memory and time: a patch of 129 x 129
// controls has a million cells, and the tree of the pieces grows faster than their number.
inline constexpr std::uint64_t kMaxCurveCells = 1 << 17;

}  // namespace halfspace
