// SPDX-License-Identifier: MIT
// The floor of a level as one body meets it: the boundary of what blocks the body, where the
// boundary looks up far enough. Exact.
#pragma once

#include "halfspace/nav_build/build_nav.h"

#include "exact/shared/polygon.h"
#include "level/shared/cells.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// A part of the floor.
struct FloorPiece {
    Polygon polygon;                  // its plane looks up
    Contents contents{};              // liquids in which positions on the polygon are
    std::vector<ModelId> doors = {};  // that close the piece, in ascending order
    std::uint32_t area = kNone;       // in NavAreas::records; kNone: in no area
    bool is_low = false;              // the standing body has no room there
};

// The floor of a space: convex pieces that do not overlap. A place is in the floor if what is right
// above does not block the body, what is right below does, and the plane between is no steeper than
// floor_normal allows.
// standing: the space of a body whose room parts the floor (FloorPiece::is_low); nullopt: none.
// models: the world, and others that never move. planes: of the level, with the planes of the
// models' boxes (box_planes).
// Cost: an exact cut for each node of the walk trees, and for each piece in a node on its way down.
std::vector<FloorPiece> walkable_surface(const Level& level,
                                         SpaceId space,
                                         std::optional<SpaceId> standing,
                                         std::span<const ModelId> models,
                                         const NavOptions& options,
                                         const LevelPlanes& planes,
                                         const Executor& executor);

}  // namespace halfspace
