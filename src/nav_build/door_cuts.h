// SPDX-License-Identifier: MIT
// Cuts pieces of floor where doors close them.
#pragma once

#include "level/shared/cells.h"
#include "nav_build/volume_cuts.h"

#include <span>
#include <vector>

namespace halfspace {

// A model that is a door for navigation meshes (is_nav_door), and the positions that it closes for
// one body (blocked_box).
struct ClosingBox {
    ModelId door;
    CutVolume box;
};
// Of all doors of the level, in ascending order. Adds the planes to the table.
std::vector<ClosingBox> closing_boxes(const Level& level, SpaceId space, PlaneTable& planes);

// Cuts the pieces so that each is inside or outside of each box, and sets FloorPiece::doors.
// Cost: the pieces times the boxes, and a few cuts for each pair that meets.
std::vector<FloorPiece> cut_by_doors(std::vector<FloorPiece> pieces,
                                     std::span<const ClosingBox> boxes,
                                     Predicates& predicates);

}  // namespace halfspace
