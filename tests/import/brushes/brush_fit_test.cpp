// SPDX-License-Identifier: MIT
// The surface of every imported brush lies within the tolerance of its surface as written.
#include "import/brushes/brush_fit.h"

#include "halfspace/compile/compile.h"
#include "halfspace/verify/verify.h"

#include "import/brushes/brush_import.h"
#include "support/brushes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/surface_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

ImportedWorld imported(const World& world, const ImportOptions& options = {}) {
    auto result = import_brushes(world, options);
    if (!result) {
        ADD_FAILURE() << to_string(result.error().front());
        return {};
    }
    return *std::move(result);
}

double distance_of(const World& source, const ImportedWorld& world, const SolidBrush& brush) {
    std::vector<ExactPlane> planes;
    for (const SolidBrush::Side& side : brush.sides) {
        planes.push_back(world.planes.plane(side.plane));
    }
    return surface_distance(
        source.entities[brush.entity].brushes[brush.source], planes, world.grid_exponent);
}

// Compares every brush with the oracle, and the report with the largest of them.
void expect_within_tolerance(const World& source, const ImportOptions& options = {}) {
    const ImportedWorld world = imported(source, options);
    double largest = 0;
    for (const SolidBrush& brush : world.brushes) {
        const double distance = distance_of(source, world, brush);
        EXPECT_LE(distance, options.tolerance + 1e-5) << source.source << " " << brush.source;
        largest = std::max(largest, distance);
    }
    EXPECT_NEAR(world.largest_move * (1 << world.grid_exponent), largest, 1e-5) << source.source;
}

// A flat tetrahedron that ends in a sharp edge, in a world of its own: from 100 to 1,000,000 units
// long, 100 to 1,000,000 times as long as its edge is high. Its points have six decimals.
World sharp_tetrahedron(Random& random) {
    const double size = std::pow(10, random.real(2, 6));
    const double height = size / std::pow(10, random.real(2, 6));
    const double width = size * std::pow(10, random.real(-3, 0));
    const double middle = random.real(-100'000, 100'000);
    const auto point = [&](double x, double y, double z) {
        const auto off = [&](double value) {
            return rounded_decimal(value + random.real(-0.01, 0.01), 6);
        };
        return DecimalPoint{off(x + middle), off(y), off(z)};
    };
    const DecimalPoint a = point(-size, -width, 0);
    const DecimalPoint b = point(-size, width, 0);
    const DecimalPoint c = point(size, 0, height);
    const DecimalPoint d = point(size, 0, -height);
    Brush brush = box_brush({0, 0, 0}, {1, 1, 1});
    brush.sides.resize(4);
    brush.sides[0].points = {a, b, d};
    brush.sides[1].points = {a, c, b};
    brush.sides[2].points = {a, d, c};
    brush.sides[3].points = {b, c, d};
    World world = world_of({brush});
    world.source = "tetrahedron of size " + std::to_string(size) + ", height " +
                   std::to_string(height) + ", width " + std::to_string(width);
    return world;
}

BrushSide decimal_side(const Vec3& a, const Vec3& b, const Vec3& c) {
    BrushSide side = side_through({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const auto point = [](const Vec3& p) {
        return DecimalPoint{
            rounded_decimal(p.x, 9), rounded_decimal(p.y, 9), rounded_decimal(p.z, 9)};
    };
    side.points = {point(a), point(b), point(c)};
    return side;
}

// 4096 long with a top that rises slowly, whose first half unit rises a little steeper.
Brush ramp_with_a_sliver() {
    Brush ramp = box_brush({0, 0, 0}, {4096, 64, 200});
    ramp.sides[5] = decimal_side({0.5, 0, 64.006}, {4096, 0, 104.961}, {0.5, 64, 64.006});
    ramp.sides.push_back(decimal_side({0, 0, 64}, {0.5, 0, 64.006}, {0, 64, 64}));
    return ramp;
}

TEST(BrushFit, ASliverFaceDoesNotCutItsBrushFarAway) {
    expect_within_tolerance(world_of({ramp_with_a_sliver()}));
}

TEST(BrushFit, APlaneSharedThatBreaksABrushIsNotSharedByIt) {
    // The level top of the box lies within the tolerance of the sliver's face.
    const World source = world_of({ramp_with_a_sliver(), box_brush({0, 64, 0}, {4096, 128, 64})});
    expect_within_tolerance(source);
    const ImportedWorld world = imported(source);
    ASSERT_EQ(world.brushes.size(), 2u);
    EXPECT_EQ(world.planes.plane(world.brushes[1].sides[5].plane),
              (ExactPlane{{0, 0, 1}, 64 * 64}));
    for (const SolidBrush::Side& side : world.brushes[0].sides) {
        EXPECT_NE(side.plane, world.brushes[1].sides[5].plane);
    }
}

// A corner moves farther than the planes that meet in it.
TEST(BrushFit, ACornerKeepsToTheToleranceAsWellAsTheSides) {
    // Both planes of the roof may move by half a step over their faces; its edge moves by more.
    Brush roof = box_brush({0, 0, 0}, {512, 64, 64});
    roof.sides[2] = decimal_side({0, 0.0073, 0}, {512, 0.0074, 0}, {0, 31.0071, 512});
    roof.sides[3] = decimal_side({0, 63.0071, 0}, {0, 32.0073, 512}, {512, 63.0075, 0});
    roof.sides[5] = side_through({0, 0, 4096}, {1, 0, 4096}, {0, 1, 4096});
    // Off every plane of the grid by 0.45 steps in each direction.
    Brush box = box_brush({0, 0, 0}, {64, 64, 64});
    for (BrushSide& side : box.sides) {
        for (DecimalPoint& p : side.points) {
            for (Decimal& x : p) {
                x.scaled += rounded_decimal(0.45 / 64, 9).scaled;
            }
        }
    }
    expect_within_tolerance(world_of({roof}));
    expect_within_tolerance(world_of({box}));
}

TEST(BrushFit, ABrushThinnerThanTheToleranceKeepsItsVolume) {
    Brush plate = box_brush({0, 0, 0}, {300, 200, 64});
    plate.sides[4] = decimal_side({0, 0, 8.0001}, {0, 200, 8.0001}, {300, 0, 8.0001});
    plate.sides[5] = decimal_side({0, 0, 8.0011}, {300, 0, 8.0011}, {0, 200, 8.0011});
    expect_within_tolerance(world_of({plate}));
}

// A corner cut off a column, a few grid steps long and more than a unit away from the whole units
// below its middle.
// Only the side at x = 64.0123 is off the grid. The points of the top lie on the grid, however far.
TEST(BrushFit, FarPointsOfASideOnTheGridCostNoPrecision) {
    const auto box = [](std::int64_t far) {
        Brush brush = box_brush({0, 0, 0}, {64, 64, 64});
        brush.sides[5] = side_through({far, far, 64}, {far + 64, far, 64}, {far, far + 64, 64});
        for (DecimalPoint& point : brush.sides[1].points) {
            point[0] = rounded_decimal(64.0123, 4);
        }
        return world_of({brush});
    };
    const double near = imported(box(0)).largest_move;
    for (const std::int64_t far : {1'000'000'000LL, 100'000'000'000LL, 1'000'000'000'000LL}) {
        const World world = box(far);
        const ImportedWorld result = imported(world);
        ASSERT_EQ(result.brushes.size(), 1u) << far;
        EXPECT_NEAR(result.largest_move, near, 1e-9) << far;
        const Level level = *Level::from_data(compile(world, {.bodies = {}}).value().level);
        EXPECT_EQ(verify(level, world).differences, 0u) << far;
    }
}

TEST(BrushFit, ABrushOfAFewGridStepsIsNotEmpty) {
    for (const double at : {0.5, 688.96, -1104.04}) {
        Brush chip = box_brush({0, 0, 0}, {64, 64, 64});
        const double size = 0.04;
        const Vec3 low{at, at, at};
        const Vec3 x = low + Vec3{size, 0, 0};
        const Vec3 y = low + Vec3{0, size, 0};
        const Vec3 z = low + Vec3{0, 0, size};
        chip.sides.resize(4);
        chip.sides[0] = decimal_side(low, z, y);
        chip.sides[1] = decimal_side(low, x, z);
        chip.sides[2] = decimal_side(low, y, x);
        chip.sides[3] = decimal_side(x, y, z);
        expect_within_tolerance(world_of({chip}));
    }
}

// The corners of such a brush may be millions of times as far off as its planes.
TEST(BrushFit, TheDisplacementOfASharpBrushIsNeverMoreThanReported) {
    Random random(11);
    std::size_t taken = 0;
    const std::size_t count = repeats(300);
    for (std::size_t i = 0; i < count; ++i) {
        const World source = sharp_tetrahedron(random);
        CompileOptions options{.threads = 1};
        options.bodies.clear();
        options.import_tolerance = std::pow(10, random.real(-4, 0.5));
        options.bad_brushes = CompileOptions::BadBrushes::Skip;
        const auto compiled = compile(source, options);
        ASSERT_TRUE(compiled) << to_string(compiled.error().front());
        const auto level = Level::from_data(compiled->level);
        ASSERT_TRUE(level);
        const VerifyReport report = verify(*level, source);
        EXPECT_EQ(report.differences, 0u) << source.source << ": " << report.details.front();
        if (level->brushes().empty()) {
            continue;
        }
        ++taken;
        std::vector<ExactPlane> planes;
        for (const SideRecord& side : level->sides()) {
            planes.push_back(level->plane(PlaneId{side.plane}));
        }
        const double step = std::ldexp(1, -level->grid_exponent());
        const double moved =
            step * surface_distance(source.entities[0].brushes[0], planes, level->grid_exponent());
        const double rounding = 0x1p-20 * step;
        EXPECT_LE(moved, report.largest_displacement + rounding) << source.source;
        EXPECT_LE(report.largest_displacement, level->statistics().largest_move + rounding)
            << source.source;
        EXPECT_LE(level->statistics().largest_move, step * options.import_tolerance + rounding)
            << source.source;
    }
    EXPECT_GT(taken, count / 4);
    EXPECT_LT(taken, count);
}

class FittedScene : public testing::TestWithParam<std::tuple<SceneKind, int>> {};

TEST_P(FittedScene, KeepsToTheToleranceBrushByBrush) {
    const auto& [kind, seed] = GetParam();
    expect_within_tolerance(make_scene(kind, 60, static_cast<std::uint64_t>(seed)));
}

TEST_P(FittedScene, KeepsToASmallerTolerance) {
    const auto& [kind, seed] = GetParam();
    ImportOptions options;
    options.tolerance = 1.0 / 64;
    expect_within_tolerance(make_scene(kind, 20, static_cast<std::uint64_t>(seed)), options);
}

INSTANTIATE_TEST_SUITE_P(All,
                         FittedScene,
                         testing::Combine(testing::Values(SceneKind::ShavedBrushes,
                                                          SceneKind::ThinPanels),
                                          testing::Range(1, 4)),
                         [](const auto& test) {
                             return to_string(std::get<0>(test.param)) + "_" +
                                    std::to_string(std::get<1>(test.param));
                         });

TEST(BrushFit, DoesNotDependOnTheNumberOfThreads) {
    const World world = make_scene(SceneKind::ShavedBrushes, 60, 7);
    ImportOptions options;
    options.threads = 1;
    const ImportedWorld one = imported(world, options);
    options.threads = 4;
    const ImportedWorld four = imported(world, options);
    ASSERT_EQ(one.planes.pair_count(), four.planes.pair_count());
    for (std::uint32_t p = 0; p < one.planes.pair_count(); ++p) {
        EXPECT_EQ(one.planes.plane(PlaneId{2 * p}), four.planes.plane(PlaneId{2 * p}));
    }
    EXPECT_EQ(one.largest_move, four.largest_move);
}

// A wedge whose two long sides meet at an angle of 10^-9: to keep its edge within half a grid step,
// their planes would have to be nearer to the written ones than normals of 40 bits are.
TEST(BrushFitErrors, ABrushThatIsTooSharpIsNamedWithWhatToDo) {
    Brush wedge = box_brush({0, 0, 0}, {1000, 64, 64});
    const Vec3 edge{500.0003, 0, 8.003};
    const Vec3 along = edge + Vec3{0, 64, 0.0317};
    wedge.sides[4] = decimal_side(edge, along, edge + Vec3{300, 0, 37.0370100});
    wedge.sides[5] = decimal_side(edge, edge + Vec3{300, 0, 37.0370103}, along);
    const auto result = import_brushes(world_of({box_brush({0, 0, 0}, {8, 8, 8}), wedge}), {});
    ASSERT_FALSE(result);
    ASSERT_EQ(result.error().size(), 1u);
    const std::string message = to_string(result.error().front());
    EXPECT_TRUE(message.starts_with("hand.map:20:1: error: brush 1 of worldspawn near "))
        << message;
    EXPECT_EQ(
        message.substr(message.find(": no planes")),
        ": no planes with integer coefficients can be shown to keep its surface "
        "within the import tolerance on the grid of 1/64, because its sides meet at too sharp an "
        "angle; move its points onto the grid, take a finer grid that holds the points (--grid), "
        "or delete the brush");
}

}  // namespace
}  // namespace halfspace::test
