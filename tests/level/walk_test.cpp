// SPDX-License-Identifier: MIT
#include "halfspace/level/walk.h"

#include <gtest/gtest.h>

#include <string>

namespace halfspace {
namespace {

struct Node {
    std::int32_t child[2];
};

// 0 has the leaf 0 in front and 1 behind; 1 has 2 in front and leaf 3 behind; 2 has leaves 1 and 2.
const std::vector<Node> kNodes{{{-1, 1}}, {{2, -4}}, {{-2, -3}}};

// The leaves in the order of the walk, each with the way to it: f in front, b behind.
std::string ways(std::int32_t root, std::int32_t left_out = -1) {
    std::string text;
    for_each_leaf(
        std::span<const Node>(kNodes),
        root,
        std::string(),
        [&](std::size_t node, std::string&& way) -> ChildStates<std::string> {
            if (static_cast<std::int32_t>(node) == left_out) {
                return {std::nullopt, way + 'b'};
            }
            return {way + 'f', way + 'b'};
        },
        [&](LeafId leaf, std::string&& way) { text += std::to_string(leaf.value) + way + ' '; });
    return text;
}

TEST(ForEachLeaf, GoesInFrontOfEachNodeFirst) {
    EXPECT_EQ(ways(0), "0f 1bff 2bfb 3bb ");
}

TEST(ForEachLeaf, BeginsAnywhere) {
    EXPECT_EQ(ways(2), "1f 2b ");
    EXPECT_EQ(ways(-8), "7 ");
}

TEST(ForEachLeaf, LeavesOutWhatGetsNothing) {
    EXPECT_EQ(ways(0, 2), "0f 2bfb 3bb ");
    EXPECT_EQ(ways(0, 0), "1bff 2bfb 3bb ");
}

}  // namespace
}  // namespace halfspace
