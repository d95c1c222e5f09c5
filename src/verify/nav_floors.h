// SPDX-License-Identifier: MIT
// The part of verify that finds the floor of a body by itself: from the exact cells of all leaves,
// where the compiler goes down the nodes.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/verify/verify.h"
#include "halfspace/world/world.h"

#include "level/shared/cells.h"

#include <span>
#include <vector>

namespace halfspace {

// A model that belongs to the floor: the world, or one that never moves. Nothing blocks outside of
// its box.
struct FloorModel {
    ModelId model;
    Polyhedron cell;  // the box
    Aabb box;         // [grid steps]
};
// All of them; the world is the first. Adds the planes of their boxes to the table.
std::vector<FloorModel> floor_models(const Level& level, const World& source, LevelPlanes& planes);

// A body, and what stops it.
struct StoppedBody {
    SpaceId space;
    Contents stops;  // Solid stands for all of kOpaque, and these bits are set, too
};
// The body of a space that is stopped by what stops the body of the mesh.
StoppedBody stopped_body(const NavMeshRecord& mesh, std::uint32_t space);

// With which body a mover stands that crouches with the body of a space: that of the name "stand",
// if the space has the name "crouch" and its box is in the other one. 0: none.
std::uint32_t standing_space_of(const Level& level, std::uint32_t space);

// A polygon, parted by whether something blocks the body right in front of it.
struct RoomParts {
    std::vector<Polygon> free;
    std::vector<Polygon> blocked;
};
// inside_of: the number of a model in whose box the polygon is known to be; kNone: of none.
RoomParts room_parts(const Level& level,
                     std::span<const FloorModel> models,
                     const LevelPlanes& planes,
                     const StoppedBody& body,
                     Polygon polygon,
                     Predicates& predicates,
                     std::size_t inside_of = kNone);

// True if the front of the plane is a floor for the mover: it compares the z of the normal, in
// doubles, with `floor_normal`.
bool is_floor(const ExactPlane& plane, double floor_normal);

// For each navigation mesh of the level its floor, as convex polygons that look up: all places
// where what is right above does not block the body in any model, what is right below does in one,
// and the plane between is a floor. Where two models have the same floor, polygons overlap.
// REQUIRES: the planes fit the predicates.
// Cost: a cut for each node, and a way down the trees for the upper sides of all blocking cells.
std::vector<std::vector<Polygon>> floors_of(const Level& level,
                                            std::span<const FloorModel> models,
                                            const LevelPlanes& planes,
                                            const VerifyOptions& options);

}  // namespace halfspace
