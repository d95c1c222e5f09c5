// SPDX-License-Identifier: MIT
// What is outside of a sealed level: nobody inside notices that it is filled, and a leak is shown
// as a way that can be walked.
#include "halfspace/compile/compile.h"
#include "halfspace/query/areas.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/trace.h"
#include "halfspace/query/visibility.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/sources.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace halfspace::test {
namespace {

constexpr Contents kWalls = kSealing;

// A room of 256 units with walls of 16. door: a hole of 32 in the wall at x = 256.
World room(bool has_door) {
    std::vector<Brush> walls{box_brush({-16, -16, -16}, {0, 272, 272}),
                             box_brush({0, -16, -16}, {256, 0, 272}),
                             box_brush({0, 256, -16}, {256, 272, 272}),
                             box_brush({0, 0, -16}, {256, 256, 0}),
                             box_brush({0, 0, 256}, {256, 256, 272})};
    if (has_door) {
        walls.push_back(box_brush({256, -16, -16}, {272, 112, 272}));
        walls.push_back(box_brush({256, 144, -16}, {272, 272, 272}));
        walls.push_back(box_brush({256, 112, -16}, {272, 144, 64}));
        walls.push_back(box_brush({256, 112, 96}, {272, 144, 272}));
    } else {
        walls.push_back(box_brush({256, -16, -16}, {272, 272, 272}));
    }
    return world_of(std::move(walls));
}

void add_entity(World& world, const Vec3& origin) {
    Entity& entity = world.entities.emplace_back();
    entity.keys = {{"classname", "info_player_start"}, {"origin", "as in the test"}};
    entity.origin = origin;
    entity.has_origin = true;
}

Compiled compiled(const World& world, CompileOptions options = {}) {
    auto result = compile(world, options);
    EXPECT_TRUE(result);
    return result ? *std::move(result) : Compiled();
}

CompileOptions without_fill() {
    CompileOptions options;
    options.fill_outside = false;
    options.visibility = std::nullopt;
    return options;
}

// No point of the way but its ends is in a wall that seals, and it ends outside of all brushes.
void expect_way(const Leak& leak, const World& world, const Level& unfilled) {
    ASSERT_GE(leak.line.size(), 2u);
    EXPECT_EQ(leak.line.front(), world.entities[leak.entity].origin);
    EXPECT_FALSE(contains(unfilled.model_bounds(kWorldModel), leak.line.back()));
    for (std::size_t i = 0; i + 1 < leak.line.size(); ++i) {
        EXPECT_EQ(
            first_transition(unfilled, SpaceId(0), leak.line[i], leak.line[i + 1], kWalls).kind,
            Transition::Kind::AllEmpty);
    }
}

TEST(Outside, IsVoidAroundASealedRoom) {
    World world = room(false);
    add_entity(world, {128, 128, 64});
    const Compiled result = compiled(world);
    EXPECT_FALSE(result.leak);
    const Level level = *Level::from_data(result.level);
    // The outer half of a wall and what is beyond are in one leaf here.
    EXPECT_EQ(point_contents(level, {-24, 128, 128}), Contents::Solid);
    EXPECT_EQ(point_contents(level, {128, 128, 128}), Contents::Empty);
    EXPECT_EQ(point_contents(level, {-8, 128, 128}), Contents::Solid);
    EXPECT_EQ(level.clusters().size(), 1u);
    EXPECT_EQ(level.faces().size(), 6u);  // the walls from inside
    EXPECT_EQ(cluster_at(level, {-24, 128, 128}), std::nullopt);
    EXPECT_EQ(cluster_at(level, {128, 128, 128}), ClusterId(0));
    EXPECT_EQ(cluster_at(level, {0, 128, 128}), ClusterId(0));  // it touches the cluster
    EXPECT_TRUE(has_visibility(level));
}

TEST(Outside, StaysEmptyWithoutAnEntityAndWithoutFill) {
    EXPECT_EQ(point_contents(level_of(room(false)), {-24, 128, 128}), Contents::Empty);
    World world = room(false);
    add_entity(world, {128, 128, 64});
    EXPECT_EQ(point_contents(level_of(world, without_fill()), {-24, 128, 128}), Contents::Empty);
    // An entity in a wall starts no flood.
    World walled = room(false);
    add_entity(walled, {-8, 128, 64});
    const Compiled result = compiled(walled);
    EXPECT_FALSE(result.leak);
    EXPECT_EQ(point_contents(*Level::from_data(result.level), {-24, 128, 128}), Contents::Empty);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_EQ(result.diagnostics[0].severity, Severity::Note);
}

TEST(Outside, IsFilledForBodiesThatHoldTheirPosition) {
    World world = room(false);
    add_entity(world, {128, 128, 64});
    CompileOptions options;
    options.bodies = {{"near", {-8, -8, -8}, {8, 8, 8}}, {"aside", {40, -8, -8}, {56, 8, 8}}};
    const Level level = level_of(world, options);
    EXPECT_FALSE(is_free(level, SpaceId(1), {-60, 128, 128}));
    EXPECT_TRUE(is_free(level, SpaceId(2), {-100, 128, 128}));
}

// A curtain from wall to wall: bodies and the flood go through, and nobody sees through.
TEST(VisBlocker, BlocksSightAlone) {
    World world = room(false);
    world.entities[0].brushes.push_back(
        box_brush({120, 0, 0}, {136, 256, 256}, Contents::Illusionary | Contents::VisBlocker));
    add_entity(world, {64, 128, 64});
    const Compiled sealed = compiled(world);
    EXPECT_FALSE(sealed.leak);
    const auto level = Level::from_data(sealed.level);
    ASSERT_TRUE(level);
    const Vec3 left{64, 128, 64};
    const Vec3 right{192, 128, 64};
    const Vec3 inside{128, 128, 64};
    const auto a = cluster_at(*level, left);
    const auto b = cluster_at(*level, right);
    ASSERT_TRUE(a && b && *a != *b);
    const auto within = cluster_at(*level, inside);
    ASSERT_TRUE(within);
    for (const auto& [from, to] :
         {std::pair(*a, *b), std::pair(*a, *within), std::pair(*b, *within)}) {
        EXPECT_FALSE(may_see(*level, from, to));
    }
    EXPECT_TRUE(areas_connected(AreaState(*level), *a, *b));
    EXPECT_FALSE(line_of_sight(*level, left, right));
    EXPECT_FALSE(line_of_sight(*level, left, inside));
    EXPECT_TRUE(line_of_sight(*level, left, {96, 200, 200}));
    EXPECT_EQ(point_contents(*level, inside), Contents::Illusionary | Contents::VisBlocker);
    for (std::uint32_t space = 0; space < level->spaces().size(); ++space) {
        EXPECT_FALSE(trace(*level, SpaceId(space), left, right).hit) << space;
        EXPECT_TRUE(is_free(*level, SpaceId(space), inside)) << space;
    }
    std::set<std::uint32_t> drawn;  // planes of its faces
    for (const FaceRecord& face : level->faces()) {
        if (face.brush == level->brushes().size() - 1) {
            drawn.insert(face.plane);
        }
    }
    EXPECT_EQ(drawn.size(), 2u);  // its two large sides
}

TEST(Leak, GoesThroughTheHoleAndNamesItsBrushes) {
    World world = room(true);
    add_entity(world, {32, 32, 32});
    for (std::size_t b = 0; b < world.entities[0].brushes.size(); ++b) {
        world.entities[0].brushes[b].position.line = static_cast<std::uint32_t>(10 + b);
    }
    const Compiled result = compiled(world);
    ASSERT_TRUE(result.leak);
    expect_way(*result.leak, world, level_of(world, without_fill()));
    Aabb opening;
    for (const Vec3& corner : result.leak->opening) {
        opening = merge(opening, {corner, corner});
    }
    EXPECT_EQ(opening.min.y, 112);
    EXPECT_EQ(opening.max.y, 144);
    EXPECT_EQ(opening.min.z, 64);
    EXPECT_EQ(opening.max.z, 96);
    ASSERT_EQ(result.leak->brush_lines.size(), 3u);
    for (const std::uint32_t line : result.leak->brush_lines) {
        EXPECT_GE(line, 15u);  // the wall with the hole
    }
    EXPECT_TRUE(result.level.visible_starts.empty());
    // The level is whole, and nothing is filled.
    EXPECT_EQ(point_contents(*Level::from_data(result.level), {-24, 128, 128}), Contents::Empty);
}

TEST(Leak, NamesAnEntityThatIsOutside) {
    World world = room(false);
    add_entity(world, {128, 128, 64});
    add_entity(world, {0, 0, 300});
    const Compiled result = compiled(world);
    ASSERT_TRUE(result.leak);
    EXPECT_EQ(result.leak->entity, 2u);
    EXPECT_TRUE(result.leak->opening.empty());
    expect_way(*result.leak, world, level_of(world, without_fill()));
}

// So far away that distances to it would overflow.
TEST(Leak, AnEntityBeyondAllBrushesStartsNoFlood) {
    World world = room(false);
    add_entity(world, {128, 128, 64});
    add_entity(world, {1e200, 0, 0});
    add_entity(world, {1e308, 1e308, 1e308});
    const Compiled result = compiled(world);
    EXPECT_FALSE(result.leak);
    EXPECT_TRUE(has_visibility(*Level::from_data(result.level)));
}

TEST(Leak, DetailDoesNotSeal) {
    World world = room(true);
    world.entities[0].brushes.push_back(
        box_brush({256, 112, 64}, {272, 144, 96}, Contents::Detail));
    add_entity(world, {32, 32, 32});
    EXPECT_TRUE(compiled(world).leak);
    world.entities[0].brushes.back().contents = Contents::Sky;
    EXPECT_FALSE(compiled(world).leak);
    world.entities[0].brushes.back().contents = Contents::Water;
    EXPECT_TRUE(compiled(world).leak);
}

// A hole of the mapper's is a leak, however small. What moving sides onto the grid opens is none:
// lq_e1m1 has such a crack of 0.006 units.
TEST(Leak, IsNoCrackThatTheImportOpens) {
    const auto leaks_with_gap = [](double top) {
        World world = room(true);
        Brush plug = box_brush({256, 112, 64}, {272, 144, 96});
        for (DecimalPoint& point : plug.sides[5].points) {
            point[2] = rounded_decimal(top, 6);
        }
        world.entities[0].brushes.push_back(std::move(plug));
        add_entity(world, {32, 32, 32});
        return compiled(world).leak.has_value();
    };
    EXPECT_FALSE(leaks_with_gap(96));
    EXPECT_TRUE(leaks_with_gap(95.875));
    EXPECT_TRUE(leaks_with_gap(95.98));
    const auto path = test_data("maps/librequake/lq_e1m1.map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    CompileOptions options;
    options.bodies.clear();
    options.visibility = std::nullopt;
    const Compiled result = compiled(*read_world(path), options);
    EXPECT_FALSE(result.leak);
    EXPECT_TRUE(std::ranges::any_of(result.diagnostics, [](const Diagnostic& note) {
        return note.message.starts_with("cracks to the outside that moved sides may have opened: ");
    }));
}

TEST(Outside, ARoomThatNobodyReachesIsTold) {
    World world = room(false);
    const World other = room(false);
    for (Brush moved : other.entities[0].brushes) {
        for (BrushSide& side : moved.sides) {
            for (DecimalPoint& point : side.points) {
                point[0] = rounded_decimal(to_double(point[0]) + 1000, 0);
            }
        }
        world.entities[0].brushes.push_back(std::move(moved));
    }
    add_entity(world, {128, 128, 64});
    const Compiled result = compiled(world);
    EXPECT_FALSE(result.leak);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_EQ(result.diagnostics[0].message,
              "closed rooms that no entity stands in: 1; the first is at (1128 128 128)");
    EXPECT_EQ(point_contents(*Level::from_data(result.level), {1128, 128, 128}), Contents::Empty);
}

// Inside, all bodies meet the same with and without the fill.
class FilledLevel : public testing::TestWithParam<const char*> {};

TEST_P(FilledLevel, IsTheSameFromInside) {
    const std::string name = GetParam();
    const auto path = name.find('/') == std::string::npos
                          ? project_file("examples/levels/" + name + ".map")
                          : test_data("maps/" + name + ".map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const World world = *read_world(path);
    const Compiled filled_data = compiled(world);
    ASSERT_FALSE(filled_data.leak);
    const Level filled = *Level::from_data(filled_data.level);
    const Level unfilled = level_of(world, without_fill());
    const Aabb box = filled.tree_box(kWorldModel);
    Random random(7);
    std::size_t inside = 0;
    std::size_t outside = 0;
    const std::size_t wanted = repeats(2000);
    for (std::size_t tries = 0; tries < 1000 * wanted && inside < wanted; ++tries) {
        const Vec3 from{random.real(box.min.x, box.max.x),
                        random.real(box.min.y, box.max.y),
                        random.real(box.min.z, box.max.z)};
        const Contents contents = point_contents(filled, from);
        if (any(point_contents(unfilled, from) & kWalls)) {
            continue;
        }
        if (any(contents & (Contents::Solid | Contents::Void))) {
            EXPECT_EQ(cluster_at(filled, from), std::nullopt);
            for (std::uint32_t s = 1; s < filled.spaces().size(); ++s) {
                EXPECT_FALSE(is_free(filled, SpaceId(s), from));
            }
            ++outside;
            continue;
        }
        ++inside;
        EXPECT_EQ(contents, point_contents(unfilled, from));
        EXPECT_TRUE(cluster_at(filled, from));
        const Vec3 to =
            from + Vec3{random.real(-300, 300), random.real(-300, 300), random.real(-300, 300)};
        for (std::uint32_t s = 0; s < filled.spaces().size(); ++s) {
            EXPECT_EQ(is_free(filled, SpaceId(s), from), is_free(unfilled, SpaceId(s), from));
            const Contact a = trace(filled, SpaceId(s), from, to);
            const Contact b = trace(unfilled, SpaceId(s), from, to);
            EXPECT_EQ(a.hit, b.hit);
            EXPECT_NEAR(a.fraction, b.fraction, 1e-9);  // other nodes divide the segment
        }
    }
    EXPECT_EQ(inside, wanted);
    EXPECT_GT(outside, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Levels,
    FilledLevel,
    testing::Values("keep", "arena", "cistern", "station", "id1/dm4", "id1/e1m1"),
    [](const auto& level) {
        std::string name = level.param;
        std::ranges::replace(name, '/', '_');
        return name;
    });

}  // namespace
}  // namespace halfspace::test
