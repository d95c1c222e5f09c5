// SPDX-License-Identifier: MIT
// The numbers that tell a level's size and shape, for the reports of compile and info.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace halfspace::tool {

struct TreeDepth {
    std::uint32_t max = 0;  // nodes on the longest way from a model's root to a leaf
    double mean = 0;        // over all leaves of all models
    // The mean over that of complete trees with as many leaves: 1 is balanced, larger is worse.
    double balance = 1;
};

TreeDepth tree_depth(const Level& level);

// How many leaves there are of each contents, by name.
std::map<std::string, std::uint64_t> leaves_by_contents(const Level& level);

// How many of its brushes are facets of curves.
std::uint64_t facets_of(const Level& level);

// One space of a level, with its tree: that of the point if it has none of its own.
struct SpaceSummary {
    std::string name;
    Aabb body;
    double excess = 0;  // how much larger than the body brushes may be grown, map units
    bool has_own_tree = false;
    std::uint64_t nodes = 0;  // of the trees of all models
    std::uint64_t leaves = 0;
    std::uint64_t blocked = 0;  // of these leaves: by anything
};

std::vector<SpaceSummary> space_summaries(const Level& level);

// Which trees bodies take.
struct CollisionTrees {
    const char* name;   // as --collision takes it; "none" without bodies
    const char* words;  // what that means
};

CollisionTrees collision_trees(const Level& level);

}  // namespace halfspace::tool
