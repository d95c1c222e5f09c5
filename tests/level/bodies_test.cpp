// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include "support/contents_rules.h"

#include <gtest/gtest.h>

namespace halfspace {
namespace {

TEST(BlockerBits, AreThoseOfTheFile) {
    using enum Contents;
    EXPECT_EQ(kBlockerWidth, 4u);
    EXPECT_EQ(kBlockerMask, 15u);
    for (const Contents opaque : {Solid, Detail, Sky, Void, Detail | Fence}) {
        EXPECT_EQ(blocker_bits(opaque), 1u) << to_string(opaque);
    }
    EXPECT_EQ(blocker_bits(Fence), 2u);
    EXPECT_EQ(blocker_bits(PlayerClip), 4u);
    EXPECT_EQ(blocker_bits(MonsterClip | Water), 8u);
    EXPECT_EQ(blocker_bits(~(Solid | Detail | Sky | Void)), 14u);
    EXPECT_EQ(blocker_bits(Water | Ladder | Hint), 0u);
}

TEST(BlockerContents, AreWhatABodyMeets) {
    EXPECT_EQ(blocker_contents(0), Contents::Empty);
    EXPECT_EQ(blocker_contents(kBlockerMask), kContentsOfBodies);
    const auto all = test::bits_of(kBrushContents);
    for (test::Bits bits = 0; bits <= all; ++bits) {
        ASSERT_EQ(test::bits_of(blocker_contents(blocker_bits(static_cast<Contents>(bits)))),
                  test::met_by_bodies(bits));
    }
}

TEST(BlockersIn, AreThoseOfOneSpace) {
    const LeafRecord leaf{0, 0, 0x8421};
    for (std::uint32_t s = 0; s < 4; ++s) {
        EXPECT_EQ(blockers_in(leaf, SpaceId(s)), 1u << s);
    }
    EXPECT_EQ(blockers_in(leaf, SpaceId(kMaxSpaces - 1)), 0u);
}

}  // namespace
}  // namespace halfspace
