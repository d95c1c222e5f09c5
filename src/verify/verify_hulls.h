// SPDX-License-Identifier: MIT
// The part of verify that compares the hulls of a level with the solids of its leaves. It rebuilds
// each solid from the planes of the nodes, exactly.
#pragma once

#include "verify/verify_brushes.h"

namespace halfspace {

// Compares each hull with the cell of its leaf: contents, box, corners and planes must be those
// that docs/file_format.md tells. Adds a difference for each hull that is not, and for each leaf
// whose contents are not those of its hull. planes: gets the planes of the models' boxes.
// Cost: a cut of a cell for each node of a hull tree; the hulls are compared in parallel.
// REQUIRES: planes.table.predicate_bits() <= kMaxPredicateBits, also with these boxes.
void check_hulls(const Level& level,
                 const World& source,
                 LevelPlanes& planes,
                 const VerifyOptions& options,
                 Differences& differences);

}  // namespace halfspace
