// SPDX-License-Identifier: MIT
#include "halfspace/spatial/query_scratch.h"

#include "support/octree_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// Answers of one scratch lay at the same place: the second question wrote over the first answer.
TEST(QueryScratch, TwoAnswersAreAliveAtOnce) {
    Octree tree = new_octree();
    const ObjectId left = insert(tree, box_at({-5, 0, 0}, 1));
    const ObjectId right = insert(tree, box_at({5, 0, 0}, 1));
    QueryScratch scratch;
    const auto in_left = tree.in_box(box_at({-5, 0, 0}, 2), scratch);
    const auto in_right = tree.in_box(box_at({5, 0, 0}, 2), scratch);
    const auto hits_left = tree.on_segment({-9, 0, 0}, {0, 0, 0}, scratch);
    const auto hits_right = tree.on_segment({9, 0, 0}, {0, 0, 0}, scratch);
    const auto no_pairs = tree.near_pairs(1, scratch);
    const auto all_pairs = tree.near_pairs(20, scratch);
    tree.remove(left);
    EXPECT_TRUE(std::ranges::equal(in_left, std::vector{left}));
    EXPECT_TRUE(std::ranges::equal(in_right, std::vector{right}));
    ASSERT_EQ(hits_left.size(), 1u);
    EXPECT_EQ(hits_left[0].id, left);
    ASSERT_EQ(hits_right.size(), 1u);
    EXPECT_EQ(hits_right[0].id, right);
    EXPECT_TRUE(no_pairs.empty());
    EXPECT_TRUE(std::ranges::equal(all_pairs, (std::vector<ObjectPair>{{left, right}})));
}

TEST(QueryScratch, AnAnswerThatIsMovedKeepsItsObjects) {
    Octree tree = new_octree();
    const ObjectId id = insert(tree, box_at({}, 1));
    QueryScratch scratch;
    auto first = tree.in_box(box_at({}, 1), scratch);
    auto second = tree.in_box(box_at({9, 9, 9}, 1), scratch);
    second = std::move(first);
    const auto third = std::move(second);
    const QueryScratch copy = scratch;  // has no answer
    EXPECT_TRUE(std::ranges::equal(third, std::vector{id}));
    EXPECT_EQ(tree.in_box(box_at({}, 1), scratch).size(), 1u);
}

// Whoever keeps a scratch in an object may copy and move the object.
TEST(QueryScratch, GivesListsBackToTheScratchOfTheQuestion) {
    Octree tree = new_octree();
    insert(tree, box_at({}, 1));
    QueryScratch first;
    QueryScratch second;
    const ObjectId* memory = nullptr;
    {
        auto answer = tree.in_box(box_at({}, 1), first);
        const auto of_second = tree.in_box(box_at({}, 1), second);
        memory = answer.data();
        second = first;
        answer = tree.in_box(box_at({}, 1), second);
    }
    EXPECT_EQ(tree.in_box(box_at({}, 1), first).data(), memory);
    EXPECT_NE(tree.in_box(box_at({}, 1), second).data(), memory);
}

}  // namespace
}  // namespace halfspace::test
