// SPDX-License-Identifier: MIT
#include "halfspace/base/contents.h"

#include "support/contents_rules.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace {
namespace {

constexpr std::uint32_t kAll = 1u << 16;  // every bit of Contents
constexpr std::uint32_t kSmallSets = 3;   // identities of pairs: one side of at most so many bits

Contents contents(std::uint32_t bits) {
    return static_cast<Contents>(bits);
}

// All sets of at most kSmallSets bits: what brushes bring, with room to spare.
std::vector<Contents> small_sets() {
    std::vector<Contents> sets;
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        if (std::popcount(bits) <= static_cast<int>(kSmallSets)) {
            sets.push_back(contents(bits));
        }
    }
    return sets;
}

TEST(ContentsTable, HasARowForEachBit) {
    std::uint32_t seen = 0;
    for (const ContentsRow& row : kContentsTable) {
        EXPECT_TRUE(std::has_single_bit(static_cast<std::uint32_t>(row.bit))) << row.words;
        seen |= static_cast<std::uint32_t>(row.bit);
    }
    EXPECT_EQ(seen, kAll - 1);
    EXPECT_EQ(kContentsTable.size(), 16u);
}

TEST(ContentsTable, GivesTheMasks) {
    using enum Contents;
    EXPECT_EQ(kOpaque, Solid | Detail | Sky | Void);
    EXPECT_EQ(kSightBlockers, Solid | Detail | Sky | Void | VisBlocker);
    EXPECT_EQ(kBarriers, Fence | PlayerClip | MonsterClip);
    EXPECT_EQ(kBodyBlockers, Solid | Detail | Sky | Void | Fence | PlayerClip | MonsterClip);
    EXPECT_EQ(kPlayerBlockers, Solid | Detail | Sky | Void | Fence | PlayerClip);
    EXPECT_EQ(kContentsOfBodies, Solid | Fence | PlayerClip | MonsterClip);
    EXPECT_EQ(kLiquids, Water | Slime | Lava);
    EXPECT_EQ(kSealing, Solid | Sky);
    EXPECT_EQ(kDrawnContents, Solid | Detail | Fence | Illusionary | Sky | Water | Slime | Lava);
    EXPECT_EQ(kBrushContents, contents(kAll - 1));
    EXPECT_EQ(kLeafContents, contents(kAll - 1) & ~Hint);
}

TEST(StrongestRow, IsTheFirstOfTheBitsInTheOrderOfStrength) {
    using enum Contents;
    EXPECT_EQ(strongest_row(Empty), nullptr);
    Contents stronger = Empty;
    for (const Contents bit : {Solid,
                               Void,
                               Sky,
                               Detail,
                               Fence,
                               Lava,
                               Slime,
                               Water,
                               PlayerClip,
                               MonsterClip,
                               Ladder,
                               Trigger,
                               VisBlocker,
                               Illusionary,
                               AreaPortal,
                               Hint}) {
        EXPECT_EQ(strongest_row(bit)->bit, bit);
        EXPECT_EQ(strongest_row(~stronger)->bit, bit);
        stronger = stronger | bit;
    }
}

TEST(Normalize, ShowsWhatTheRulesByHandShow) {
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        ASSERT_EQ(normalize(contents(bits)), contents(test::shown(bits))) << bits;
    }
}

TEST(Normalize, IsIdempotentForAllSets) {
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        const Contents once = normalize(contents(bits));
        ASSERT_EQ(normalize(once), once) << bits;
    }
}

TEST(Normalize, KeepsOnlyBitsThatWereThereAndThatALeafMayHold) {
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        const Contents normal = normalize(contents(bits));
        ASSERT_EQ(normal & ~contents(bits), Contents::Empty) << bits;
        ASSERT_EQ(normal & ~kLeafContents, Contents::Empty) << bits;
    }
}

TEST(Normalize, JoinsVolumesInAnyOrderAndGrouping) {
    const std::vector<Contents> sets = small_sets();
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        const Contents a = contents(bits);
        for (const Contents b : sets) {
            ASSERT_EQ(normalize(normalize(a) | b), normalize(a | b))
                << to_string(a) << " | " << to_string(b);
        }
    }
}

TEST(Normalize, LetsSolidAbsorbSkyAndSkyAbsorbDetail) {
    using enum Contents;
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        const Contents a = contents(bits);
        ASSERT_EQ(normalize(a | Solid), Solid);
        if (!any(a & (Solid | Void))) {
            ASSERT_EQ(normalize(a | Sky), Sky);
            if (!any(a & Sky)) {
                ASSERT_EQ(normalize(a | Detail), Detail);
            }
        }
    }
}

TEST(Normalize, KeepsTheFiercestLiquid) {
    using enum Contents;
    EXPECT_EQ(normalize(Water | Slime | Lava | Fence), Lava | Fence);
    EXPECT_EQ(normalize(Water | Slime | Trigger), Slime | Trigger);
    EXPECT_EQ(normalize(Water | Ladder), Water | Ladder);
}

TEST(Normalize, ForgetsHints) {
    EXPECT_EQ(normalize(Contents::Hint), Contents::Empty);
    EXPECT_EQ(normalize(Contents::Hint | Contents::Water), Contents::Water);
}

TEST(Absorbs, IsWhatItsDefinitionSays) {
    const std::vector<Contents> sets = small_sets();
    for (const Contents strong : sets) {
        for (const Contents weak : sets) {
            ASSERT_EQ(absorbs(strong, weak), normalize(strong | weak) == normalize(strong))
                << to_string(strong) << ", " << to_string(weak);
        }
    }
}

TEST(Absorbs, IsReflexiveAndTransitive) {
    const std::vector<Contents> sets = small_sets();
    std::vector<std::vector<std::size_t>> absorbed(sets.size());
    for (std::size_t a = 0; a < sets.size(); ++a) {
        ASSERT_TRUE(absorbs(sets[a], sets[a]));
        for (std::size_t b = 0; b < sets.size(); ++b) {
            if (absorbs(sets[a], sets[b])) {
                absorbed[a].push_back(b);
            }
        }
    }
    for (std::size_t a = 0; a < sets.size(); ++a) {
        for (const std::size_t b : absorbed[a]) {
            for (const std::size_t c : absorbed[b]) {
                ASSERT_TRUE(absorbs(sets[a], sets[c]))
                    << to_string(sets[a]) << ", " << to_string(sets[b]) << ", "
                    << to_string(sets[c]);
            }
        }
    }
}

TEST(Absorbs, LetsASolidPlaceIgnoreEverythingAndAnEmptyOneOnlyHints) {
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        ASSERT_TRUE(absorbs(Contents::Solid, contents(bits)));
    }
    for (std::uint32_t bit = 1; bit < kAll; bit <<= 1) {
        ASSERT_EQ(absorbs(Contents::Empty, contents(bit)), contents(bit) == Contents::Hint);
    }
}

TEST(WithAbsorbed, HasJustTheBitsThatTheContentsAbsorb) {
    for (std::uint32_t bits = 0; bits < kAll; ++bits) {
        Contents absorbed = Contents::Empty;
        for (std::uint32_t bit = 1; bit < kAll; bit <<= 1) {
            if (absorbs(contents(bits), contents(bit)) && contents(bit) != Contents::Hint) {
                absorbed = absorbed | contents(bit);
            }
        }
        ASSERT_EQ(with_absorbed(contents(bits)), absorbed) << bits;
        ASSERT_EQ(normalize(absorbed), normalize(contents(bits))) << bits;
    }
}

TEST(ContentsToString, NamesTheBitsInOrder) {
    EXPECT_EQ(to_string(Contents::Empty), "empty");
    EXPECT_EQ(to_string(contents(kAll - 1)),
              "solid,detail,fence,illusionary,playerclip,monsterclip,water,slime,lava,sky,void,"
              "trigger,ladder,areaportal,hint,visblocker");
    EXPECT_EQ(to_string(Contents::Water | Contents::Fence), "fence,water");
    for (std::uint32_t bit = 1; bit < kAll; bit <<= 1) {
        EXPECT_NE(to_string(contents(bit)), "empty") << bit;
        EXPECT_EQ(to_string(contents(bit)).find(','), std::string::npos);
    }
}

TEST(ContentsNamed, ReadsEveryNameThatToStringWrites) {
    for (const ContentsRow& row : kContentsTable) {
        EXPECT_EQ(contents_named(to_string(row.bit)), row.bit);
    }
    for (const char* name : {"", "empty", "Solid", "solid,fence", "stone", "player clip"}) {
        EXPECT_FALSE(contents_named(name)) << name;
    }
}

}  // namespace
}  // namespace halfspace
