// SPDX-License-Identifier: MIT
// Is there room for a body at this position? If not, where is the nearest room? is_free is exact
// for every finite double. For placed models the position is rounded first (placed_level.h). All
// results have the same bits on every machine. A single question allocates nothing, and any number
// of threads may ask at the same time.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/executor.h"
#include "halfspace/math/aabb.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/spatial/convex_shape.h"

#include <cstdint>
#include <optional>
#include <span>

namespace halfspace {

// True if the position [map units] is free for the body of `space`. False if one of the models
// blocks it: the position is in the interior of the union of everything that blocks in this model
// and space. A body that only touches a wall is free, and so is a position in the common face of
// two models. All space outside of a model's box (Level::tree_box) is free. False also if the body
// overlaps an obstacle or a triangle of a mesh with a bit of the mask.
// mask: which contents block; first_transition (trace.h) says more. For the point, Solid does not
// stand for the rest of kOpaque.
// Cost: the depth of the tree of each model. Stack: 10 KB.
// REQUIRES: is_finite(position), space in range.
bool is_free(const PlacedLevel& here,
             SpaceId space,
             const Vec3& position,
             Contents mask = kBodyBlockers);

// The same answers for many positions, faster than one at a time: results[i] is 1 if positions[i]
// is free, 0 if it is blocked. `executor` gets parts of 8192 positions and may answer them on
// several threads (base/executor.h). Stack: 50 KB. REQUIRES: results.size() == positions.size(),
// and for each position what is_free requires.
void is_free_all(const PlacedLevel& here,
                 SpaceId space,
                 std::span<const Vec3> positions,
                 std::span<std::uint8_t> results,
                 Contents mask = kBodyBlockers,
                 const Executor& executor = run_serially);

// The nearest free position that is less than `distance` [map units] away; the position itself if
// it is free. For example, a body that is 4 units deep in a floor gets the position 4 units
// higher, if `distance` is larger than 4. is_free is true for every result, with the same space,
// mask and models.
//
// The result keeps 1/1024 unit away from the planes around it if that is possible. So it may be
// farther away than the nearest free position by 2/1024 unit, and by more in a cell with a corner
// sharper than a right angle.
// The result may be on the other side of a wall, or outside of the level, where everything is
// free. If this matters, test line_of_sight from the body's last good position.
// If a mesh or an obstacle is within the distance, and no cell gives a free position, the search
// goes on as for shapes. nullopt if no free position is that near. The search is also limited. It
// counts the free cells of the first model, the common free cells of the first two models, and so
// on, and ends after 4096 cells. It looks at no cell with more than 512 planes near the position.
// Of the base and the placed models, the first eight whose boxes are within the distance are
// searched; a result is free of all models. The search keeps a list of at most 1024 children of
// nodes to visit later, for all models together. It does not visit a child if the list is
// full. Cost: the counted cells, times their planes. Stack: 45 KB. REQUIRES: distance is finite
// and >= 0, and what is_free requires.
std::optional<Vec3> unstick(const PlacedLevel& here,
                            SpaceId space,
                            const Vec3& position,
                            double distance,
                            Contents mask = kBodyBlockers);

// The same for a body of any shape (sweep.h). Shapes have no cells. A body in the triangles of
// meshes goes the way that unstick of spatial/mesh_sweep.h finds, if it ends at a free place. Else
// 26 directions are searched, in seven steps each, and the result is the nearest of these places
// that is free. Cost: up to 182 questions of is_free. REQUIRES: distance is finite and >= 0, and
// what is_free of sweep.h requires at most `distance` away.
std::optional<Vec3> unstick(const PlacedLevel& here,
                            const PlacedShape& body,
                            const Vec3& position,
                            double distance,
                            Contents mask = kBodyBlockers);

// True if the box [map units] shares volume with a leaf whose contents have a bit of the mask, or
// overlaps an obstacle or a triangle of a mesh with such a bit.
// Touching does not count. Any box may be asked; it need not be a body of the level. Any contents
// may be in the mask. Solid does not mean the rest of kOpaque. Exact in the
// base. For a placed model that is only moved, the box is rounded into the frame of the model, and
// the rest is exact. In the frame of a turned model, an overlap with a leaf may count as a touch if
// the least width of the overlap is below 2^-20 units.
// Cost: the nodes that the box meets. Stack: 60 KB.
// REQUIRES: min < max on every axis, both finite.
bool overlaps_box(const PlacedLevel& here, const Aabb& box, Contents mask = kBodyBlockers);

// True if the model can block a body by one of the contents of the mask, which means what it means
// for the traces of bodies (trace.h). Triggers, for example, block no body: a game need not place
// them. Contents that block no body count, too, if the mask has them: a mover swims in a liquid and
// climbs a ladder, so all that matters to it is kBodyBlockers | kLiquids | Contents::Ladder.
// Cost: with the default mask a look at the root of the tree, else the nodes of the model. Stack:
// 20 KB. REQUIRES: model in range.
bool does_block(const Level& level, ModelId model, Contents mask = kBodyBlockers);

}  // namespace halfspace
