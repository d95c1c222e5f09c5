// SPDX-License-Identifier: MIT
// The brushes of a compiled level by their exact planes, for the checks.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/world/world.h"

#include "exact/shared/polyhedron.h"

#include <vector>

namespace halfspace {

struct LevelBrush {
    std::uint32_t entity = 0;
    std::uint32_t source = 0;  // its number among the brushes of its entity in the source
    Contents contents = Contents::Empty;
    std::vector<PlaneId> planes;  // of its sides, in ascending order
    // Holds the brush. Infinite along an axis without a side across it [grid steps].
    Aabb box;
    bool is_drawn = false;
};

struct LevelBrushes {
    PlaneTable planes;
    BoxPlanes everything;  // of kEverything
    // Brushes of the source that fill something. In the order of the level.
    std::vector<LevelBrush> brushes;
};

LevelBrushes brushes_of(const World& world, const Level& level);

// True if the record is of a brush of the source: no facet of a curve, and not made of a mesh.
bool is_of_source(const World& world, const BrushRecord& record);

}  // namespace halfspace
