// SPDX-License-Identifier: MIT
// The polygons of a World as exact polygons over the table of planes,
// beside brush_import.
#pragma once

#include "halfspace/exact/polygon.h"
#include "halfspace/world/world.h"

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

namespace halfspace {

// A polygon whose corners lie on the grid (they are integral), beginning with the smallest one.
struct ImportedPolygon {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // its number in the entity
    Polygon polygon;
    std::vector<double> attributes;  // u and v of each corner
};

// How many numbers the attributes hold for each corner.
inline constexpr std::size_t kSurfaceAttributes = 2;

struct ImportedSurfaces {
    // By entity, and there in an order that does not depend on the source's, but for equal ones.
    std::vector<ImportedPolygon> polygons;
    std::vector<Diagnostic> diagnostics;
};

// Corners off the grid go to the nearest point of it. What then is not flat or not convex is cut
// into triangles around its first corner, and what has no area any more is left out: neither opens
// a surface that was closed. The planes, also those that cut out the edges, are added to the table
// in an order of their own. Errors, one for each bad polygon: Geometry for fewer than three
// corners, corners on a line, and a polygon that is not convex; Range for corners too far out and
// planes too wide for the predicates.
std::expected<ImportedSurfaces, std::vector<Error>> import_surfaces(const World& world,
                                                                    int grid_exponent,
                                                                    PlaneTable& planes);

// True if no corner has to be moved.
bool is_on_grid(std::span<const SurfacePolygon> polygons, int grid_exponent);

// A corner of an imported polygon as what it is.
GridPoint grid_point(const ExactPoint& point);

// The sign of the volume that the polygons enclose, counted negative where they look inwards: -1
// for a room in solid. REQUIRES: all corners are integral.
int volume_sign(std::span<const ImportedPolygon> polygons);

}  // namespace halfspace
