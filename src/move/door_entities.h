// SPDX-License-Identifier: MIT
// What the entities of a level say about its doors.
#pragma once

#include "halfspace/move/doors.h"

#include <vector>

namespace halfspace {

// In the order of the entities. The numbers of groups are 0 to the number of groups - 1.
std::vector<Door> doors_of(const Level& level);

}  // namespace halfspace
