// SPDX-License-Identifier: MIT
// Numbers about a level's size and shape, for the reports of compile and info.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::tool {

struct TreeDepth {
    std::uint32_t max = 0;  // nodes on the longest path from a model's root to a leaf
    double mean = 0;        // over all leaves of all models
    // `mean` divided by the mean of complete trees with as many leaves. 1 is balanced, larger is
    // worse.
    double balance = 1;
};

TreeDepth tree_depth(const Level& level);

// The number of leaves of each kind of contents; key: the name of the contents.
std::map<std::string, std::uint64_t> leaves_by_contents(const Level& level);

// The number of brushes that are facets of curves.
std::uint64_t facets_of(const Level& level);

// The hulls of a level, in all models.
struct HullSummary {
    std::uint64_t hulls = 0;
    std::uint64_t boxes = 0;  // the hulls among them that are boxes along the axes
    std::uint64_t corners = 0;
    std::uint64_t planes = 0;
    double bytes_each = 0;  // bytes of hulls, corners and planes for one hull
};

HullSummary hull_summary(const Level& level);

// One space of a level with its tree. A space without a tree of its own uses the tree of the point.
struct SpaceSummary {
    std::string name;
    Aabb body;
    double excess = 0;  // how far grown brushes may reach beyond the exact shape [map units]
    bool has_own_tree = false;
    std::uint64_t nodes = 0;  // of the trees of all models
    std::uint64_t leaves = 0;
    std::uint64_t blocked = 0;  // the leaves among them where something blocks the body
};

std::vector<SpaceSummary> space_summaries(const Level& level);

// Which trees bodies use.
struct CollisionTrees {
    const char* name;   // a value of --collision; "none" without bodies
    const char* words;  // an explanation of `name`
};

CollisionTrees collision_trees(const Level& level);

// The mean number of clusters that a cluster sees, itself included; nullopt without visibility.
std::optional<double> average_visible(const Level& level);

// "clusters 120, portals 244, each sees 33.5 on average"; empty without a cluster tree.
std::string clusters_text(const Level& level);

}  // namespace halfspace::tool
