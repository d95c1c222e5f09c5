// SPDX-License-Identifier: MIT
// The brushes of a World as exact solids over one table of planes.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/world/moved_brush.h"
#include "halfspace/world/world.h"

#include "exact/shared/polyhedron.h"
#include "import/import_options.h"

#include <vector>

namespace halfspace {

// A brush with a volume. It has no sides without a face.
struct SolidBrush {
    struct Side {
        PlaneId plane;  // pointing out
        // Brush: number of the side in the brush of the World. Piece: number of a triangle of the
        // mesh that lies in the side; kNone if none does, because the side only divides the
        // solid.
        std::uint32_t source;
    };
    // A plane that touches the brush in an edge or a corner. The planes of sides and bevels, each
    // moved out by the reach of a box, bound the sum of brush and box (see expand.h).
    struct Bevel {
        PlaneId plane;
        std::uint32_t side;  // index of the nearest side in `sides`
        bool is_rounded;     // true: it does not quite touch the brush
    };

    // A part of a side of a piece that shows one triangle. Sides whose triangles all look alike
    // need no tiles.
    struct Tile {
        std::uint32_t side;      // index in `sides`
        std::uint32_t triangle;  // of the mesh
        Polygon polygon;
    };

    std::uint32_t entity = 0;
    // Brush: of the World. Facet: a piece of a curve, see curve_facets.h. Piece: of the solid of a
    // mesh.
    enum class Kind : std::uint8_t { Brush, Facet, Piece } kind = Kind::Brush;
    std::uint32_t source = 0;  // number in the entity: of the brush, the patch or the mesh
    Contents contents = Contents::Empty;
    std::vector<Side> sides;    // in the order of the source
    std::vector<Bevel> bevels;  // set by find_bevels
    std::vector<Tile> tiles;
    Polyhedron solid;
    Aabb bounds;  // [grid steps]
};

// A brush of the World that is not a solid, or does not fit the grid.
struct LeftOutBrush {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // number in the entity
};

struct ImportedWorld {
    PlaneTable planes;  // sorted, see PlaneTable::sorted
    int grid_exponent = 0;
    std::vector<SolidBrush> brushes;  // in the order of the source
    // In the order of the source. Empty unless the options skip bad brushes.
    std::vector<LeftOutBrush> left_out;
    std::vector<Diagnostic> diagnostics;
    std::vector<MovedBrush> moved;   // in the order of the source
    std::uint64_t moved_planes = 0;  // number of sides whose plane differs from the written one
    // No brush's surface is farther from its surface as written [map units].
    double largest_move = 0;
};

// Errors: one for each bad brush, unless the options skip bad brushes with a warning; only
// Cancelled if the import was cancelled.
std::expected<ImportedWorld, std::vector<Error>> import_brushes(const World& world,
                                                                const ImportOptions& options);

}  // namespace halfspace
