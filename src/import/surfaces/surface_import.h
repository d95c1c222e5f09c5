// SPDX-License-Identifier: MIT
// The polygons of a World as exact polygons over the table of planes. Brushes: see brush_import.h.
#pragma once

#include "halfspace/world/world.h"

#include "exact/shared/polygon.h"

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

namespace halfspace {

// A polygon whose corners lie on the grid. The first corner is the smallest one.
struct ImportedPolygon {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // number in the entity
    Polygon polygon;
    std::vector<double> attributes;  // u and v of the first corner, then of the second, and so on
};

// Number of attributes for each corner.
inline constexpr std::size_t kSurfaceAttributes = 2;

struct ImportedSurfaces {
    // In the order of the entities. Within an entity the order does not depend on the order in the
    // source, except among equal polygons.
    std::vector<ImportedPolygon> polygons;
    std::uint32_t moved_corners = 0;  // corners that the source has off the grid
    double largest_move = 0;          // how far the farthest of them moved [map units]
    std::vector<Diagnostic> diagnostics;
};

// What to do with a polygon whose corners lie on a line: an error, or nothing. It encloses nothing,
// and the surface stays as closed as it was.
enum class WithoutArea : std::uint8_t { Fail, LeaveOut };

// Moves corners off the grid to the nearest point of the grid. A moved polygon that is not flat or
// not convex is cut into triangles around its first corner. A moved polygon without an area is left
// out. Neither opens a closed surface. Adds the planes of the polygons and of their edges to the
// table, in ascending order. Errors, one for each bad polygon: Geometry for fewer than three
// corners, corners on a line, or a polygon that is not convex; Range for corners too far out or
// planes too wide for the predicates.
std::expected<ImportedSurfaces, std::vector<Error>> import_surfaces(
    const World& world,
    int grid_exponent,
    PlaneTable& planes,
    WithoutArea without_area = WithoutArea::Fail);

// True if all corners lie on the grid.
bool is_on_grid(std::span<const SurfacePolygon> polygons, int grid_exponent);

// The integer coordinates of a corner of an imported polygon.
GridPoint grid_point(const ExactPoint& point);

// The sign of the volume that the polygons enclose: 1 if they look outwards, -1 if they look
// inwards, such as a room in solid. REQUIRES: all corners are integral.
int volume_sign(std::span<const ImportedPolygon> polygons);

}  // namespace halfspace
