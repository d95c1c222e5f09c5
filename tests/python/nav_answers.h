// SPDX-License-Identifier: MIT
// What C++ answers to questions about ways (tests/python/answers.cpp).
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/trace.h"

#include <span>
#include <string>
#include <vector>

namespace halfspace::test {

// question: nav_pairs, nav_points, nav_followers or nav_crowd. Each row has where a way begins and
// where it ends. REQUIRES: the level has a mesh for the body "stand".
std::vector<double> nav_answers(const Level& level,
                                const std::string& question,
                                std::span<const Segment> rows);

}  // namespace halfspace::test
