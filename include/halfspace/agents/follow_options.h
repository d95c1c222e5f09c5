// SPDX-License-Identifier: MIT
// How a follower goes its routes (agents/path_follower.h), alone or in a crowd.
#pragma once

#include "halfspace/base/option_check.h"
#include "halfspace/nav/route.h"

#include <optional>

namespace halfspace {

class Doors;

struct FollowOptions {
    // The part of the mover's full speed that is used [0 to 1]. The mesh has steps that a mover
    // climbs at a run: one that is slower than their NavStepRecord::climbing_speed stops there.
    // Over links it goes at full speed.
    double speed = 1;
    // The distance that is kept from borders where a path turns [units, >= 0]. Where a passage is
    // narrower than twice that, the path goes through its middle. Too low: the body brushes along
    // walls. Too high: longer ways. Who has waited at a doorway keeps 8 more from its sides: an
    // open door may stand out so far.
    double clearance = 2;
    // So near the goal the mover has arrived, seen from above, if the goal is in its sight on a
    // floor as high as its own [units, > 0]. It goes on to a quarter of it. In a crowd: more,
    // because others may stand there.
    double goal_radius = 1;
    // So far beside its way, the follower goes straight to the next point from where it is [units,
    // > 0]. Where it does not see the point, it takes a new route.
    double lost_radius = 24;
    // Without progress for so long, the mover is stuck [s, > 0].
    double stuck_seconds = 1;
    // How far from the mesh it finds back to it, in space [units, >= 0]. The floor straight below
    // counts up to 1024 units deep, for those who swim or fall.
    double find_radius = 64;
    // The mesh is that of the mover's crouching body. The mover crouches where its standing body
    // has no room (NavMesh::is_low), and stands elsewhere. Its routes weigh that: crouch_cost of
    // `route` is not read. False: the mover has the body of the mesh.
    bool crouches = false;
    // Which ways it may take. RouteOptions::speed is not read: it is that of the mover. When a door
    // of RouteOptions::doors closes on its way, the follower takes a new route at once; without one
    // it is Unreachable, and looks again when a door is set. The state outlives the follower's use.
    RouteOptions route = {};
    // The game that moves the lifts of the mesh's level (move/doors.h): the follower looks where
    // they are. nullptr: it takes no lift, whatever RouteOptions::links says. The game outlives the
    // follower's use.
    const Doors* lifts = nullptr;
};

// Names the first number that is out of its range; nullopt: none is. `route` is not read.
std::optional<BadOption> bad_option(const FollowOptions& options);

}  // namespace halfspace
