// SPDX-License-Identifier: MIT
// Finds the doors that let a body not pass even when they are open.
#pragma once

#include "halfspace/nav_build/build_nav.h"

#include "nav_build/links.h"

#include <vector>

namespace halfspace {

// An entry for each door of the mesh that leaves no room for its body while it and its group are
// open, such as one with a large "lip": on the floor that it closes, at none of a few places of
// each polygon, the body is free. Cost: a few questions for each such polygon.
std::vector<NavDropped> narrow_doors(const MeshInLevel& here);

}  // namespace halfspace
