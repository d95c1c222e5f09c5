// SPDX-License-Identifier: MIT
// What C++ answers to questions about doors, triggers and players (tests/python/answers.cpp).
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/segment.h"

#include <span>
#include <string>
#include <vector>

namespace halfspace::test {

// question: game_alone, game_together, game_triggers, game_slides or game_players. Each row has a
// position and three numbers.
std::vector<double> game_answers(const Level& level,
                                 const std::string& question,
                                 std::span<const Segment> rows);

}  // namespace halfspace::test
