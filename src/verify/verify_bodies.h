// SPDX-License-Identifier: MIT
// The part of verify that grows a level's brushes by its bodies, from the file's own planes, and
// measures that they are what they should be.
#pragma once

#include "verify/verify_brushes.h"

#include <vector>

namespace halfspace {

// What blocks one body: a brush, or a piece of a solid, grown by it. In space 0 the brush itself.
struct RebuiltVolume {
    std::uint32_t entity = 0;
    std::uint32_t space = 0;
    Contents contents = Contents::Empty;
    std::vector<PlaneId> planes;
    Polyhedron solid;
    Aabb bounds;
};

// The solid of a model that is made of polygons, as the cells of the leaves that block a point,
// with the bevels that bound what bodies meet of them.
std::vector<RebuiltBrush> cells_of_model(const Level& level,
                                         std::uint32_t model,
                                         LevelPlanes& planes,
                                         unsigned threads);

// The volumes of brushes, or of a solid's cells, for all spaces from `first_space` on. Adds their
// planes to the table. A bevel that cuts its brush, and a grown brush that sticks out of the exact
// sum by more than the space's excess, are differences. (That it does not fall short of the sum
// follows from every plane's leaving the brush behind it.)
std::vector<RebuiltVolume> grow_brushes(const Level& level,
                                        const std::vector<RebuiltBrush>& brushes,
                                        std::uint32_t first_space,
                                        LevelPlanes& planes,
                                        unsigned threads,
                                        Differences& differences);

}  // namespace halfspace
