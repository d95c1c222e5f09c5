// SPDX-License-Identifier: MIT
// The part of verify that compares the pieces of a level with the source's meshes.
#pragma once

#include "halfspace/verify/verify.h"

#include "verify/verify_brushes.h"

#include <cstdint>

namespace halfspace {

struct PieceCheck {
    std::uint64_t polygons = 0;  // that were compared
    double largest_move = 0;     // how far a corner moved to the grid [map units]
};

// Proves that the pieces of each mesh, together, are what the mesh encloses. Divides the box around
// both into convex parts, until each part lies in a piece or in none, and no triangle runs through
// it. The winding number at a point of the part, by rays along another axis than the compiler's,
// must say what the piece says. Also compares contents and the numbers of triangles. source: an
// imported world, see import_meshes. brushes: of the level. Adds planes to the table. Stops after a
// cancel.
PieceCheck check_pieces(const Level& level,
                        const World& source,
                        const std::vector<RebuiltBrush>& brushes,
                        LevelPlanes& planes,
                        const VerifyOptions& options,
                        Differences& differences);

}  // namespace halfspace
