// SPDX-License-Identifier: MIT
// Navigation meshes of a level: for each body all positions at which it touches a floor, as convex
// polygons with exact corners. The floor is the boundary of what blocks the body, so room for the
// whole body is in it: nothing is sampled, and nothing is grown again.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"
#include "halfspace/base/executor.h"
#include "halfspace/base/id.h"
#include "halfspace/base/progress.h"
#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {

struct NavOptions {
    // The bodies that get a mesh. None: all bodies of the level but the point.
    std::vector<SpaceId> spaces;
    // The least z of the normal of a floor, as MoverOptions::floor_normal [0.01 to 1].
    double floor_normal = 0.7;
    // How high a stair may be, as MoverOptions::step_height [map units, 0 to 1000].
    double step_height = 18;
    // What stops the body, as MoverOptions::mask: bits of kBodyBlockers.
    Contents blockers = kPlayerBlockers;
    // Only `cancel` is used.
    Progress* progress = nullptr;
};

// What looks like a way or an area, and is none in a mesh.
struct NavDropped {
    SpaceId space;       // of the mesh; invalid: of none of them
    EntityId entity;     // that should be a way or an area; invalid: a step
    Vec3 place;          // map units
    std::string reason;  // such as "its target is no entity"
};

// The records of the navigation meshes of a level (level/nav_records.h).
struct NavData {
    std::vector<NavMeshRecord> meshes;
    std::vector<NavPolygonRecord> polygons;
    std::vector<NavEdgeRecord> edges;
    std::vector<Vec3> vertices;
    std::vector<NavStepRecord> steps;
    std::vector<NavLinkRecord> links;
    std::vector<NavDoorRecord> doors;
    std::vector<NavAreaRecord> areas;  // their names are in the strings of the level
    // In the order of meshes; what no mesh can have comes first.
    std::vector<NavDropped> dropped;
};

// The navigation meshes of the world and of the models that never move (stays_in_place). Polygons
// of one plane and the same liquids are joined while they stay convex. Stairs become steps: two
// edges one above the other in a vertical plane, which the mover was seen to climb. Where it walks
// or jumps over a border and comes to another polygon, there is a link; so there is where it goes
// through a teleporter or is thrown by a jump pad (move/triggers.h), where it rides a lift
// (move/doors.h), and where an entity info_nav_link says so. The floor goes on below
// doors: polygons are cut at the box of each door where the editor shows it, grown by the body, and
// those inside know the door (NavDoorRecord). Doors are func_door..., walls that break
// (func_breakable, func_explosive) or that are switched (func_togglewall, func_wall_toggle), and
// momentary_door, momentary_rot_door; but none that starts open. The brushes of entities
// func_nav_area cut the floor where the feet of the body would be in them: the middle of the
// underside of its box. Where areas overlap, the one with the highest cost counts; of equal costs,
// the first. The same records on every machine
// and for any executor.
// Errors: Range: an option is out of its range, or a space is not in the level. Unsupported: planes
// with too many bits for exact arithmetic. Cancelled.
// Cost: an exact cut for each node of the walk trees, then n log n for n pieces as a rule, and up
// to 15 short walks of a mover for each edge that may be a step, and up to 7 walks for each 32
// units of border; a route and up to 3 jumps where floor is beyond a gap; more for ladders,
// teleporters, jump pads and lifts.
Result<NavData> build_navigation(const Level& level,
                                 const NavOptions& options = {},
                                 const Executor& executor = run_serially);

// Gives the level these meshes in place of those that it has.
void set_navigation(LevelData& level, NavData meshes);

// True for a model that never moves: a door, lift, train or button moves, and so does what turns.
// model: not the world. REQUIRES: model in range.
bool stays_in_place(const Level& level, ModelId model);

}  // namespace halfspace
