// SPDX-License-Identifier: MIT
// Worlds from a seed, each with a text that means exactly them, written in the ways that editors
// and people write: dialects, blanks, line ends, comments, spellings of numbers.
#pragma once

#include "halfspace/world/world.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace halfspace::test {

struct RandomMap {
    std::string text;
    World world;
    std::size_t repaired = 0;  // brushes with texture axes that no picture can follow
};

RandomMap random_map(std::uint64_t seed);

}  // namespace halfspace::test
