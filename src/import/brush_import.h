// SPDX-License-Identifier: MIT
// The brushes of a World as exact solids over one table of planes.
#pragma once

#include "halfspace/exact/polyhedron.h"
#include "halfspace/world/world.h"

#include "import/import_options.h"

#include <vector>

namespace halfspace {

// A brush with a volume. Sides without a face (redundant ones) are gone.
struct SolidBrush {
    struct Side {
        PlaneId plane;         // pointing out
        std::uint32_t source;  // its number in the World's brush
    };
    // A plane that touches the brush in an edge or a corner: with the sides' planes, each moved out
    // by a box's reach, it bounds what is within that box's reach of the brush (see expand.h).
    struct Bevel {
        PlaneId plane;
        std::uint32_t side;  // the one that it is nearest to, into sides
        bool is_rounded;     // it keeps a hair away from the brush
    };

    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // its number in the entity; of a facet the patch's
    bool is_facet = false;     // see curve_facets.h
    Contents contents = Contents::Empty;
    std::vector<Side> sides;    // in the order of the source
    std::vector<Bevel> bevels;  // set by the expansion
    Polyhedron solid;
    Aabb bounds;  // grid steps
};

struct ImportedWorld {
    PlaneTable planes;  // sorted, see PlaneTable::sorted
    int grid_exponent = 0;
    std::vector<SolidBrush> brushes;  // in the order of the source
    std::vector<Diagnostic> diagnostics;
    std::uint64_t moved_planes = 0;  // sides that could not be taken exactly as written
    double largest_move = 0;         // of a brush's surface from its surface as written, map units
};

// Every bad brush has one error, unless the options say to skip them with a warning.
std::expected<ImportedWorld, std::vector<Error>> import_brushes(const World& world,
                                                                const ImportOptions& options);

}  // namespace halfspace
