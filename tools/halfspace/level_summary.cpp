// SPDX-License-Identifier: MIT
#include "level_summary.h"

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

std::string grid_text(int grid_exponent) {
    return grid_exponent == 0 ? "1" : "1/" + std::to_string(1LL << grid_exponent);
}

}  // namespace halfspace::tool
