// SPDX-License-Identifier: MIT
// Where a way goes through a doorway: not at its sides, where the open door may stand.
#pragma once

#include "halfspace/agents/path_follower.h"

#include <vector>

namespace halfspace {

// A way on foot leads straight from the last point to `next`. Where it crosses what a door closes,
// two points are added: where it goes in and where it comes out, moved along the door away from the
// borders there. None is added where the way would not be free. Cost: a raycast, and up to 27 for
// each doorway. REQUIRES: points is not empty.
void add_door_points(const NavMesh& mesh,
                     const FollowPoint& next,
                     const FollowOptions& options,
                     const MoverOptions& mover,
                     std::vector<FollowPoint>& points);

// True if the straight way from a place towards a position leads through what a door closes.
bool leads_through_door(const NavMesh& mesh,
                        const NavPlace& from,
                        const Vec3& to,
                        const NavDoorState* doors);

}  // namespace halfspace
