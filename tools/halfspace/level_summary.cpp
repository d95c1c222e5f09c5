// SPDX-License-Identifier: MIT
#include "level_summary.h"

#include "halfspace/level/bodies.h"
#include "halfspace/level/walk.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <vector>

namespace halfspace::tool {
namespace {

struct DepthSum {
    std::uint32_t max = 0;
    std::uint64_t sum = 0;
    std::uint64_t leaves = 0;

    void add_leaf(std::uint32_t depth) {
        max = std::max(max, depth);
        sum += depth;
        ++leaves;
    }
};

// Counts what is below the child, for one space.
void count_tree(const Level& level, std::int32_t root, SpaceId space, SpaceSummary& summary) {
    struct Nothing {};
    for_each_leaf(
        level.nodes(),
        root,
        Nothing{},
        [&](std::size_t, Nothing) -> ChildStates<Nothing> {
            ++summary.nodes;
            return {Nothing{}, Nothing{}};
        },
        [&](LeafId leaf, Nothing) {
            ++summary.leaves;
            summary.blocked += blockers_in(level.leaves()[leaf.value], space) != 0 ? 1 : 0;
        });
}

}  // namespace

TreeDepth tree_depth(const Level& level) {
    // Children follow their parents in the array, so one pass sees every parent first.
    std::vector<std::uint32_t> depth(level.nodes().size(), 0);
    DepthSum total;
    for (const ModelRecord& model : level.models()) {
        if (model.root < 0) {
            total.add_leaf(0);
        }
    }
    for (std::size_t i = 0; i < level.nodes().size(); ++i) {
        for (const std::int32_t child : level.nodes()[i].child) {
            if (child >= 0) {
                depth[static_cast<std::size_t>(child)] = depth[i] + 1;
            } else {
                total.add_leaf(depth[i] + 1);
            }
        }
    }
    const double mean =
        total.leaves == 0 ? 0 : static_cast<double>(total.sum) / static_cast<double>(total.leaves);
    return {total.max, mean};
}

std::map<std::string, std::uint64_t> leaves_by_contents(const Level& level) {
    std::map<std::string, std::uint64_t> counts;
    for (const LeafRecord& leaf : level.leaves()) {
        ++counts[to_string(static_cast<Contents>(leaf.contents))];
    }
    return counts;
}

std::uint64_t facets_of(const Level& level) {
    return static_cast<std::uint64_t>(
        std::count_if(level.brushes().begin(), level.brushes().end(), [](const BrushRecord& brush) {
            return (brush.flags & kBrushFacet) != 0;
        }));
}

std::vector<SpaceSummary> space_summaries(const Level& level) {
    std::vector<SpaceSummary> summaries;
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        const SpaceRecord& record = level.spaces()[s];
        SpaceSummary& summary = summaries.emplace_back();
        summary.name = space_name(level, SpaceId(s));
        summary.body = body_of(level, SpaceId(s));
        summary.excess = record.excess;
        summary.has_own_tree = (record.flags & kSpaceOwnTree) != 0;
        for (std::uint32_t m = 0; m < level.models().size(); ++m) {
            count_tree(level, level.root(ModelId(m), SpaceId(s)), SpaceId(s), summary);
        }
    }
    return summaries;
}

CollisionTrees collision_trees(const Level& level) {
    if (level.spaces().size() == 1) {
        return {"none", "there are no bodies"};
    }
    const std::uint32_t flags = level.spaces().back().flags;
    if ((flags & kSpaceOwnTree) == 0) {
        return {"onion", "one tree for all bodies"};
    }
    return (flags & kSpaceInMainTree) == 0
               ? CollisionTrees{"separate", "a tree for each body"}
               : CollisionTrees{"both", "one tree for all bodies, and one for each"};
}

std::string grid_text(int grid_exponent) {
    return grid_exponent == 0 ? "1" : "1/" + std::to_string(1LL << grid_exponent);
}

}  // namespace halfspace::tool
