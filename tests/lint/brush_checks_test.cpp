// SPDX-License-Identifier: MIT
// Sides, patches, glass and the grid.
#include "lint/brush_checks.h"

#include "lint/linted.h"

namespace halfspace::test {
namespace {

std::string with_side(const std::string& brush, const std::string& side) {
    return brush.substr(0, brush.size() - 2) + side + " metal1 0 0 0 1 1\n}\n";
}

TEST(FindRepeatedSides, NamesTheSecondSide) {
    const std::string crate = box({64, 128, 0}, {128, 192, 64});
    const std::vector<LintFinding> found =
        findings(floor_with(with_side(crate, "( 0 0 64 ) ( 0 32 64 ) ( 32 0 64 )")));
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0].check, LintCheck::RepeatedSide);
    EXPECT_EQ(found[0].diagnostic.message,
              "brush 1, side 6 of worldspawn near 96 160 32 has the same plane as side 5, which "
              "counts; delete one of them");
    EXPECT_EQ(found[0].diagnostic.where.line, 18);
}

TEST(FindRepeatedSides, ASideThatIsLostForAnotherReasonIsNotRepeated) {
    const std::string crate = box({64, 128, 0}, {128, 192, 64});
    EXPECT_EQ(said(floor_with(with_side(crate, "( 0 0 64.125 ) ( 0 32 64.125 ) ( 32 0 64.125 )"))),
              "");
}

std::string patch(const std::string& rows) {
    return "{\npatchDef2\n{\nstone1\n( 3 3 0 0 0 )\n(\n" + rows + ")\n}\n}\n";
}

TEST(FindFlatPatches, NamesAPatchOfTwoPlaces) {
    const std::string text =
        said(floor_with(patch("( ( 0 0 64 0 0 ) ( 0 0 64 0 0 ) ( 0 0 64 0 0 ) )\n"
                              "( ( 0 0 64 0 0 ) ( 0 0 64 0 0 ) ( 0 0 64 0 0 ) )\n"
                              "( ( 0 64 64 0 0 ) ( 0 64 64 0 0 ) ( 0 64 64 0 0 ) )\n")));
    EXPECT_EQ(text,
              "flat-patch: patch 0 of worldspawn near 0 32 64: it has no area, because the control "
              "points coincide\n");
}

TEST(FindFlatPatches, ARowThatEndsInAPointIsACone) {
    EXPECT_EQ(said(floor_with(patch("( ( 0 0 96 0 0 ) ( 0 0 96 0 0 ) ( 0 0 96 0 0 ) )\n"
                                    "( ( 0 0 64 0 0 ) ( 32 0 64 0 0 ) ( 64 0 64 0 0 ) )\n"
                                    "( ( 0 64 64 0 0 ) ( 32 64 96 0 0 ) ( 64 64 64 0 0 ) )\n"))),
              "");
}

TEST(FindOpaqueGlass, NamesAPaneThatBlocksSight) {
    EXPECT_EQ(said(floor_with(box({64, 128, 0}, {128, 130, 64}, "wgglass1"))),
              "opaque-glass: brush 1 of worldspawn near 96 129 32: its sides look see-through, but "
              "it blocks sight; func_detail_fence makes glass of it\n");
    // Sides that are not drawn do not look like anything.
    EXPECT_EQ(count(LintCheck::OpaqueGlass,
                    floor_with(box({64, 128, 0}, {128, 130, 64}, "wgglass1", "caulk"))),
              1);
    EXPECT_EQ(
        count(LintCheck::OpaqueGlass,
              floor_with(
                  "", entity("func_wall", "\"alpha\" \"0.5\"", box({64, 128, 0}, {128, 130, 64})))),
        1);
}

TEST(FindOpaqueGlass, AWindowInAWallAndRealGlassAreFine) {
    EXPECT_EQ(said(floor_with(box({64, 128, 0}, {128, 144, 64}, "stone1", "wgglass1"))), "");
    EXPECT_EQ(said(floor_with(box({64, 128, 0}, {128, 130, 64}, "{grate"))), "");
    EXPECT_EQ(
        said(floor_with(
            "", entity("func_detail_fence", "", box({64, 128, 0}, {128, 130, 64}, "wgglass1")))),
        "");
}

TEST(FindMovedBrushes, TheFarthestComesFirstWithItsDistance) {
    const std::string text =
        floor_with(box({64, 128, 0}, {128, 192, 64.001}) + box({200, 128, 0}, {264, 192, 64.004}));
    EXPECT_EQ(said(text),
              "moved-brush: brush 2 of worldspawn near 232 160 32.002 is not on the grid of 1/8, "
              "so the whole level has the grid of 1/64; nor on that one: its surface was moved by "
              "up to 0.004 units\n"
              "moved-brush: brush 1 of worldspawn near 96 160 32.001 is not on the grid of 1/8, so "
              "the whole level has the grid of 1/64; nor on that one: its surface was moved by up "
              "to 0.001 units\n");
    EXPECT_EQ(said(text, {.grid_exponent = 6}),
              "moved-brush: brush 2 of worldspawn near 232 160 32.002 is not on the grid of 1/64: "
              "its surface was moved by up to 0.004 units\n"
              "moved-brush: brush 1 of worldspawn near 96 160 32.001 is not on the grid of 1/64: "
              "its surface was moved by up to 0.001 units\n");
    EXPECT_EQ(findings(text)[0].diagnostic.severity, Severity::Note);
}

TEST(FindMovedBrushes, TheRoundedPlanesOfACompiledLevelAreNobodysMistake) {
    World world;
    world.entities.resize(1);
    world.materials.push_back({"wall"});
    Brush brush;
    for (const Vec3& n : {Vec3{1, 0, 0},
                          Vec3{0, 1, 0},
                          Vec3{0, 0, 1},
                          Vec3{-1, 0, 0},
                          Vec3{0, -1, 0},
                          Vec3{0, 0, -1}}) {
        BrushSide side;
        side.plane = Plane{n, 32.003};
        side.material = MaterialId(0);
        brush.sides.push_back(side);
    }
    world.entities[0].brushes.push_back(brush);
    const auto compiled = compile(world);
    ASSERT_TRUE(compiled);
    ASSERT_EQ(compiled->moved.size(), 1);
    for (const LintFinding& finding :
         lint(world, *Level::from_data(compiled->level), {.moved = compiled->moved})) {
        EXPECT_EQ(finding.check, LintCheck::NoPlayerStart) << finding.diagnostic.message;
    }
}

TEST(FindFinerGrid, NamesTheBrushesThatForceIt) {
    const std::string text = floor_with(box({64, 128, 0}, {128, 192, 64.0625}));
    EXPECT_EQ(said(text),
              "finer-grid: brush 1 of worldspawn near 96 160 32.031 is not on the grid of 1/8, so "
              "the whole level has the grid of 1/64\n");
    EXPECT_EQ(said(floor_with(box({64, 128, 0}, {128, 192, 64.125}))), "");
    EXPECT_EQ(said(text, {.grid_exponent = 6}), "");
}

TEST(FindFinerGrid, AMovedBrushIsNotNamedTwice) {
    EXPECT_EQ(count(LintCheck::MovedBrush, floor_with(box({64, 128, 0}, {128, 192, 64.001}))), 1);
}

}  // namespace
}  // namespace halfspace::test
