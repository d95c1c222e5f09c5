// SPDX-License-Identifier: MIT
// Jumps over gaps: a mover runs to the border of a mesh, jumps, and lands beyond the gap.
#pragma once

#include "halfspace/base/executor.h"

#include "nav_build/links.h"

#include <vector>

namespace halfspace {

// Links of the kind Jump with a least speed, in the order of from_polygon. They begin at the same
// places as those of find_links(), where there is room to gain the speed. A mover that jumps there
// at full speed, or up to a step of time earlier and slower, down to the least speed, lands on one
// island, with floor or a wall around it. A jump that saves less than a second is no link.
// whole: the mesh with its steps and all other links.
// A wall may stop the jump: the mover then comes to the floor below, or on top of the wall.
// Cost: some looks at the mesh for each place; where floor is in reach or a wall is in the way,
// some traces and a route for each polygon there; where that is longer, up to three flights.
std::vector<NavLinkRecord> find_leaps(const MeshInLevel& here,
                                      const NavMesh& whole,
                                      const MoverOptions& options,
                                      const Executor& executor);

}  // namespace halfspace
