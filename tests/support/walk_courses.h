// SPDX-License-Identifier: MIT
// Courses for random walks: slopes too steep to stand on, ladders and pools.
#pragma once

#include "halfspace/world/world.h"

#include <cstdint>

namespace halfspace::test {

// A closed hall with ramps of 30 to 89 degrees, most of them too steep, which cross each other and
// make grooves and corners; towers with a ladder on each side; pools with walls around them.
World walk_course(std::uint64_t seed);

// How long a step of the walkers of this course is [s]: it differs from seed to seed.
double course_seconds(std::uint64_t seed);

}  // namespace halfspace::test
