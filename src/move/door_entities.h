// SPDX-License-Identifier: MIT
// What the entities of a level say about its doors.
#pragma once

#include "halfspace/move/doors.h"

#include <vector>

namespace halfspace {

// In the order of the entities. The numbers of groups are 0 to the number of groups - 1.
std::vector<Door> doors_of(const Level& level);

// How a door stands that has gone this way from where the editor put it [units, or degrees].
Transform stand_after(const Door& door, double way);

}  // namespace halfspace
