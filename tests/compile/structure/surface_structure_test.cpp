// SPDX-License-Identifier: MIT
// Worlds of polygons have clusters, leaks and visible sets as worlds of brushes do.
#include "halfspace/compile/compile.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/visibility.h"
#include "halfspace/verify/verify.h"

#include "compile/structure/structure.h"
#include "formats/shared/grid_reader.h"
#include "support/brushes.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

World grid_world(std::string_view text) {
    return read_grid(text, "test.grid").value().world;
}

// Two rooms side by side, with a way around three corners between them.
constexpr std::string_view kTwoRooms =
    "cell 64\n"
    "....11111....\n"
    ".P..1...1....\n"
    "....1.1.1....\n"
    "......1......\n";

void expect_proven(const Compiled& compiled, const World& world) {
    const VerifyReport report = verify(Level::from_data(compiled.level).value(), world);
    EXPECT_EQ(report.differences, 0u) << (report.details.empty() ? "" : report.details[0]);
    EXPECT_EQ(report.portals, compiled.level.portals.size());
}

// A segment that is clear never joins clusters that the level calls hidden.
void expect_no_false_hiding(const Level& level, std::uint64_t segments) {
    Random random(3);
    const Aabb box = level.drawn_box(kWorldModel);
    const auto place = [&] {
        const double x = random.real(box.min.x, box.max.x);
        const double y = random.real(box.min.y, box.max.y);
        return Vec3{x, y, random.real(box.min.z, box.max.z)};
    };
    std::uint64_t clear = 0;
    for (std::uint64_t i = 0; i < segments; ++i) {
        const Vec3 from = place();
        const Vec3 to = i % 2 == 0 ? place() : lerp(from, place(), 0.25);
        const auto a = cluster_at(level, from);
        const auto b = cluster_at(level, to);
        ASSERT_EQ(a.has_value(), !any(point_contents(level, from) & kOpaque));
        if (a && b && line_of_sight(level, from, to)) {
            ++clear;
            ASSERT_TRUE(may_see(level, *a, *b));
        }
    }
    EXPECT_GT(clear, segments / 100);
}

TEST(SurfaceStructure, RoomsBehindCornersAreHidden) {
    const World world = grid_world(kTwoRooms);
    const Compiled compiled = halfspace::compile(world).value();
    EXPECT_FALSE(compiled.leak);
    const Level level = Level::from_data(compiled.level).value();
    ASSERT_TRUE(has_visibility(level));
    EXPECT_FALSE(level.portals().empty());
    const Vec3 west{-352, 96, 96};
    const Vec3 east{352, 96, 96};
    const auto a = cluster_at(level, west);
    const auto b = cluster_at(level, east);
    ASSERT_TRUE(a && b);
    EXPECT_FALSE(may_see(level, *a, *b));
    EXPECT_FALSE(cluster_at(level, {128, 32, 96}));  // in a wall between them
    // Each face says which clusters it borders.
    const auto starts = level.face_cluster_starts();
    ASSERT_EQ(starts.size(), level.faces().size() + 1);
    for (std::size_t f = 0; f + 1 < starts.size(); ++f) {
        EXPECT_LT(starts[f], starts[f + 1]);
    }
    expect_no_false_hiding(level, repeats(20'000));
    expect_proven(compiled, world);
}

TEST(SurfaceStructure, TheCastleHidesNothingThatIsSeen) {
    const World world = read_world(project_file("examples/levels/castle.grid")).value();
    const Compiled compiled = halfspace::compile(world).value();
    const Level level = Level::from_data(compiled.level).value();
    ASSERT_TRUE(has_visibility(level));
    const VisibilityRows rows = visibility_rows(level);
    std::uint64_t pairs = 0;
    for (std::uint32_t c = 0; c < rows.cluster_count; ++c) {
        for_each_visible_cluster(level, ClusterId(c), [&](ClusterId) { ++pairs; });
    }
    EXPECT_LT(pairs, std::uint64_t{rows.cluster_count} * rows.cluster_count / 2);
    expect_no_false_hiding(level, repeats(50'000));
    expect_proven(compiled, world);
}

// A box that looks outwards, or inwards, with corners low and high along each axis.
void add_box(World& world, double low, double high, bool is_room) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (const bool is_top : {false, true}) {
            SurfacePolygon polygon;
            for (const auto& [u, v] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                double p[3];
                p[axis] = is_top ? high : low;
                p[(axis + 1) % 3] = u == 1 ? high : low;
                p[(axis + 2) % 3] = v == 1 ? high : low;
                polygon.corners.push_back({{rounded_decimal(p[0], 0),
                                            rounded_decimal(p[1], 0),
                                            rounded_decimal(p[2], 0)}});
            }
            if (is_top == is_room) {
                std::ranges::reverse(polygon.corners);
            }
            polygon.material = MaterialId(0);
            world.entities[0].polygons.push_back(std::move(polygon));
        }
    }
}

// A hollow block of stone in the open, and a start.
World house(const Vec3& start) {
    World world;
    world.source = "house";
    world.materials.push_back({"stone"});
    world.entities.emplace_back();
    add_box(world, -96, 96, false);
    add_box(world, -64, 64, true);
    Entity& entity = world.entities.emplace_back();
    entity.keys = {{"classname", "info_player_start"}, {"origin", "as in the test"}};
    entity.origin = start;
    entity.has_origin = true;
    return world;
}

TEST(SurfaceStructure, OfAClosedHouseHidesTheOutsideAndLeavesItOpen) {
    const World world = house({0, 0, 0});
    const Compiled compiled = halfspace::compile(world).value();
    EXPECT_FALSE(compiled.leak);
    const Level level = Level::from_data(compiled.level).value();
    ASSERT_TRUE(has_visibility(level));
    EXPECT_EQ(point_contents(level, {112, 0, 0}), Contents::Empty);
    const auto inside = cluster_at(level, {0, 0, 0});
    const auto outside = cluster_at(level, {112, 0, 0});
    ASSERT_TRUE(inside && outside);
    EXPECT_FALSE(may_see(level, *inside, *outside));
    expect_proven(compiled, world);
}

TEST(SurfaceStructure, WithoutAStartNothingIsSaidOfWhatIsVisible) {
    World world = house({0, 0, 0});
    world.entities.pop_back();
    const Compiled compiled = halfspace::compile(world).value();
    EXPECT_TRUE(compiled.level.visible_starts.empty());
    ASSERT_EQ(compiled.diagnostics.size(), 1u);
    EXPECT_EQ(compiled.diagnostics[0].severity, Severity::Note);
    EXPECT_EQ(compiled.diagnostics[0].message,
              "no entity stands in the open, so the level does not say what is visible");
    CompileOptions options;
    options.visibility = std::nullopt;
    EXPECT_TRUE(halfspace::compile(world, options).value().diagnostics.empty());
}

TEST(SurfaceStructure, AStartInTheOpenIsALeak) {
    const World world = house({112, 8, 16});
    const Compiled compiled = halfspace::compile(world).value();
    ASSERT_TRUE(compiled.leak);
    EXPECT_EQ(compiled.leak->entity, 1u);
    EXPECT_EQ(compiled.leak->line.front(), (Vec3{112, 8, 16}));
    EXPECT_TRUE(compiled.leak->brush_lines.empty());
    EXPECT_FALSE(has_visibility(Level::from_data(compiled.level).value()));
    expect_proven(compiled, world);
}

TEST(SurfaceStructure, ACancelInItsStageLeavesCancelled) {
    Progress progress;
    std::string last;
    progress.report = [&](std::string_view stage, double) {
        last = stage;
        progress.cancel = progress.cancel || stage == "structure";
    };
    CompileOptions options;
    options.progress = &progress;
    const auto result = halfspace::compile(grid_world(kTwoRooms), options);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().front().code, ErrorCode::Cancelled);
    EXPECT_EQ(last, "structure");
}

TEST(SurfaceStructure, AShellHasNone) {
    World world = grid_world("ceiling no\n..P\n");
    CompileOptions options;
    options.open_surfaces = OpenSurfaces::Draw;
    const LevelData level = halfspace::compile(world, options).value().level;
    EXPECT_TRUE(level.clusters.empty());
}

}  // namespace
}  // namespace halfspace::test
