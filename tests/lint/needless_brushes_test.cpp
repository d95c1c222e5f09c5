// SPDX-License-Identifier: MIT
// Brushes that are there twice, or inside of others.
#include "lint/brush_checks.h"
#include "lint/linted.h"

namespace halfspace::test {
namespace {

const std::string kCrate = box({64, 128, 0}, {128, 192, 64});

TEST(FindNeedlessBrushes, NamesBothLinesOfADuplicate) {
    const std::vector<LintFinding> found = findings(floor_with(kCrate + kCrate));
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].check, LintCheck::DuplicateBrush);
    EXPECT_EQ(found[0].diagnostic.message,
              "brush 2 of worldspawn near 96 160 32 has the same volume and contents as the brush "
              "in line 11; delete one of them");
    EXPECT_EQ(found[0].diagnostic.where.line, 19);
    EXPECT_EQ(found[0].place, (Vec3{96, 160, 32}));
}

TEST(FindNeedlessBrushes, ADuplicateNeedNotBeWrittenTheSameWay) {
    // A side that touches nothing makes no other volume, nor does another texture.
    const std::string other = box({64, 128, 0}, {128, 192, 64}, "metal1");
    const std::string cut = other.substr(0, other.size() - 2) +
                            "( 0 0 500 ) ( 0 16 500 ) ( 16 0 500 ) metal1 0 0 0 1 1\n}\n";
    EXPECT_EQ(count(LintCheck::DuplicateBrush, floor_with(kCrate + cut)), 1);
    EXPECT_EQ(count(LintCheck::DuplicateBrush, floor_with(kCrate + kCrate + kCrate)), 2);
}

TEST(FindNeedlessBrushes, OtherVolumesContentsAndEntitiesAreNoDuplicates) {
    EXPECT_EQ(said(floor_with(kCrate + box({64, 128, 0}, {128, 192, 64.125}))), "");
    EXPECT_EQ(
        said(floor_with("", entity("func_wall", "", kCrate) + entity("func_wall", "", kCrate))),
        "");
    EXPECT_EQ(said(floor_with(box({64, 128, 0}, {128, 192, 64}, "*water") +
                              box({64, 128, 0}, {128, 192, 64}, "trigger"))),
              "");
}

TEST(FindNeedlessBrushes, NamesABrushInsideOfAnother) {
    EXPECT_EQ(said(floor_with(kCrate + box({80, 140, 8}, {100, 160, 64}))),
              "buried-brush: brush 2 of worldspawn near 90 150 36 lies inside of the brush in line "
              "11 and changes nothing; delete it\n");
    // Solid absorbs water, water does not absorb solid.
    EXPECT_EQ(count(LintCheck::BuriedBrush,
                    floor_with(kCrate + box({80, 140, 8}, {100, 160, 60}, "*water"))),
              1);
    EXPECT_EQ(said(floor_with(box({64, 128, 0}, {128, 192, 64}, "*water") +
                              box({80, 140, 8}, {100, 160, 60}))),
              "");
}

TEST(FindNeedlessBrushes, ABrushThatStandsOutByOneStepIsNotBuried) {
    EXPECT_EQ(said(floor_with(kCrate + box({80, 140, 8}, {100, 160, 64.125}))), "");
}

// A pillar with four sides at 45 degrees, as .map text: no side bounds its box in x or y.
std::string diamond(int x, int y, int radius, int top) {
    const int corners[4][2] = {{x + radius, y}, {x, y + radius}, {x - radius, y}, {x, y - radius}};
    const auto point = [](const int(&at)[2], int z) {
        return "( " + std::to_string(at[0]) + " " + std::to_string(at[1]) + " " +
               std::to_string(z) + " ) ";
    };
    const std::string texture = "stone 0 0 0 1 1\n";
    std::string text = "{\n";
    for (int i = 0; i < 4; ++i) {
        text +=
            point(corners[i], 0) + point(corners[i], 64) + point(corners[(i + 1) % 4], 0) + texture;
    }
    text += point({0, 0}, top) + point({0, 8}, top) + point({8, 0}, top) + texture;
    return text + point({0, 0}, 0) + point({8, 0}, 0) + point({0, 8}, 0) + texture + "}\n";
}

TEST(FindNeedlessBrushes, ABrushWhoseBoxHasNoEndBuriesAndIsBuried) {
    const std::string large = diamond(96, 160, 96, 64);
    EXPECT_EQ(count(LintCheck::BuriedBrush, floor_with(large + box({80, 140, 8}, {100, 160, 60}))),
              1);
    EXPECT_EQ(count(LintCheck::BuriedBrush, floor_with(large + diamond(96, 160, 32, 60))), 1);
    EXPECT_EQ(count(LintCheck::BuriedBrush, floor_with(kCrate + diamond(96, 160, 96, 60))), 0);
    EXPECT_EQ(count(LintCheck::BuriedBrush, floor_with(large + box({80, 140, 8}, {180, 160, 60}))),
              0);
}

TEST(FindNeedlessBrushes, SeveralBrushesBuryOne) {
    const std::string halves =
        box({64, 128, 0}, {128, 192, 32}) + box({64, 128, 32}, {128, 192, 64});
    EXPECT_EQ(said(floor_with(halves + box({80, 140, 8}, {100, 160, 60}))),
              "buried-brush: brush 3 of worldspawn near 90 150 34 lies inside of 2 brushes "
              "together, one of them in line 11, and changes nothing; delete it\n");
    // With a slit of a grid step between them, a part of the brush is free.
    const std::string apart =
        box({64, 128, 0}, {128, 192, 32}) + box({64, 128, 32.125}, {128, 192, 64});
    EXPECT_EQ(said(floor_with(apart + box({80, 140, 8}, {100, 160, 60}))), "");
}

TEST(FindNeedlessBrushes, AStoneInTheMiddleOfOthersFillsItsPlace) {
    std::string stones;
    for (double x = 0; x < 3; ++x) {
        for (double y = 0; y < 3; ++y) {
            for (double z = 0; z < 3; ++z) {
                stones += box({64 + 32 * x, 64 + 32 * y, 128 + 32 * z},
                              {96 + 32 * x, 96 + 32 * y, 160 + 32 * z});
            }
        }
    }
    EXPECT_EQ(said(floor_with(stones)), "");
}

TEST(FindNeedlessBrushes, AnInlayThatIsDrawnIsNotBuried) {
    // Both brushes have the same outer sides. The compiler draws those of the brush whose planes
    // come first (docs/decisions/0008): of the left slab, but not of the right one.
    EXPECT_EQ(said(floor_with(kCrate + box({64, 128, 0}, {80, 192, 64}, "metal1"))), "");
    EXPECT_EQ(count(LintCheck::BuriedBrush,
                    floor_with(kCrate + box({112, 128, 0}, {128, 192, 64}, "metal1"))),
              1);
}

TEST(FindNeedlessBrushes, HintsFillNothing) {
    EXPECT_EQ(said(floor_with(kCrate + box({80, 140, 8}, {100, 160, 60}, "hint"))), "");
}

TEST(FindNeedlessBrushes, TheThreadsDoNotMatter) {
    const std::string text = floor_with(kCrate + kCrate + box({80, 140, 8}, {100, 160, 60}) +
                                        box({81, 141, 9}, {99, 159, 59}));
    EXPECT_EQ(said(text, {.threads = 1}), said(text, {.threads = 4}));
}

}  // namespace
}  // namespace halfspace::test
