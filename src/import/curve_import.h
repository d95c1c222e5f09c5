// SPDX-License-Identifier: MIT
// The patches of a World as exact polygons over the table of planes.
#pragma once

#include "import/surface_import.h"

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

namespace halfspace {

struct ImportedCurves {
    // The flat pieces as the polygons of a world of their own, with the entities of the other.
    World world;
    std::vector<ImportedPolygon> polygons;            // of that world, by entity
    std::vector<std::vector<std::uint32_t>> patches;  // of each piece, by entity and its number
};

// tolerance: see polygons_of_curves. Errors: Range for patches too far out, Limit for patches that
// make more than kMostCurvePolygons pieces in an entity.
std::expected<ImportedCurves, std::vector<Error>> import_curves(const World& world,
                                                                double tolerance,
                                                                int grid_exponent,
                                                                PlaneTable& planes);

// A bound that lets real levels' curves pass, and ends a hostile one: their common tree grows
// faster than their number.
inline constexpr std::size_t kMostCurvePolygons = 1 << 17;

}  // namespace halfspace
