// SPDX-License-Identifier: MIT
// Verify measures facets against the curved surfaces themselves, without the steps and the cells
// that the compiler makes of them.
#include "verify/verify_curves.h"

#include "support/refit.h"
#include "verify/curve_levels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr const char* kUncovered = " units away from all facets";
constexpr const char* kStray = " units away from all curved surfaces";

// What check_curves alone says about a level. tolerance: map units.
std::vector<std::string> strays(const LevelData& data, const World& world, double tolerance) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    LevelPlanes planes = planes_of(level->view());
    Differences unused(0);
    const BrushCheck brushes =
        check_brushes(*level, world, planes, level->statistics().import_tolerance, unused);
    Differences found(100);
    check_curves(*level, world, brushes.brushes, planes, tolerance, found);
    return found.take_details();
}

// The level with one brush moved, but not its tree. move: map units.
LevelData with_moved_brush(LevelData level, std::size_t brush, const Units& move) {
    std::vector<BrushParts> brushes = brush_parts(level);
    for (SideRecord& side : brushes[brush].sides) {
        std::int64_t steps = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            steps += level.planes[side.plane / 2].n[i] * (move[i] << level.grid_exponent);
        }
        side.plane = 2 * add_moved_plane(level, side.plane / 2, steps) + side.plane % 2;
    }
    set_brushes(level, brushes);
    return level;
}

std::vector<World> all_worlds() {
    return {world_with_pipe(), world_with_sheet(), world_with_vault()};
}

TEST(VerifyCurves, FacetsKeepTheToleranceForWhichTheyAreMade) {
    for (const World& world : all_worlds()) {
        for (const double tolerance : {0.5, 2.0, 8.0}) {
            EXPECT_EQ(strays(compiled(world, tolerance), world, tolerance),
                      std::vector<std::string>{});
        }
    }
}

// Their cells have no area: a point, a line, and a loop of small bulges that begins where it ends.
TEST(VerifyCurves, APieceWithoutAreaNeedsNoFacet) {
    const Controls point(3, {{8, 8, 8}, {8, 8, 8}, {8, 8, 8}});
    const Controls line(3, {{0, 0, 0}, {64, 64, 0}, {128, 128, 0}});
    const Controls loop{{{0, 0, 0}, {6, 0, 0}, {0, 0, 0}},
                        {{0, 6, 0}, {6, 6, 0}, {0, 6, 0}},
                        {{0, 0, 0}, {6, 0, 0}, {0, 0, 0}}};
    for (const Controls& controls : {point, line, loop}) {
        World world = world_of({box_brush({-128, -128, -100}, {128, 128, -84})});
        world.entities[0].patches.push_back(patch_of(controls));
        const LevelData level = compiled(world);
        EXPECT_EQ(level.brushes.size(), 1u);
        EXPECT_EQ(differences_of(level, world), std::vector<std::string>{});
    }
}

// The most steps along the rows keep the tolerance only together with steps along the columns.
TEST(VerifyCurves, ACurveWithTheMostStepsInOneDirectionTakesStepsInTheOther) {
    World world = world_of({box_brush({-256, -128, -100}, {256, 128, -84})});
    Controls controls;
    for (const double y : {-10.0, 0.0, 10.0}) {
        const double up = y == 0 ? 0.875 : 0;
        controls.push_back({{-200, y, up}, {0, y, 254.5 + up}, {200, y, up}});
    }
    world.entities[0].patches.push_back(patch_of(controls));
    EXPECT_EQ(differences_of(compiled(world, 0.5), world), std::vector<std::string>{});
    EXPECT_EQ(strays(compiled(world, 0.5), world, 0.5), std::vector<std::string>{});
}

// An arch that even the most steps leave 9 units from its chords.
TEST(VerifyCurves, ACurveThatCannotKeepTheToleranceMayDeviateMore) {
    World world = world_of({box_brush({-256, -128, -100}, {256, 128, -84})});
    Controls controls;
    for (const double y : {-100.0, 0.0, 100.0}) {
        const double up = y == 0 ? 15 : 0;
        controls.push_back({{-3000, y, up - 2000}, {0, y, up + 2608}, {3000, y, up - 2000}});
    }
    world.entities[0].patches.push_back(patch_of(controls));
    EXPECT_EQ(differences_of(compiled(world), world), std::vector<std::string>{});
}

TEST(VerifyCurves, FacetsThatAreTooCoarseAreFound) {
    const World world = world_with_pipe();
    EXPECT_TRUE(has_end(strays(compiled(world, 16), world, 1), kUncovered));
}

TEST(VerifyCurves, ASurfaceThatLiesElsewhereIsFound) {
    const LevelData level = compiled(world_with_sheet());
    for (const int up : {-12, -4, 4, 12}) {
        World moved = world_with_sheet();
        for (PolygonCorner& control : moved.entities[0].patches[0].controls) {
            control.point[2].scaled += decimal_from_integer(up).scaled;
        }
        const std::vector<std::string> found = strays(level, moved, 8);
        EXPECT_EQ(has_end(found, kUncovered), up == -12 || up == 12) << up;
        EXPECT_EQ(has_end(found, kStray), up == -12 || up == 12) << up;
    }
}

TEST(VerifyCurves, AFacetThatIsPushedOffIsFound) {
    for (const World& world : all_worlds()) {
        const LevelData level = compiled(world);
        for (std::size_t b = 0; b < level.brushes.size(); ++b) {
            if ((level.brushes[b].flags & kBrushFacet) == 0) {
                continue;
            }
            const bool is_wedge = level.brushes[b].side_count == 5;
            const LevelData far = with_moved_brush(level, b, {0, 20, 0});
            EXPECT_TRUE(has_end(differences_of(far, world), kStray)) << b;
            EXPECT_TRUE(is_wedge || has_end(differences_of(far, world), kUncovered)) << b;
            const LevelData near = with_moved_brush(level, b, {0, 4, 0});
            EXPECT_EQ(strays(near, world, 8), std::vector<std::string>{}) << b;
        }
    }
}

TEST(VerifyCurves, APatchWithoutFacetsIsFound) {
    World world = world_with_pipe();
    const LevelData level = compiled(world_of(world.entities[0].brushes));
    EXPECT_TRUE(has_end(strays(level, world, 8), kUncovered));
    world.entities[0].patches[0].contents = Contents::Water;
    EXPECT_EQ(strays(level, world, 8), std::vector<std::string>{});
}

}  // namespace
}  // namespace halfspace::test
