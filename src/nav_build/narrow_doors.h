// SPDX-License-Identifier: MIT
// Finds the doors that let a body not pass even when they are open.
#pragma once

#include "halfspace/nav_build/build_nav.h"

#include "nav_build/links.h"

#include <vector>

namespace halfspace {

// An entry for each door of the mesh that leaves no room for its body while all doors are open,
// such as one with a large "lip". The body is tried in the middle of the closed door, across its
// thin side, at 65 places of each polygon that is there, and is free at none. A door without floor
// in its middle has no entry. Cost: the doors of the level, and up to 130 questions for each such
// polygon.
std::vector<NavDropped> narrow_doors(const MeshInLevel& here);

}  // namespace halfspace
