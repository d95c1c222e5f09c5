// SPDX-License-Identifier: MIT
// The brushes of a compiled level as exact solids, for the checks.
#pragma once

#include "halfspace/level/level.h"

#include "exact/shared/polyhedron.h"

#include <vector>

namespace halfspace {

struct LevelBrush {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // its number among the brushes of its entity in the source
    Contents contents = Contents::Empty;
    std::vector<PlaneId> planes;  // of its sides, in ascending order
    Polyhedron solid;
    Aabb box;  // grid steps
    bool is_drawn = false;
};

struct LevelBrushes {
    PlaneTable planes;
    // Without facets, pieces of meshes and brushes that fill nothing. In the order of the level.
    std::vector<LevelBrush> brushes;
};

LevelBrushes brushes_of(const Level& level, unsigned threads);

}  // namespace halfspace
