// SPDX-License-Identifier: MIT
#include "import/brushes/brush_import.h"

#include "halfspace/compile/compile.h"
#include "halfspace/verify/verify.h"

#include "import/brushes/written_plane.h"
#include "support/brushes.h"
#include "support/random.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

ImportOptions one_thread() {
    ImportOptions options;
    options.threads = 1;
    return options;
}

ImportedWorld imported(const World& world, const ImportOptions& options = one_thread()) {
    auto result = import_brushes(world, options);
    if (!result) {
        ADD_FAILURE() << to_string(result.error().front());
        return {};
    }
    return *std::move(result);
}

std::vector<Error> errors_of(const World& world, const ImportOptions& options = one_thread()) {
    auto result = import_brushes(world, options);
    EXPECT_FALSE(result);
    return result ? std::vector<Error>{} : std::move(result.error());
}

Brush cube() {
    return box_brush({0, 0, 0}, {64, 64, 64});
}

// The plane of a side as the source numbers it.
PlaneId plane_of(const ImportedWorld& world, std::size_t brush, std::uint32_t side) {
    for (const SolidBrush::Side& s : world.brushes.at(brush).sides) {
        if (s.source == side) {
            return s.plane;
        }
    }
    ADD_FAILURE() << "brush " << brush << " has no side " << side;
    return PlaneId{0};
}

TEST(BrushImport, TakesSidesOnTheGridExactly) {
    Brush slope = cube();
    slope.sides.push_back(side_through({64, 0, 32}, {64, 64, 32}, {0, 0, 63}));
    const ImportedWorld world = imported(world_of({slope}));
    EXPECT_EQ(world.moved_planes, 0u);
    EXPECT_EQ(world.grid_exponent, 3);
    const ExactPlane plane = world.planes.plane(plane_of(world, 0, 6));
    // Steps of 1/8: 31 * x + 64 * z = 31 * 64 + 64 * 32 units.
    EXPECT_EQ(plane, (ExactPlane{{31, 0, 64}, Int128{8} * (31 * 64 + 64 * 32)}));
    EXPECT_EQ(world.planes.plane(plane_of(world, 0, 0)), (ExactPlane{{-1, 0, 0}, 0}));
    EXPECT_EQ(world.planes.plane(plane_of(world, 0, 1)), (ExactPlane{{1, 0, 0}, 512}));
}

TEST(BrushImport, TakesTheCoarseGridOnlyIfAllPointsLieOnIt) {
    Brush brush = cube();
    EXPECT_EQ(imported(world_of({brush})).grid_exponent, 3);
    brush.sides[1].points[0][0] = rounded_decimal(64.125, 3);
    EXPECT_EQ(imported(world_of({brush})).grid_exponent, 3);
    brush.sides[1].points[0][0] = rounded_decimal(64.0625, 4);
    EXPECT_EQ(imported(world_of({brush})).grid_exponent, 6);
    ImportOptions options = one_thread();
    options.grid_exponent = 4;
    const ImportedWorld world = imported(world_of({brush}), options);
    EXPECT_EQ(world.grid_exponent, 4);
    EXPECT_EQ(world.moved_planes, 0u);
}

TEST(BrushImport, LeavesOutSidesWithoutAFace) {
    Brush brush = cube();
    brush.sides.insert(brush.sides.begin(), side_through({0, 0, 65}, {64, 0, 65}, {0, 64, 65}));
    brush.sides.push_back(brush.sides[3]);
    brush.sides.push_back(side_through({64, 0, 64}, {64, 64, 64}, {0, 0, 128}));  // at an edge
    const ImportedWorld world = imported(world_of({brush}));
    ASSERT_EQ(world.brushes.size(), 1u);
    const SolidBrush& solid = world.brushes[0];
    ASSERT_EQ(solid.sides.size(), 6u);
    for (std::uint32_t s = 0; s < 6; ++s) {
        EXPECT_EQ(solid.sides[s].source, s + 1);
    }
    EXPECT_EQ(solid.solid.points.size(), 8u);
    EXPECT_EQ(solid.bounds.max.x, 512);
}

// Distance of a chosen plane to the corners of the side as written, in grid steps.
double displacement(const World& source, const ImportedWorld& world, std::size_t brush) {
    const Brush& written = source.entities[0].brushes[brush];
    std::vector<WrittenPlane> planes;
    planes.reserve(written.sides.size());
    for (const BrushSide& side : written.sides) {
        planes.push_back(*written_plane(side, world.grid_exponent));
    }
    const auto corners = face_corners(planes);
    double largest = 0;
    for (const SolidBrush::Side& side : world.brushes.at(brush).sides) {
        largest =
            std::max(largest, deviation(world.planes.plane(side.plane), corners[side.source]));
    }
    return largest;
}

class Turned : public testing::TestWithParam<std::pair<double, int>> {};

TEST_P(Turned, DecimalsStayWithinTheToleranceAndAbuttingBrushesShareTheirPlane) {
    const auto& [degrees, decimals] = GetParam();
    // A row of boxes, each against the next; sides -x (0) and +x (1) meet.
    std::vector<Brush> row;
    row.reserve(6);
    for (std::int64_t i = 0; i < 6; ++i) {
        row.push_back(turned_box(
            {100 * i, -40 - 8 * i, 0}, {100 * i + 100, 40 + 16 * i, 64}, degrees, decimals));
    }
    const World source = world_of(row);
    const ImportedWorld world = imported(source);
    ASSERT_EQ(world.brushes.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_LE(displacement(source, world, i), 0.5 + 1e-6);
        if (i > 0) {
            EXPECT_EQ(plane_of(world, i, 0), plane_of(world, i - 1, 1).flipped()) << i;
        }
    }
    EXPECT_LE(world.largest_move * 64, 0.5 + 1e-6);
    EXPECT_GT(world.moved_planes, 0u);
}

INSTANTIATE_TEST_SUITE_P(Angles,
                         Turned,
                         testing::Values(std::pair{30.0, 6},
                                         std::pair{30.0, 3},
                                         std::pair{7.5, 6},
                                         std::pair{45.0, 6},
                                         std::pair{89.0, 4},
                                         std::pair{0.1, 6}));

// Brush -> its planes as numbers, in the order of its sides.
std::map<std::uint32_t, std::vector<ExactPlane>> planes_by_line(const World& world) {
    const ImportedWorld result = imported(world);
    std::map<std::uint32_t, std::vector<ExactPlane>> planes;
    for (const SolidBrush& brush : result.brushes) {
        const Brush& source = world.entities[0].brushes[brush.source];
        for (const SolidBrush::Side& side : brush.sides) {
            planes[source.position.line].push_back(result.planes.plane(side.plane));
        }
    }
    return planes;
}

void shuffle(std::vector<Brush>& brushes, std::uint64_t seed) {
    Random random(seed);
    for (std::size_t i = brushes.size(); i > 1; --i) {
        std::swap(
            brushes[i - 1],
            brushes[static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i) - 1))]);
    }
}

TEST(BrushImport, OnceCancelledReportsNothingElse) {
    Progress progress;
    progress.cancel = true;
    ImportOptions options = one_thread();
    options.progress = &progress;
    Brush open = cube();
    open.sides.pop_back();
    const std::vector<Error> errors =
        errors_of(world_of({cube(), turned_box({0, 0, 0}, {64, 32, 8}, 30, 6), open}), options);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Cancelled);
}

TEST(BrushImport, DoesNotDependOnTheOrderOfTheBrushes) {
    for (const SceneKind kind :
         {SceneKind::ThinPanels, SceneKind::RotatedBoxes, SceneKind::ShavedBrushes}) {
        World world = make_scene(kind, 120, 9);
        for (int i = 0; i < 40; ++i) {
            Brush box = turned_box({8 * i, 0, 0}, {8 * i + 64, 64, 64}, 7.5 * (i % 7), 6);
            box.position.line = 1000 + static_cast<std::uint32_t>(i);
            world.entities[0].brushes.push_back(std::move(box));
        }
        const auto expected = planes_by_line(world);
        EXPECT_EQ(expected.size(), 160u);
        for (const std::uint64_t seed : {1u, 2u, 3u}) {
            shuffle(world.entities[0].brushes, seed);
            EXPECT_EQ(planes_by_line(world), expected);
        }
    }
}

// Two prisms with the same three points and radius in a side, on different parts of its plane,
// which the points as written do not tell apart.
TEST(BrushImport, DoesNotDependOnTheOrderOfBrushesWithASideInCommon) {
    std::vector<Brush> brushes;
    for (const double offset : {0.0, 37.5, -91.3}) {
        Brush brush = turned_box({0, 0, 0}, {4000, 4000, 64}, 0.013, 5);
        brush.sides[5].points = {
            DecimalPoint{rounded_decimal(0, 0), rounded_decimal(0, 0), rounded_decimal(40.03, 5)},
            DecimalPoint{
                rounded_decimal(16, 0), rounded_decimal(0, 0), rounded_decimal(40.0371, 5)},
            DecimalPoint{
                rounded_decimal(0, 0), rounded_decimal(16, 0), rounded_decimal(40.0293, 5)}};
        for (std::size_t s = 0; s < 5; ++s) {
            for (DecimalPoint& p : brush.sides[s].points) {
                p[1] = Decimal{p[1].scaled + rounded_decimal(offset, 1).scaled};
            }
        }
        brushes.push_back(std::move(brush));
    }
    const World world = world_of(brushes);
    const auto expected = planes_by_line(world);
    World turned = world;
    std::reverse(turned.entities[0].brushes.begin(), turned.entities[0].brushes.end());
    EXPECT_EQ(planes_by_line(turned), expected);
}

TEST(BrushImportErrors, PointsOnALineNameTheSide) {
    Brush brush = cube();
    brush.sides[2] = side_through({0, 0, 0}, {8, 8, 8}, {24, 24, 24});
    const auto errors = errors_of(world_of({cube(), brush}));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Geometry);
    EXPECT_EQ(to_string(errors[0]),
              "hand.map:23:1: error: brush 1, side 2 of worldspawn near 32 64 32: its three points "
              "lie on one line and give no plane; move one of them");
}

TEST(BrushImportErrors, AnUnboundedBrushIsNamed) {
    Brush brush = cube();
    brush.sides.pop_back();
    const auto errors = errors_of(world_of({cube(), brush}));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Geometry);
    EXPECT_EQ(
        to_string(errors[0]),
        "hand.map:20:1: error: brush 1 of worldspawn near 32 32 0 is unbounded: its sides do not "
        "enclose a volume; add the missing side, or turn a side whose points run the "
        "wrong way");
}

TEST(BrushImportErrors, AnEmptyBrushIsNamed) {
    Brush brush = cube();
    brush.sides[5] = side_through({0, 0, -8}, {64, 0, -8}, {0, 64, -8});
    Brush flat = cube();
    flat.sides[5] = side_through({0, 0, 0}, {64, 0, 0}, {0, 64, 0});
    const auto errors = errors_of(world_of({brush, flat}));
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_TRUE(
        to_string(errors[0]).starts_with("hand.map:10:1: error: brush 0 of worldspawn near "))
        << errors[0].message;
    EXPECT_TRUE(errors[0].message.ends_with(
        " is empty: sides 4 and 5 face each other; turn them round, or delete the brush"))
        << errors[0].message;
    EXPECT_EQ(errors[1].where.line, 20u);
    EXPECT_TRUE(
        errors[1].message.ends_with(" is empty: sides 4 and 5 lie back to back in one "
                                    "plane; move one of them, or delete the brush"))
        << errors[1].message;
}

TEST(BrushImportErrors, AnEmptyBrushWithoutOppositeSidesSaysWhatIsKnown) {
    Brush brush = cube();
    brush.sides.push_back(side_through({-8, 0, 0}, {-8, 0, 64}, {0, -8, 0}));
    const auto errors = errors_of(world_of({brush}));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_TRUE(errors[0].message.ends_with(
        " is empty: no point lies behind all its sides; turn or move a side, or delete the brush"))
        << errors[0].message;
}

TEST(BrushImportErrors, OppositeSidesAreFoundByNormalsOfAnyLength) {
    Brush brush = cube();
    brush.sides.push_back(side_through({-8, 0, 0}, {-8, 0, 64}, {0, -8, 0}));
    brush.sides.push_back(side_through({-6, 0, 0}, {0, -6, 0}, {-6, 0, 9}));
    const auto errors = errors_of(world_of({brush}));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].message.find("face each other"), std::string::npos) << errors[0].message;
}

TEST(BrushImportErrors, ACoordinateOutOfRangeNamesTheSideAndACoarserGridTakesIt) {
    // Half of 2^27 steps of 1/64 unit are 2^20 units.
    constexpr std::int64_t kFar = (std::int64_t{1} << 20) + 64;
    const World world = world_of({box_brush({kFar - 256, 0, 0}, {kFar, 64, 64})});
    ImportOptions options = one_thread();
    options.grid_exponent = 6;
    const auto errors = errors_of(world, options);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Range);
    EXPECT_EQ(errors[0].where.line, 12u);
    EXPECT_TRUE(errors[0].message.starts_with("brush 0, side 1 of worldspawn near "))
        << errors[0].message;
    EXPECT_NE(errors[0].message.find("a coordinate lies beyond +-1048576 units"),
              std::string::npos);
    EXPECT_TRUE(errors[0].message.ends_with("take the grid of 1/32")) << errors[0].message;
    options.grid_exponent = 5;
    EXPECT_EQ(imported(world, options).brushes.size(), 1u);
}

// A box of half the side with one more side through three points near corners of the range, off
// them by odd steps of 1/512 so that nothing cancels: its numbers are as wide as they get.
Brush wide_brush(std::int64_t odd) {
    constexpr std::int64_t kHalf = 131'072;
    Brush brush = box_brush({-kHalf, -kHalf, -kHalf}, {kHalf, kHalf, kHalf});
    const auto near = [](int sign, std::int64_t steps) {
        return rounded_decimal(sign * (131'072 - static_cast<double>(steps) / 512), 9);
    };
    BrushSide side = brush.sides[0];
    side.points = {DecimalPoint{near(1, odd), near(-1, 3), near(-1, odd + 2)},
                   DecimalPoint{near(-1, 1), near(1, 2 * odd + 1), near(-1, 0)},
                   DecimalPoint{near(-1, odd + 4), near(-1, 5), near(1, odd - 1)}};
    brush.sides.push_back(side);
    return brush;
}

// The points are well within the range, where the planes meet is not: bodies around it would leave
// the coordinates that are exact.
TEST(BrushImportErrors, ACornerFarBeyondTheWrittenPointsIsRefused) {
    Brush wedge = box_brush({0, 0, 0}, {64, 64, 64});
    wedge.sides.pop_back();
    wedge.sides[1] = side_through({8386508, 0, 500}, {0, 64, 1000}, {0, 0, 1000});
    const auto errors = errors_of(world_of({wedge}));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Range);
    EXPECT_NE(errors[0].message.find("has a corner too far from the origin"), std::string::npos)
        << errors[0].message;
}

TEST(BrushImport, TheWidestPlanesOfTheRangeFitThePredicates) {
    CompileOptions options{.grid_exponent = 9, .threads = 1};
    std::vector<Brush> brushes{box_brush({-64, -64, -64}, {64, 64, 64})};
    int widest = 0;
    for (const std::int64_t odd : {1, 77, 4567, 100'001}) {
        brushes.push_back(wide_brush(odd));
        const ImportedWorld world = imported(world_of(brushes), {.grid_exponent = 9, .threads = 1});
        EXPECT_EQ(world.moved_planes, 0u);
        EXPECT_LE(world.planes.predicate_bits(), kMaxPredicateBits);
        widest = std::max(widest, world.planes.predicate_bits());
    }
    EXPECT_GE(widest, kMaxPredicateBits - 6);
    const World world = world_of(brushes);
    const auto compiled = compile(world, options);
    ASSERT_TRUE(compiled) << to_string(compiled.error().front());
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level) << to_string(level.error());
    EXPECT_EQ(verify(*level, world).differences, 0u);
}

TEST(BrushImportErrors, APlaneTooWideForThePredicatesIsNamedWithTheGridThatWouldDo) {
    // Steps of 1/2: n_z is 2^54 and n_y odd, which leaves no common divisor.
    const auto half = [](std::int64_t steps) {
        return rounded_decimal(static_cast<double>(steps) / 2, 9);
    };
    constexpr std::int64_t kFar = std::int64_t{1} << 26;
    Brush brush = box_brush({-64, -64, -64}, {64, 64, 64});
    BrushSide side = brush.sides[0];
    side.points = {DecimalPoint{half(-kFar), half(-kFar), half(kFar - 4)},
                   DecimalPoint{half(kFar), half(-kFar), half(kFar - 3)},
                   DecimalPoint{half(kFar - 1), half(kFar), half(kFar - 2)}};
    brush.sides.push_back(side);
    const World world = world_of({box_brush({0, 0, 0}, {8, 8, 8}), brush});
    ImportOptions options = one_thread();
    options.grid_exponent = 1;
    const auto errors = errors_of(world, options);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Range);
    EXPECT_TRUE(errors[0].message.starts_with("brush 1, side 6 of worldspawn near "))
        << errors[0].message;
    EXPECT_TRUE(errors[0].message.ends_with("take the grid of 1")) << errors[0].message;
    options.grid_exponent = 0;
    EXPECT_EQ(imported(world, options).brushes.size(), 2u);
}

TEST(BrushImportErrors, WithoutAPlaneWithinTheToleranceTheSideIsNamed) {
    const World world = world_of({turned_box({0, 0, 0}, {300'000, 300'000, 64}, 17, 6)});
    ImportOptions options = one_thread();
    options.tolerance = 1e-9;
    options.grid_exponent = 0;
    const auto errors = errors_of(world, options);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].code, ErrorCode::Geometry);
    EXPECT_GE(errors[0].where.line, 11u);
    EXPECT_LE(errors[0].where.line, 14u);
    EXPECT_TRUE(errors[0].message.ends_with(
        ": no plane with integer coefficients lies within the import tolerance on the grid of 1; "
        "take a finer grid or a larger import tolerance"))
        << errors[0].message;
    options.tolerance = 0.5;
    EXPECT_EQ(imported(world, options).brushes.size(), 1u);
}

// As written by tools that add a long vector along each axis to a point of the side.
TEST(BrushImport, PlainPlanesWrittenByPointsFarAwayAreTaken) {
    constexpr std::int64_t kFar = 128'000'000;
    Brush far = box_brush({-2176, -1536, 512}, {2176, 1536, 576});
    for (BrushSide& side : far.sides) {
        for (std::size_t p = 1; p < 3; ++p) {
            for (std::size_t i = 0; i < 3; ++i) {
                side.points[p][i].scaled =
                    side.points[0][i].scaled +
                    (side.points[p][i].scaled - side.points[0][i].scaled) * kFar / 64;
            }
        }
    }
    // A slope off the grid, too.
    far.sides.push_back(side_through({2170, 0, 520}, {2170, kFar, 520}, {2170 - kFar, 0, kFar}));
    far.sides.back().points[0][2] = rounded_decimal(520.01, 2);
    far.sides.back().points[1][2] = rounded_decimal(520.01, 2);
    const ImportedWorld world = imported(world_of({far}));
    ASSERT_EQ(world.brushes.size(), 1u);
    EXPECT_EQ(world.brushes[0].sides.size(), 7u);
    EXPECT_EQ(world.planes.plane(plane_of(world, 0, 5)), (ExactPlane{{0, 0, 1}, 576 * 64}));
    EXPECT_EQ(world.planes.plane(plane_of(world, 0, 1)), (ExactPlane{{1, 0, 0}, 2176 * 64}));
    EXPECT_LE(world.largest_move, 0.5 / 64);
}

// A world with three bad brushes among good ones.
World mixed_world() {
    Brush open = cube();
    open.sides.erase(open.sides.begin());
    Brush empty = cube();
    empty.sides[1] = side_through({-8, 0, 0}, {-8, 64, 0}, {-8, 0, 64});
    Brush line = cube();
    line.sides[0] = side_through({0, 0, 0}, {1, 0, 0}, {2, 0, 0});
    return world_of({box_brush({0, 0, 0}, {32, 32, 32}),
                     open,
                     box_brush({64, 0, 0}, {96, 32, 32}, Contents::Water),
                     empty,
                     line,
                     box_brush({16, 16, 16}, {80, 24, 24})});
}

TEST(BrushImportErrors, EachBadBrushHasOne) {
    const auto errors = errors_of(mixed_world());
    ASSERT_EQ(errors.size(), 3u);
    EXPECT_EQ(errors[0].where.line, 20u);
    EXPECT_EQ(errors[1].where.line, 40u);
    EXPECT_EQ(errors[2].where.line, 51u);
}

TEST(BrushImportErrors, BadBrushesAreSkippedWithAWarningEachIfAskedFor) {
    const World world = mixed_world();
    CompileOptions options{.threads = 1};
    options.bad_brushes = CompileOptions::BadBrushes::Skip;
    options.fill_outside = false;  // no note that nothing was filled
    const auto compiled = compile(world, options);
    ASSERT_TRUE(compiled);
    ASSERT_EQ(compiled->diagnostics.size(), 3u);
    const std::string warning = to_string(compiled->diagnostics[0]);
    EXPECT_TRUE(
        warning.starts_with("hand.map:20:1: warning: brush left out: brush 1 of worldspawn near "))
        << warning;
    EXPECT_TRUE(
        warning.ends_with(" is unbounded: its sides do not enclose a volume; add the missing "
                          "side, or turn a side whose points run the wrong way"))
        << warning;
    ASSERT_EQ(compiled->level.brushes.size(), 3u);
    EXPECT_EQ(compiled->level.brushes[1].source, 2u);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> left_out;
    for (const LeftOutRecord& brush : compiled->level.left_out) {
        EXPECT_EQ(brush.entity, 0u);
        left_out.emplace_back(brush.source, brush.line);
    }
    EXPECT_EQ(left_out, (decltype(left_out){{1, 20}, {3, 40}, {4, 50}}));
    const auto level = Level::from_data(compiled->level);
    ASSERT_TRUE(level);
    EXPECT_EQ(verify(*level, world).differences, 0u);
}

}  // namespace
}  // namespace halfspace::test
