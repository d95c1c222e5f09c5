// SPDX-License-Identifier: MIT
// The plan of a level: a slice at a height, seen from above, with doors, entities, a legend and a
// scale.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/render/drawing.h"

#include <cstdint>
#include <vector>

namespace halfspace {

enum class PlanCells : std::uint8_t { Hidden, Outlined };

struct PlanOptions {
    double height = 0;                    // z of the slice, map units
    std::uint32_t width = 1280;           // of the picture, pixels [1, kMaxPictureSize]
    std::uint32_t rows = 720;             // the same
    std::vector<SpaceId> bodies;          // the plan shows where these bodies have no room
    PlanCells cells = PlanCells::Hidden;  // the borders of the tree's leaves as thin lines
};

// The plan shows, from below to above:
// - the ground: the outside. It is every place of the slice that can be reached from the plan's
//   border without crossing a cell that blocks bodies.
// - rooms: empty cells that cannot be reached so; liquids and other contents that block nothing.
// - for each body (but the point) a band along the walls of rooms: positions where the body has no
//   room though a point has. The slice is at the height of the body's position, which may be above
//   its feet. In a plan without rooms the bands are shown outside, too.
// - what blocks: walls, detail, fences, clip, sky.
// - models (doors, lifts, triggers) that the slice meets, at rest.
// - marks for entities without a model that have a place ("origin"): starts of players as arrows
//   along their angle, lights and others. A mark is shown if nothing blocks sight straight up or
//   down between the slice and the entity, so entities of other floors are hidden.
// - names of models and entities, but lights, where they cover no mark and no other name.
// - a legend of what occurs, a scale and the axes, to the right. Pictures of less than 480 x 270
//   pixels have none of these.
// REQUIRES: sizes in range; bodies are spaces of the level.
Drawing draw_plan(const Level& level, const PlanOptions& options);

}  // namespace halfspace
