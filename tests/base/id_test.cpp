// SPDX-License-Identifier: MIT
#include "halfspace/base/id.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace halfspace {
namespace {

TEST(Id, IsInvalidUntilItHasAValue) {
    EXPECT_FALSE(LeafId().is_valid());
    EXPECT_TRUE(LeafId(0).is_valid());
    EXPECT_TRUE(LeafId(0xfffffffeu).is_valid());
    EXPECT_FALSE(LeafId(0xffffffffu).is_valid());
}

TEST(Id, ComparesByValue) {
    EXPECT_EQ(ModelId(3), ModelId(3));
    EXPECT_LT(ModelId(3), ModelId(4));
    EXPECT_LT(ModelId(3), ModelId());
}

// What the type is for: no number and no id of another table is taken by mistake.
static_assert(!std::is_convertible_v<std::uint32_t, LeafId>);
static_assert(!std::is_convertible_v<LeafId, std::uint32_t>);
static_assert(!std::is_constructible_v<LeafId, ModelId>);
static_assert(sizeof(LeafId) == 4 && std::is_trivially_copyable_v<LeafId>);

}  // namespace
}  // namespace halfspace
