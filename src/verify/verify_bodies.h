// SPDX-License-Identifier: MIT
// The part of verify that grows a level's brushes by its bodies, from the planes in the file, and
// measures the grown brushes.
#pragma once

#include "verify/verify_brushes.h"

#include <vector>

namespace halfspace {

// A brush, or a piece of a solid, grown by one body. In space 0 it is not grown.
struct RebuiltVolume {
    std::uint32_t brush = kNone;  // as RebuiltBrush::number
    std::uint32_t entity = 0;
    std::uint32_t space = 0;
    Contents contents = Contents::Empty;
    std::vector<PlaneId> planes;
    Polyhedron solid;
    Aabb bounds;
    bool is_outside = false;  // a cell of Void (verify_structure.h); it has no brush
};

// The solid of a model of polygons, as the cells of the leaves that block a point. Each cell has
// the bevels that it needs to be grown. Planes that are too wide to be moved out by the bodies are
// a difference; the result is then empty.
std::vector<RebuiltBrush> cells_of_model(const Level& level,
                                         const World& source,
                                         std::uint32_t model,
                                         LevelPlanes& planes,
                                         unsigned threads,
                                         Differences& differences);

// The volumes of brushes, or of the cells of a solid, for all spaces from `first_space` on. Adds
// their planes to the table. Differences: a bevel that cuts its brush, and a grown brush that
// reaches beyond the exact sum by more than the space's excess. (A grown brush is never smaller
// than the sum, because every plane has the brush behind it.)
std::vector<RebuiltVolume> grow_brushes(const Level& level,
                                        const World& source,
                                        const std::vector<RebuiltBrush>& brushes,
                                        std::uint32_t first_space,
                                        LevelPlanes& planes,
                                        unsigned threads,
                                        Differences& differences);

}  // namespace halfspace
