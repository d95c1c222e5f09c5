// SPDX-License-Identifier: MIT
// The plan of a level: a slice at one height, seen from above, with doors, entities, a legend and a
// scale.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"
#include "halfspace/render/drawing.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {

// Whether the plan shows the borders of the tree's leaves, as thin lines.
enum class PlanCells : std::uint8_t { Hidden, Outlined };

struct PlanOptions {
    // z of the slice, map units.
    double height = 0;
    // Pixels in a row of the picture [1..kMaxPictureSize].
    std::uint32_t width = 1280;
    // Rows of pixels [1..kMaxPictureSize].
    std::uint32_t rows = 720;
    // The plan shows which positions are blocked for these bodies.
    std::vector<SpaceId> bodies;
    PlanCells cells = PlanCells::Hidden;  // the borders of the tree's leaves as thin lines
    bool portals = false;                 // where the slice cuts the portals between clusters
    // The navigation mesh that the plan shows, a number in Level::nav_meshes.
    std::optional<std::size_t> nav_mesh = std::nullopt;
    // Lines in the slice, such as those where it cuts a mesh (section_at, spatial/triangle_mesh.h).
    // The plan shows all of them.
    std::vector<std::array<Vec3, 2>> sections;
    // Positions of something that has moved, in their order. The plan joins them by a line, also
    // those far above or below the slice.
    std::vector<Vec3> path;
    // The line of a leak, as `compile` writes it; shown like the path.
    std::vector<Vec3> leak = {};
    // The plan shows at least all of this, also beside the level and the sections.
    std::optional<Aabb> around = std::nullopt;
};

// The plan as a drawing. It shows, from the lowest layer to the highest:
// - The ground, which is the outside: every place of the slice with a way to the plan's border
//   through cells that bodies can cross.
// - Rooms: empty cells that cannot be reached in this way. Also liquids and other contents that
//   block nothing.
// - For each body but the point, a band along the walls of rooms: positions that are blocked for
//   the body and free for a point. The slice is at the height of the body's position, which may be
//   above its feet. In a plan without rooms the bands are also shown outside.
// - The floor of the navigation mesh, in the colours of nav_shapes.h, with borders, steps and
// links. First
//   what is above the slice, the highest polygon first, and then what is below it, the lowest
//   first. A polygon is left out if nothing of it is in sight straight up or down from the slice:
//   not its middle, nor two points on the way to each corner. One above the slice is left out, too,
//   if at one of these points the slice is open and does not see it: so no roof covers a room.
// - What blocks: walls, detail, fences, clip and sky.
// - Models (doors, lifts, triggers) that the slice meets, where the editor placed them.
// - The links of the navigation mesh that lead up or down lifts, as arrows.
// - Marks for entities with a key "origin" and without a model: starts of players as arrows along
//   their angle, lights, and others. An entity has a mark if nothing blocks sight straight up or
//   down between the slice and the entity. So entities on other floors are hidden.
// - The sections, as lines.
// - The portals, if the options ask for them.
// - The path and the line of a leak, if the options have them, and a square at the end.
// - The names of models and entities other than lights, where they cover no mark and no other name.
// - To the right: a legend of what occurs, a scale, and the axes. Pictures smaller than 480 x 270
//   pixels have none of these.
//
// REQUIRES: width and rows in range; bodies are spaces of the level, nav_mesh is one of its meshes.
Drawing draw_plan(const Level& level, const PlanOptions& options);

}  // namespace halfspace
