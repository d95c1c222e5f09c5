// SPDX-License-Identifier: MIT
// Verify finds every brush of a level that is not the source's. The trees stay as they are.
#include "verify/verify_brushes.h"

#include "support/brushes.h"
#include "support/refit.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"
#include "verify/mutants.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

struct Subject {
    World world;
    LevelData level;
};

using BadBrushes = CompileOptions::BadBrushes;

Subject subject_of(World world, BadBrushes bad_brushes = BadBrushes::Fail) {
    CompileOptions options;
    options.threads = 1;
    options.bad_brushes = bad_brushes;
    auto compiled = compile(world, options);
    if (!compiled) {
        ADD_FAILURE() << to_string(compiled.error().front());
        return {};
    }
    return {std::move(world), std::move(compiled->level)};
}

Subject example(const std::string& name) {
    const auto world = read_world(project_file("examples/levels/" + name));
    EXPECT_TRUE(world);
    return subject_of(world.value_or(World{}));
}

// Sides lie on the grid in all of them but the station.
const std::vector<Subject>& subjects() {
    static const std::vector<Subject> kSubjects = [] {
        std::vector<Subject> made;
        made.push_back(subject_of(make_scene(SceneKind::Slivers, 12, 1, SceneContents::Mixed)));
        made.push_back(subject_of(make_scene(SceneKind::PieWedges, 9, 1)));
        made.push_back(example("keep.map"));
        made.push_back(example("station.map"));
        return made;
    }();
    return kSubjects;
}

using Mutate = std::function<void(LevelData&, std::size_t)>;

// From one of `count` places to the next, so that about eighty of them are tried.
std::size_t stride(std::size_t count) {
    return 1 + count / repeats(80);
}

// records: &LevelData::brushes, if `mutate` changes a brush.
template <class Records>
void expect_found(Records records, const Mutate& mutate) {
    for (const Subject& subject : subjects()) {
        const std::size_t count = (subject.level.*records).size();
        for (std::size_t i = 0; i < count; i += stride(count)) {
            LevelData mutant = subject.level;
            mutate(mutant, i);
            EXPECT_TRUE(is_refused_or_different(subject.world, mutant))
                << subject.world.source << ", record " << i;
        }
    }
}

// The same for levels with other brushes, of which the loader finds nothing wrong.
void expect_different_for_brushes(
    const std::function<void(std::vector<BrushParts>&, std::size_t)>& mutate) {
    for (const Subject& subject : subjects()) {
        const std::size_t count = subject.level.brushes.size();
        for (std::size_t b = 0; b < count; b += stride(count)) {
            std::vector<BrushParts> brushes = brush_parts(subject.level);
            mutate(brushes, b);
            LevelData mutant = subject.level;
            set_brushes(mutant, brushes);
            const auto level = Level::from_data(mutant);
            ASSERT_TRUE(level) << to_string(level.error());
            EXPECT_FALSE(differences_beside_faces(*level, subject.world).empty())
                << subject.world.source << ", brush " << b;
        }
    }
}

TEST(VerifyBrushes, BrushesLaidOutAnewAreTheSame) {
    for (const Subject& subject : subjects()) {
        LevelData same = subject.level;
        set_brushes(same, brush_parts(subject.level));
        EXPECT_FALSE(is_refused_or_different(subject.world, same)) << subject.world.source;
    }
}

TEST(VerifyBrushes, ADroppedBrushIsFound) {
    expect_different_for_brushes([](std::vector<BrushParts>& brushes, std::size_t b) {
        brushes.erase(brushes.begin() + static_cast<std::ptrdiff_t>(b));
    });
}

TEST(VerifyBrushes, ABrushThatIsThereTwiceIsFound) {
    expect_different_for_brushes([](std::vector<BrushParts>& brushes, std::size_t b) {
        brushes.push_back(BrushParts(brushes[b]));
    });
}

// Two brushes that claim one source leave that of one of them without any.
TEST(VerifyBrushes, ABrushWithTheSourceOfAnotherIsFound) {
    expect_found(&LevelData::brushes, [](LevelData& level, std::size_t b) {
        BrushRecord& brush = level.brushes[b];
        const BrushRecord& other = level.brushes[(b + 1) % level.brushes.size()];
        brush.source = other.source;
        brush.entity = other.entity;
    });
}

TEST(VerifyBrushes, ABrushOfAnotherEntityIsFound) {
    expect_found(&LevelData::brushes, [](LevelData& level, std::size_t b) {
        BrushRecord& brush = level.brushes[b];
        brush.entity = (brush.entity + 1) % static_cast<std::uint32_t>(level.entities.size());
        brush.source += level.entities.size() == 1 ? 1 : 0;
    });
}

// A few bits of each brush, all bits within five brushes.
TEST(VerifyBrushes, EveryBitOfABrushsContentsIsChecked) {
    for (std::size_t first = 0; first < kContentsTable.size(); first += 5) {
        expect_found(&LevelData::brushes, [first](LevelData& level, std::size_t b) {
            const ContentsRow& row = kContentsTable[(first + b % 5) % kContentsTable.size()];
            level.brushes[b].contents ^= static_cast<std::uint32_t>(row.bit);
        });
    }
}

TEST(VerifyBrushes, ATurnedSideIsFound) {
    expect_found(&LevelData::sides,
                 [](LevelData& level, std::size_t s) { level.sides[s].plane ^= 1u; });
}

// On the grid a side has exactly one plane; elsewhere two grid steps are too far.
TEST(VerifyBrushes, AMovedSideIsFound) {
    expect_found(&LevelData::sides, [](LevelData& level, std::size_t s) {
        const std::uint32_t plane = level.sides[s].plane;
        const std::int64_t* n = level.planes[plane / 2].n;
        const std::int64_t size = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
        const std::uint32_t moved =
            add_moved_plane(level, plane / 2, level.statistics.moved_planes == 0 ? 1 : 2 * size);
        level.sides[s].plane = 2 * moved + (plane & 1u);
    });
}

// No two sides of a brush have one plane, so the side's is not that of its neighbour's source.
TEST(VerifyBrushes, ASideWithTheSourceOfAnotherIsFound) {
    expect_found(&LevelData::brushes, [](LevelData& level, std::size_t b) {
        const BrushRecord& brush = level.brushes[b];
        level.sides[brush.first_side].source = level.sides[brush.first_side + 1].source;
    });
}

// The last side of every brush bounds it, so without it the brush grows into cells that do not
// know of it, or has no end.
TEST(VerifyBrushes, ADroppedSideIsFound) {
    expect_different_for_brushes(
        [](std::vector<BrushParts>& brushes, std::size_t b) { brushes[b].sides.pop_back(); });
}

TEST(VerifyBrushes, AnotherSourceIsFound) {
    const Subject& subject = subjects().front();
    const World other = make_scene(SceneKind::Slivers, 12, 2, SceneContents::Mixed);
    EXPECT_TRUE(is_refused_or_different(other, subject.level));
}

BrushSide decimal_side(const Vec3& a, const Vec3& b, const Vec3& c) {
    BrushSide side = side_through({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
    const auto point = [](const Vec3& p) {
        return DecimalPoint{
            rounded_decimal(p.x, 6), rounded_decimal(p.y, 6), rounded_decimal(p.z, 6)};
    };
    side.points = {point(a), point(b), point(c)};
    return side;
}

// 4096 long with a top that rises slowly, whose first half unit rises a little steeper.
World ramp_with_a_sliver() {
    Brush ramp = box_brush({0, 0, 0}, {4096, 64, 200});
    ramp.sides[5] = decimal_side({0.5, 0, 64.006}, {4096, 0, 104.961}, {0.5, 64, 64.006});
    ramp.sides.push_back(decimal_side({0, 0, 64}, {0.5, 0, 64.006}, {0, 64, 64}));
    return world_of({ramp});
}

VerifyReport report_of(const LevelData& data, const World& world) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    return verify(*level, world);
}

// The level's sliver lies in the level plane at 64 units: over its own face that is within the
// tolerance of what the source says, but it takes 41 units off the far end of the ramp.
TEST(VerifyBrushes, ASliverFaceThatCutsItsBrushFarAwayIsFound) {
    const World source = ramp_with_a_sliver();
    World cut = source;
    cut.entities[0].brushes[0].sides[6] = side_through({0, 0, 64}, {1, 0, 64}, {0, 1, 64});
    const Subject subject = subject_of(cut);
    EXPECT_EQ(report_of(subject.level, cut).differences, 0u);
    const VerifyReport report = report_of(subject.level, source);
    EXPECT_GT(report.differences, 0u);
    EXPECT_NEAR(report.largest_displacement, 104.961 - 64, 1e-3);
}

TEST(VerifyBrushes, ARampWithASliverFaceIsTheSourcesWithinTheTolerance) {
    const World source = ramp_with_a_sliver();
    const VerifyReport report = report_of(subject_of(source).level, source);
    EXPECT_EQ(report.differences, 0u);
    EXPECT_LE(report.largest_displacement, 0.5 / 64);
}

// The source shaves 0.004 units off an edge, a quarter of a grid step. The level has the whole
// edge.
TEST(VerifyBrushes, ABrushWithoutASideThatTheToleranceMakesNeedlessIsAccepted) {
    Brush shaved = box_brush({0, 0, 0}, {100, 40, 20});
    shaved.sides[0] = decimal_side({0.003, 0, 0}, {0.003, 0, 20}, {0.003, 40, 0});
    Brush box = shaved;
    shaved.sides.push_back(decimal_side({100, 20, 19.994}, {100, 40, 19.994}, {99.994, 20, 20}));
    const VerifyReport report = report_of(subject_of(world_of({box})).level, world_of({shaved}));
    EXPECT_EQ(report.differences, 0u) << report.details.front();
    EXPECT_GT(report.largest_displacement, 0.004);
    // Shaved by a hundredth of a unit it is another brush.
    shaved.sides.back() = decimal_side({100, 20, 19.98}, {100, 40, 19.98}, {99.98, 20, 20});
    EXPECT_GT(report_of(subject_of(world_of({box})).level, world_of({shaved})).differences, 0u);
}

// A side through three points.
BrushSide side_of(const std::array<Vec3, 3>& points) {
    return decimal_side(points[0], points[1], points[2]);
}

// A flat tetrahedron of two million units, four units high at its sharp end: no planes on the grid
// keep its surface.
Brush too_sharp() {
    const Vec3 a{-999999.9863, -700000.3, 0.011};
    const Vec3 b{-999999.9863, 700000.4, 0.0173};
    const Vec3 c{1000000.0317, 0.31, -2};
    const Vec3 d{1000000.0319, 0.377, 2.0177};
    Brush brush = box_brush({0, 0, 0}, {1, 1, 1});
    brush.sides = {side_of({a, c, b}), side_of({a, b, d}), side_of({a, d, c}), side_of({b, c, d})};
    for (BrushSide& side : brush.sides) {
        std::swap(side.points[1], side.points[2]);
    }
    return brush;
}

World room_with(const Brush& bad) {
    return world_of({box_brush({0, 0, 0}, {64, 64, 64}), bad, box_brush({64, 0, 0}, {96, 64, 64})});
}

// Solids that the compiler cannot take: too sharp, a corner beyond half the range, sides beyond the
// range.
const std::vector<World>& worlds_with_a_bad_brush() {
    static const std::vector<World> kWorlds{
        room_with(too_sharp()),
        room_with(box_brush({8388508, 0, 0}, {8388808, 64, 64})),
        room_with(box_brush({16777216, 0, 0}, {16777416, 64, 64}))};
    return kWorlds;
}

TEST(VerifyBrushes, ASolidThatTheCompilerLeftOutIsNoDifference) {
    for (const World& world : worlds_with_a_bad_brush()) {
        const Subject subject = subject_of(world, BadBrushes::Skip);
        ASSERT_EQ(subject.level.left_out.size(), 1u);
        const VerifyReport report = report_of(subject.level, world);
        EXPECT_EQ(report.differences, 0u) << report.details.front();
        EXPECT_EQ(report.left_out, 1u);
        EXPECT_EQ(report.left_out_lines, std::vector{world.entities[0].brushes[1].position.line});
    }
}

TEST(VerifyBrushes, AMissingBrushThatTheLevelDoesNotListIsFound) {
    for (const World& world : worlds_with_a_bad_brush()) {
        Subject subject = subject_of(world, BadBrushes::Skip);
        subject.level.left_out.clear();
        EXPECT_EQ(report_of(subject.level, world).differences, 1u);
    }
}

// The list names the bad brush, so this does not excuse that the good one is missing.
TEST(VerifyBrushes, AGoodBrushThatIsMissingBesideALeftOutOneIsFound) {
    const World world = room_with(too_sharp());
    Subject subject = subject_of(world, BadBrushes::Skip);
    std::vector<BrushParts> brushes = brush_parts(subject.level);
    brushes.pop_back();
    set_brushes(subject.level, brushes);
    const VerifyReport report = report_of(subject.level, world);
    ASSERT_GT(report.differences, 0u);
    EXPECT_TRUE(report.details.front().ends_with(" is not in the level"));
    EXPECT_EQ(report.left_out, 1u);
}

TEST(VerifyBrushes, AListedBrushThatIsInTheLevelIsFound) {
    for (const Subject& subject : subjects()) {
        LevelData mutant = subject.level;
        mutant.left_out.push_back({0, 1, 0});
        const VerifyReport report = report_of(mutant, subject.world);
        ASSERT_EQ(report.differences, 1u);
        EXPECT_TRUE(report.details.front().ends_with(
            "is in the level, but the level says that it lacks the brush"))
            << report.details.front();
    }
}

TEST(VerifyBrushes, AListedBrushThatIsNotInTheSourceIsFound) {
    LevelData mutant = subjects().front().level;
    mutant.left_out.push_back({0, 12, 0});
    const VerifyReport report = report_of(mutant, subjects().front().world);
    ASSERT_EQ(report.differences, 1u);
    EXPECT_EQ(report.details.front(),
              "the level says that it lacks brush 12 of entity 0, which is not in the source");
}

TEST(VerifyBrushes, TheDisplacementReportedIsThatOfTheFarthestBrush) {
    // A slope through points off the grid of 1/64, with an unmoved box beside it.
    const World world = world_of(
        {turned_box({0, 0, 0}, {100, 40, 20}, 30, 6), box_brush({200, 0, 0}, {264, 64, 64})});
    const Subject subject = subject_of(world);
    const auto level = Level::from_data(subject.level);
    ASSERT_TRUE(level);
    const VerifyReport report = verify(*level, world);
    EXPECT_EQ(report.differences, 0u);
    EXPECT_GT(report.largest_displacement, 0);
    EXPECT_NEAR(report.largest_displacement, subject.level.statistics.largest_move, 1e-6);
    EXPECT_LE(report.largest_displacement, 0.5 / 64 + 1e-6);

    LevelData strict = subject.level;
    strict.statistics.import_tolerance = report.largest_displacement * 64 / 2;
    EXPECT_GT(report_of(strict, world).differences, 0u);
}

}  // namespace
}  // namespace halfspace::test
