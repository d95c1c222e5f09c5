// SPDX-License-Identifier: MIT
#include "base/shared/union_find.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(UnionFind, TheLowestNumberStandsForItsSet) {
    UnionFind sets(6);
    EXPECT_EQ(sets.root(5), 5u);
    sets.join(5, 4);
    sets.join(2, 3);
    EXPECT_EQ(sets.root(4), 4u);
    EXPECT_EQ(sets.root(3), 2u);
    sets.join(3, 5);
    for (const std::uint32_t number : {2u, 3u, 4u, 5u}) {
        EXPECT_EQ(sets.root(number), 2u);
    }
    sets.join(4, 2);
    EXPECT_EQ(sets.root(0), 0u);
    EXPECT_EQ(sets.root(1), 1u);
}

}  // namespace
}  // namespace halfspace
