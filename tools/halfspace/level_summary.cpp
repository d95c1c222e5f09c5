// SPDX-License-Identifier: MIT
#include "level_summary.h"

#include "halfspace/level/bodies.h"
#include "halfspace/level/walk.h"
#include "halfspace/query/space.h"
#include "halfspace/query/visibility.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace halfspace::tool {
namespace {

// The sum of the leaves' depths in a complete tree, which has leaves only in its two lowest rows.
// No tree with as many leaves has a smaller sum.
std::uint64_t complete_depth_sum(std::uint64_t leaves) {
    if (leaves < 2) {
        return 0;
    }
    const auto rows = static_cast<std::uint64_t>(std::bit_width(leaves)) - 1;
    return leaves * rows + 2 * (leaves - (std::uint64_t{1} << rows));
}

double ratio(std::uint64_t a, std::uint64_t b, double otherwise) {
    return b == 0 ? otherwise : static_cast<double>(a) / static_cast<double>(b);
}

// Counts the nodes and leaves below the child, for one space.
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
    TreeDepth result;
    std::uint64_t leaves = 0;
    for (const ModelRecord& model : level.models()) {
        leaves += model.root < 0 ? 1 : 0;
    }
    // Children follow their parents in the array, so one pass meets every parent first. A node that
    // is not a child begins a tree.
    struct Place {
        std::uint32_t depth = 0;
        std::size_t tree = SIZE_MAX;
    };
    std::vector<Place> places(level.nodes().size());
    std::vector<std::uint64_t> leaves_of_tree;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        Place& place = places[i];
        if (place.tree == SIZE_MAX) {
            place.tree = leaves_of_tree.size();
            leaves_of_tree.push_back(0);
        }
        for (const std::int32_t child : level.nodes()[i].child) {
            if (child >= 0) {
                places[static_cast<std::size_t>(child)] = {place.depth + 1, place.tree};
                continue;
            }
            result.max = std::max(result.max, place.depth + 1);
            sum += place.depth + 1;
            ++leaves;
            ++leaves_of_tree[place.tree];
        }
    }
    std::uint64_t least = 0;
    for (const std::uint64_t count : leaves_of_tree) {
        least += complete_depth_sum(count);
    }
    result.mean = ratio(sum, leaves, 0);
    result.balance = ratio(sum, least, 1);
    return result;
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

HullSummary hull_summary(const Level& level) {
    HullSummary summary;
    summary.hulls = level.hulls().size();
    summary.corners = level.hull_corners().size();
    summary.planes = level.hull_planes().size();
    for (std::size_t h = 0; h < level.hulls().size(); ++h) {
        summary.boxes += level.planes_of_hull(h).empty() ? 1 : 0;
    }
    const std::size_t bytes = level.hulls().size_bytes() + level.hull_corners().size_bytes() +
                              level.hull_planes().size_bytes();
    if (summary.hulls > 0) {
        summary.bytes_each = static_cast<double>(bytes) / static_cast<double>(summary.hulls);
    }
    return summary;
}

std::vector<SpaceSummary> space_summaries(const Level& level) {
    std::vector<SpaceSummary> summaries;
    for (std::uint32_t s = 0; s < level.spaces().size(); ++s) {
        const SpaceRecord& record = level.spaces()[s];
        SpaceSummary& summary = summaries.emplace_back();
        summary.name = space_name(level, SpaceId(s));
        summary.body = body_of(level, SpaceId(s));
        summary.excess = record.excess;
        summary.has_own_tree = (record.flags & kSpaceInMainTree) == 0;
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
    return (level.spaces().back().flags & kSpaceInMainTree) != 0
               ? CollisionTrees{"onion", "one tree for all bodies"}
               : CollisionTrees{"separate", "a tree for each body"};
}

std::optional<double> average_visible(const Level& level) {
    if (!has_visibility(level)) {
        return std::nullopt;
    }
    std::uint64_t pairs = 0;
    for (std::uint32_t c = 0; c < level.clusters().size(); ++c) {
        for_each_visible_cluster(level, ClusterId(c), [&](ClusterId) { ++pairs; });
    }
    return level.clusters().empty()
               ? 0
               : static_cast<double>(pairs) / static_cast<double>(level.clusters().size());
}

std::string clusters_text(const Level& level) {
    if (level.cluster_roots().empty()) {
        return "";
    }
    const std::optional<double> average = average_visible(level);
    return fmt::format("clusters {}, portals {}, {}",
                       level.clusters().size(),
                       level.portals().size(),
                       average ? fmt::format("each sees {:.1f} on average", *average)
                               : std::string("without visibility"));
}

}  // namespace halfspace::tool
