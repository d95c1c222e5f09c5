// SPDX-License-Identifier: MIT
// The whole compiler: every option and every nasty scene gives a level that verifies.
#include "halfspace/compile/compile.h"

#include "halfspace/verify/verify.h"

#include "formats/shared/map_reader.h"
#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/patches.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

void expect_verified(const World& world, const CompileOptions& options = {}) {
    const LevelData data = compiled_data(world, options);
    const auto level = Level::from_data(data);
    ASSERT_TRUE(level) << to_string(level.error());
    const VerifyReport report = verify(*level, world);
    EXPECT_EQ(report.differences, 0u)
        << world.source << ": " << (report.details.empty() ? "" : report.details.front());
    EXPECT_EQ(report.leaves, level->leaves().size());
}

template <class Set>
CompileOptions with(Set set) {
    CompileOptions options;
    set(options);
    return options;
}

using SceneParameter = std::tuple<SceneKind, SceneContents>;

class NastyScene : public testing::TestWithParam<SceneParameter> {};

TEST_P(NastyScene, VerifiesWithoutADifference) {
    const auto& [kind, contents] = GetParam();
    for (std::uint64_t seed = 10; seed < 10 + repeats(1); ++seed) {
        expect_verified(make_scene(kind, scene_brushes(60), seed, contents));
    }
}

// A few brushes leave cells that many would have cut away.
TEST_P(NastyScene, OfFewBrushesVerifiesWithoutADifference) {
    const auto& [kind, contents] = GetParam();
    for (std::uint64_t seed = 100; seed < 100 + repeats(20); ++seed) {
        expect_verified(make_scene(kind, 1 + static_cast<int>(seed % 9), seed, contents));
    }
}

INSTANTIATE_TEST_SUITE_P(All,
                         NastyScene,
                         testing::Combine(testing::ValuesIn(kAllScenes),
                                          testing::Values(SceneContents::Solid,
                                                          SceneContents::Mixed)),
                         [](const auto& test) {
                             return to_string(std::get<0>(test.param)) +
                                    (std::get<1>(test.param) == SceneContents::Mixed ? "_mixed"
                                                                                     : "");
                         });

TEST(Compile, TheEmptyWorldIsOneEmptyLeaf) {
    const LevelData level = compiled_data(world_of({}));
    EXPECT_TRUE(level.nodes.empty());
    EXPECT_TRUE(level.faces.empty());
    ASSERT_EQ(level.leaves.size(), 3u);  // the outside, the world, and its one cluster
    EXPECT_EQ(level.leaves[1].contents, 0u);
    EXPECT_EQ(level.clusters.size(), 1u);
    ASSERT_EQ(level.models.size(), 1u);
    EXPECT_EQ(level.models[0].root, -2);
    expect_verified(world_of({}));
}

TEST(Compile, TheTreesOfASingleBoxHaveSixNodesAndSevenLeaves) {
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    const LevelData level = compiled_data(world, with([](auto& o) { o.bodies.clear(); }));
    EXPECT_EQ(level.nodes.size(), 12u);   // of the main tree and the cluster tree
    EXPECT_EQ(level.leaves.size(), 15u);  // with the outside
    EXPECT_EQ(level.clusters.size(), 6u);
    EXPECT_EQ(level.faces.size(), 6u);
    EXPECT_EQ(level.vertices.size(), 8u);
    expect_verified(world);
}

TEST(Compile, EqualBrushesAddNothingToTheTree) {
    const Brush box = box_brush({0, 0, 0}, {64, 64, 64});
    const LevelData once = compiled_data(world_of({box}));
    const LevelData twice = compiled_data(world_of({box, box}));
    EXPECT_EQ(twice.nodes.size(), once.nodes.size());
    EXPECT_EQ(twice.faces.size(), once.faces.size());
    EXPECT_EQ(twice.brushes.size(), 2u);
    expect_verified(world_of({box, box}));
}

// The area of all faces that look up at height 0.
double floor_area(const LevelData& level) {
    double twice = 0;
    for (const FaceRecord& face : level.faces) {
        const auto corner = [&](std::uint32_t i) -> const VertexRecord& {
            return level.vertices[level.face_vertices[face.first_vertex + i % face.vertex_count]];
        };
        double twice_face = 0;
        bool is_floor = true;
        for (std::uint32_t i = 0; i < face.vertex_count; ++i) {
            const VertexRecord& a = corner(i);
            const VertexRecord& b = corner(i + 1);
            twice_face += double{a.x} * b.y - double{a.y} * b.x;
            is_floor = is_floor && a.z == 0;
        }
        twice += is_floor && twice_face > 0 ? twice_face : 0;
    }
    return twice / 2;
}

// The facets of a vault reach farther than the vault, so no part of the floor under them may be
// missing.
TEST(Compile, AFacetOfACurveHidesNothingThatIsDrawn) {
    World world = world_of({box_brush({-128, -128, -16}, {128, 128, 0})});
    world.entities[0].patches = vault();
    const LevelData level = compiled_data(world);
    EXPECT_EQ(floor_area(level), 256 * 256);
    expect_verified(world);
}

TEST(Compile, EachEntityWithBrushesHasAModelOfItsOwn) {
    World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    world.entities.push_back({{{"classname", "light"}}, {}, {}, {}});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({16, 16, 16}, {48, 48, 80})},
                                    .origin = {1, 2, 3}});
    const LevelData level = compiled_data(world);
    ASSERT_EQ(level.models.size(), 2u);
    EXPECT_EQ(level.entities[0].model, 0u);
    EXPECT_EQ(level.entities[1].model, kNone);
    EXPECT_EQ(level.entities[2].model, 1u);
    EXPECT_EQ(level.models[1].face_count, 6u);  // what the world covers of it is not its affair
    EXPECT_EQ(level.models[1].origin[2], 3);
    expect_verified(world);
}

TEST(CompileOptions, EveryChoiceGivesALevelThatVerifies) {
    const World worlds[] = {make_scene(SceneKind::RotatedBoxes, 12, 5, SceneContents::Mixed),
                            make_scene(SceneKind::TerrainPrisms, 12, 5),
                            make_scene(SceneKind::ThinPanels, 12, 5, SceneContents::Mixed)};
    for (const World& world : worlds) {
        for (const int block_size : {0, 64, 512}) {
            expect_verified(world, with([&](auto& o) { o.tree.block_size = block_size; }));
        }
        for (const SplitterScore score : {SplitterScore::Area, SplitterScore::Classic}) {
            for (const Splitters splitters : {Splitters::All, Splitters::AxialFirst}) {
                expect_verified(world, with([&](auto& o) {
                                    o.tree = {.score = score, .splitters = splitters};
                                }));
            }
        }
    }
}

// On a coarse grid planes move, and thin brushes may vanish; what remains is as exact as ever.
TEST(CompileOptions, EveryGridGivesALevelThatVerifies) {
    const int step = 10 / static_cast<int>(repeats(10));
    for (const SceneKind kind : {SceneKind::RotatedBoxes,
                                 SceneKind::Slivers,
                                 SceneKind::TiltedPlates,
                                 SceneKind::ThinPanels}) {
        const World world = make_scene(kind, 10, 6);
        for (int grid = 0; grid <= 10; grid += step) {
            SCOPED_TRACE(to_string(kind) + " on grid " + std::to_string(grid));
            expect_verified(world, with([&](auto& o) {
                                o.grid_exponent = grid;
                                o.bad_brushes = CompileOptions::BadBrushes::Skip;
                            }));
        }
        for (const double tolerance : {0.01, 0.1, 4.0}) {
            SCOPED_TRACE(to_string(kind) + ", tolerance " + std::to_string(tolerance));
            expect_verified(world, with([&](auto& o) {
                                o.import_tolerance = tolerance;
                                o.bad_brushes = CompileOptions::BadBrushes::Skip;
                            }));
        }
    }
}

TEST(CompileOptions, SubtreesThatOneThreadBuildsAreCounted) {
    const auto blocks = [](const World& world) {
        return compiled_data(world, {}).statistics.blocks;
    };
    EXPECT_EQ(blocks(world_of({box_brush({0, 0, 0}, {64, 64, 64})})), 1u);
    EXPECT_GT(blocks(make_scene(SceneKind::RotatedBoxes, 60, 5)), 1u);
}

TEST(CompileOptions, OnlyFixedBlocksCutABrushAcrossAGridLine) {
    const World world = world_of({box_brush({1000, 1000, 1000}, {1048, 1048, 1048})});
    const auto nodes = [&](int block_size) {
        return compiled_data(world, with([&](auto& o) {
                                 o.bodies.clear();
                                 o.tree.block_size = block_size;
                             }))
            .nodes.size();
    };
    EXPECT_EQ(nodes(TreeOptions().block_size), 12u);
    EXPECT_GT(nodes(1024), 12u);
}

TEST(CompileProgress, CancelFromTheStartLeavesCancelled) {
    Progress progress;
    progress.cancel = true;
    const auto result = compile(make_scene(SceneKind::PieWedges, 30, 1),
                                with([&](auto& o) { o.progress = &progress; }));
    ASSERT_FALSE(result);
    ASSERT_EQ(result.error().size(), 1u);
    EXPECT_EQ(result.error()[0].code, ErrorCode::Cancelled);
}

TEST(CompileProgress, CancelInAnyStageLeavesCancelled) {
    for (const std::string stage : {"import", "structure", "csg", "tree", "faces", "write"}) {
        Progress progress;
        std::vector<std::string> seen;
        progress.report = [&](std::string_view name, double) {
            seen.emplace_back(name);
            progress.cancel = progress.cancel || name == stage;
        };
        const auto result = compile(make_scene(SceneKind::PieWedges, 30, 1),
                                    with([&](auto& o) { o.progress = &progress; }));
        ASSERT_FALSE(result) << stage;
        EXPECT_EQ(result.error()[0].code, ErrorCode::Cancelled) << stage;
        ASSERT_FALSE(seen.empty());
        EXPECT_EQ(seen.back(), stage) << "no stage begins after a cancelled one";
    }
}

// A pillar whose sides have all short normals with a positive x, as .map text: over a thousand of
// them, each cutting off next to nothing.
std::string many_sided_pillar(double x, double y) {
    constexpr int kLongest = 38;
    std::vector<std::array<int, 2>> normals;
    for (int a = 1; a <= kLongest; ++a) {
        for (int b = -kLongest; b <= kLongest; ++b) {
            if (std::gcd(a, b) == 1 && a * a + b * b <= kLongest * kLongest) {
                normals.push_back({a, b});
            }
        }
    }
    std::sort(normals.begin(), normals.end(), [](const auto& p, const auto& q) {
        return p[0] * q[1] > p[1] * q[0];
    });
    std::vector<std::array<int, 2>> outline{{0, 0}};
    for (const auto& [a, b] : normals) {
        outline.push_back({outline.back()[0] - b, outline.back()[1] + a});
    }
    outline.push_back({outline.front()[0] - 1, outline.back()[1] / 2});
    std::string text = "{\n";
    const auto point = [&](const std::array<int, 2>& p, int z) {
        return "( " + std::to_string(x + p[0] / 8.0) + " " + std::to_string(y + p[1] / 8.0) + " " +
               std::to_string(z) + " ) ";
    };
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const auto& next = outline[(i + 1) % outline.size()];
        text += point(outline[i], 0) + point(outline[i], 64) + point(next, 0) + "a 0 0 0 1 1\n";
    }
    text += point({0, 0}, 64) + point({0, 8}, 64) + point({8, 0}, 64) + "a 0 0 0 1 1\n";
    text += point({0, 0}, 0) + point({8, 0}, 0) + point({0, 8}, 0) + "a 0 0 0 1 1\n}\n";
    return text;
}

TEST(Compile, ATreeTooDeepForQueriesIsRefusedAndNotCutShort) {
    // Two boxes so far apart that the relief planes of their model miss the pillar.
    constexpr std::int64_t kFar = 8'000'000;
    const auto read =
        read_map("{\n\"classname\" \"worldspawn\"\n}\n{\n\"classname\" \"func_wall\"\n" +
                     many_sided_pillar(26'000, 14'000) + "}\n",
                 "pillar.map");
    ASSERT_TRUE(read) << to_string(read.error());
    World world = read->world;
    ASSERT_EQ(world.entities.size(), 2u);
    for (const std::int64_t at : {-kFar, kFar}) {
        world.entities[1].brushes.push_back(box_brush({at, at, 0}, {at + 64, at + 64, 64}));
    }
    const auto result = compile(world);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().front().code, ErrorCode::Limit);
}

TEST(CompileProgress, StagesAreReportedAndTimed) {
    Progress progress;
    std::vector<std::string> seen;
    progress.report = [&](std::string_view name, double fraction) {
        EXPECT_TRUE(fraction >= 0 && fraction <= 1) << fraction;
        if (fraction == 0) {
            seen.emplace_back(name);
        }
    };
    const auto result = compile(make_scene(SceneKind::PieWedges, 30, 1),
                                with([&](auto& o) { o.progress = &progress; }));
    ASSERT_TRUE(result);
    EXPECT_EQ(seen,
              (std::vector<std::string>{
                  "import", "expand", "structure", "expand", "csg", "tree", "faces", "write"}));
    ASSERT_EQ(result->times.size(), 7u);
    for (const StageTime& time : result->times) {
        EXPECT_GE(time.wall_seconds, 0);
    }
}

// Such values gave levels that no loader took, or ran for hours.
TEST(CompileOptions, ValuesOutOfRangeAreRefusedByTheirName) {
    using Set = void (*)(CompileOptions&);
    const std::pair<Set, std::string> bad[] = {
        {[](auto& o) { o.grid_exponent = -1; },
         "grid_exponent: expected a whole number from 0 to 10, found -1"},
        {[](auto& o) { o.grid_exponent = 11; },
         "grid_exponent: expected a whole number from 0 to 10, found 11"},
        {[](auto& o) { o.import_tolerance = 0; },
         "import_tolerance: expected a number above 0, up to 4, found 0"},
        {[](auto& o) { o.tree.block_size = 1000; },
         "tree.block_size: expected 0 for none or a power of two up to 1048576, found 1000"},
        {[](auto& o) { o.tree.block_size = -1024; },
         "tree.block_size: expected 0 for none or a power of two up to 1048576, found -1024"},
        {[](auto& o) { o.units_per_metre = std::numeric_limits<double>::infinity(); },
         "units_per_metre: expected a number above 0, found inf"},
        {[](auto& o) { o.curve_tolerance = std::nan(""); },
         "curve_tolerance: expected a number above 0, up to 64, found nan"},
        {[](auto& o) { o.facet_tolerance = 65; },
         "facet_tolerance: expected a number above 0, up to 64, found 65"},
        {[](auto& o) { o.units_per_metre = 0; },
         "units_per_metre: expected a number above 0, found 0"},
        {[](auto& o) { o.threads = 1025; },
         "threads: expected a whole number from 0 to 1024, found 1025"},
    };
    const World world = world_of({box_brush({0, 0, 0}, {64, 64, 64})});
    EXPECT_FALSE(bad_option(CompileOptions{}));
    for (const auto& [set, message] : bad) {
        const auto result = compile(world, with(set));
        ASSERT_FALSE(result) << message;
        ASSERT_EQ(result.error().size(), 1u);
        EXPECT_EQ(result.error()[0].code, ErrorCode::Range);
        EXPECT_EQ(result.error()[0].message, message);
    }
}

}  // namespace
}  // namespace halfspace::test
