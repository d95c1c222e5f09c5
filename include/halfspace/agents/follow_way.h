// SPDX-License-Identifier: MIT
// What a follower (agents/path_follower.h) knows of its way to one goal.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/nav_mesh.h"

#include <limits>

namespace halfspace {

// A point of a route where the direction may change.
struct FollowPoint {
    Vec3 position;         // on the mesh
    NavPolygonId polygon;  // one that holds the position
    NavLinkId link;        // that leads from here to the next point; invalid: one walks there
    double speed = 0;      // that the mover may have there: it must get round the corner [units/s]
    double remaining = 0;  // the length of the route from here to the goal, seen from above
    // From here it runs straight over the link that begins at the next point.
    bool is_run_up = false;
};

// How ways are planned after the first plan has failed.
struct FollowCare {
    bool at_doorways = false;  // away from their sides
    bool at_turn = false;      // slowly around the first corner
};

// A way back before a link that needs speed: once, also if each step plans anew.
struct FollowRunUp {
    NavLinkId link;  // invalid: none
    Vec3 start;      // where the link begins
    bool is_done = false;
};

// Whether the mover comes nearer to its goal, over all routes to it.
struct FollowProgress {
    double least = std::numeric_limits<double>::infinity();  // that was left of a route [units]
    double seconds = 0;                                      // since `least` fell [s]
    double route = 0;                                        // the time of the present route [s]
    double longest = 0;  // the time of the longest route since `least` fell [s]
    bool is_too_long = false;
};

}  // namespace halfspace
