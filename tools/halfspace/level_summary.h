// SPDX-License-Identifier: MIT
// The numbers that tell a level's size and shape, for the reports of compile and info.
#pragma once

#include "halfspace/level/level.h"

#include <cstdint>
#include <map>
#include <string>

namespace halfspace::tool {

struct TreeDepth {
    std::uint32_t max = 0;  // nodes on the longest way from a model's root to a leaf
    double mean = 0;        // over all leaves of all models
};

TreeDepth tree_depth(const Level& level);

// How many leaves there are of each contents, by name.
std::map<std::string, std::uint64_t> leaves_by_contents(const Level& level);

// A grid step as --grid takes it: "1", "1/8".
std::string grid_text(int grid_exponent);

}  // namespace halfspace::tool
