// SPDX-License-Identifier: MIT
// Movers go each link, also at places where the compiler did not try it.
#include "halfspace/move/mover.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/space.h"
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

// The meshes of some bodies, and questions to their records.
struct Meshes {
    NavData data;

    std::vector<Vec3> corners(std::uint32_t polygon) const {
        const std::size_t end = polygon + 1 < data.polygons.size()
                                    ? data.polygons[polygon + 1].first_edge
                                    : data.edges.size();
        std::vector<Vec3> result;
        for (std::size_t e = data.polygons[polygon].first_edge; e < end; ++e) {
            result.push_back(data.vertices[data.edges[e].vertex]);
        }
        return result;
    }

    // On the polygon's plane, which the normal of all its corners tells.
    double height(std::uint32_t polygon, double x, double y) const {
        const std::vector<Vec3> c = corners(polygon);
        Vec3 normal;
        for (std::size_t i = 2; i < c.size(); ++i) {
            normal += cross(c[i - 1] - c[0], c[i] - c[0]);
        }
        return c[0].z - (normal.x * (x - c[0].x) + normal.y * (y - c[0].y)) / normal.z;
    }

    SpaceId space_of(const NavLinkRecord& link) const {
        const auto behind = std::ranges::upper_bound(
            data.meshes, link.from_polygon, {}, &NavMeshRecord::first_polygon);
        return SpaceId((behind - 1)->space);
    }
};

Meshes meshes_of(const Level& level) {
    Result<NavData> data = build_navigation(level);
    EXPECT_TRUE(data.has_value());
    return {data ? *std::move(data) : NavData()};
}

bool is_of(NavLinkKind kind, const NavLinkRecord& link) {
    return link.kind == static_cast<std::uint32_t>(kind);
}

// Where the mover comes to the floor if it goes the link at one place, from 0 to 1, straight to
// where the link ends. back: how far before the border it begins.
Vec3 landing(
    const Level& level, const Meshes& meshes, const NavLinkRecord& link, double t, double back) {
    const auto between = [&](const float(&ends)[4]) {
        return Vec3{ends[0] + t * (ends[2] - ends[0]), ends[1] + t * (ends[3] - ends[1]), 0};
    };
    const Vec3 way = normalized(between(link.to) - between(link.from));
    const bool is_jump = is_of(NavLinkKind::Jump, link);
    const MoverOptions options;
    const Vec3 border = between(link.from);
    Vec3 from = border - way * back;
    from.z = meshes.height(link.from_polygon, from.x, from.y) + 2 * options.skin;
    MoverState state = mover_at(from);
    std::vector<PlacedModel> models;
    for (const PlacedModel& model : models_at_rest(level)) {
        if (stays_in_place(level, model.model) &&
            (level.models()[model.model.value].flags & kModelCurves) == 0) {
            models.push_back(model);
        }
    }
    const SpaceId space = meshes.space_of(link);
    const MoverBodies bodies{space, space};
    state = step_mover({level, models}, bodies, state, {}, options).state;  // finds the ground
    const bool begins_at_rest = is_jump && link.least_speed == 0;
    state.velocity = begins_at_rest ? Vec3() : way * options.walk_speed;
    const MoverInput input =
        quantised({.view = {0, std::atan2(way.y, way.x) * 57.29577951308232, 0},
                   .forward = 1,
                   .jump = is_jump});
    for (int i = 0; i < 300; ++i) {
        state = step_mover({level, models}, bodies, state, input, options).state;
        const Vec3 gone = state.position - border;
        if (state.mode == MoverMode::Ground && gone.x * way.x + gone.y * way.y > 1.0 / 16) {
            break;
        }
    }
    return state.position;
}

std::size_t count_of(const NavData& data, NavLinkKind kind) {
    return static_cast<std::size_t>(
        std::ranges::count(data.links, static_cast<std::uint32_t>(kind), &NavLinkRecord::kind));
}

// The standing body's mesh of a floor of 512 by 512 with a brush on it.
Meshes standing(Brush brush) {
    const Level level = level_of(
        world_of({box_brush({-256, -256, -16}, {256, 256, 0}), std::move(brush)}), {.threads = 1});
    const Result<NavData> data = build_navigation(level, {.spaces = {*find_space(level, "stand")}});
    return {*data};
}

TEST(Links, LeadDownFromAPlatform) {
    const Meshes meshes = standing(box_brush({-64, -64, 0}, {64, 64, 64}));
    // Four sides; the floor around the platform is several polygons.
    EXPECT_GE(count_of(meshes.data, NavLinkKind::Drop), 4u);
    EXPECT_EQ(count_of(meshes.data, NavLinkKind::Drop), meshes.data.links.size());
    for (const NavLinkRecord& link : meshes.data.links) {
        EXPECT_EQ(meshes.height(link.from_polygon, link.from[0], link.from[1]), 64 + 24);
        EXPECT_EQ(meshes.height(link.to_polygon, link.to[0], link.to[1]), 24);
        // A fall of 64 units takes sqrt(2 * 64 / 800) seconds.
        EXPECT_NEAR(link.seconds, 0.4, 0.05);
    }
}

TEST(Links, LeadUpWhereTheMoverJumpsHighEnough) {
    // A jump is 45 units high.
    for (const auto& [height, is_high_enough] : {std::pair(40, true), std::pair(48, false)}) {
        const Meshes meshes = standing(box_brush({-64, -64, 0}, {64, 64, height}));
        EXPECT_EQ(count_of(meshes.data, NavLinkKind::Jump) >= 4, is_high_enough) << height;
        EXPECT_EQ(count_of(meshes.data, NavLinkKind::Jump) > 0, is_high_enough) << height;
        EXPECT_GE(count_of(meshes.data, NavLinkKind::Drop), 4u);
        for (const NavLinkRecord& link : meshes.data.links) {
            const bool is_up = meshes.height(link.from_polygon, link.from[0], link.from[1]) == 24;
            EXPECT_EQ(is_up, is_of(NavLinkKind::Jump, link));
        }
    }
}

TEST(Links, AreNotWhereASmallStepIs) {
    const Meshes meshes = standing(box_brush({-64, -64, 0}, {64, 64, 16}));
    EXPECT_EQ(meshes.data.links.size(), 0u);
    EXPECT_GE(meshes.data.steps.size(), 4u);
}

// The low part of a ramp's side is a step. From the high part one drops.
TEST(Links, LeadDownOverTheHighPartOfARampsSide) {
    const Meshes meshes = standing(turned_ramp(-64, 128, 96, 64));
    EXPECT_GE(meshes.data.steps.size(), 2u);
    std::size_t down = 0;
    for (const NavLinkRecord& link : meshes.data.links) {
        const double from = meshes.height(link.from_polygon, link.from[0], link.from[1]);
        const double to = meshes.height(link.to_polygon, link.to[0], link.to[1]);
        if (std::abs(link.from[1] - link.to[1]) > 0.01f) {
            EXPECT_TRUE(is_of(NavLinkKind::Drop, link));
            EXPECT_GT(from - to, 17);
            ++down;
        }
    }
    EXPECT_GE(down, 2u);
}

// A fall of 120 units, over a pit to a lower floor. At full speed it goes 175 units far, at nine
// tenths 158. Positions are 15 units beyond the edges of both floors. On a narrow floor it lands 11
// units before the end: too near to brake.
TEST(Links, OverAWidePitWorkAtNineTenthsOfTheSpeedWithRoomToBrake) {
    for (const auto& [pit, width, is_sure] :
         {std::tuple(130, 64, true), std::tuple(168, 64, false), std::tuple(130, 36, false)}) {
        const std::int64_t lower = 15 + pit + 15;
        const Level level =
            level_of(world_of({box_brush({-256, -128, -512}, {0, 128, 120}),
                               box_brush({lower, -128, -512}, {lower + width, 128, 0}),
                               box_brush({-256, -128, -528}, {lower + width, 128, -512})}),
                     {.threads = 1});
        const Result<NavData> data =
            build_navigation(level, {.spaces = {*find_space(level, "stand")}});
        ASSERT_TRUE(data.has_value());
        const Meshes meshes{*data};
        std::size_t drops = 0;
        std::size_t chances = 0;
        for (const NavLinkRecord& link : data->links) {
            if (meshes.height(link.from_polygon, link.from[0], link.from[1]) == 144 &&
                meshes.height(link.to_polygon, link.to[0], link.to[1]) == 24) {
                drops += is_of(NavLinkKind::Drop, link) ? 1 : 0;
                chances += is_of(NavLinkKind::Chance, link) ? 1 : 0;
            }
        }
        EXPECT_EQ(drops, is_sure ? 1u : 0u) << pit << ' ' << width;
        EXPECT_GE(chances, 1u);  // at the ends of the edge, too
    }
}

// A block of 128 units with a ladder before its side.
TEST(Links, LeadUpAndDownALadder) {
    for (const Contents contents : {Contents::Ladder, Contents::Illusionary}) {
        const Level level = level_of(world_of({box_brush({-256, -256, -16}, {256, 256, 0}),
                                               box_brush({0, -128, 0}, {128, 128, 128}),
                                               box_brush({-8, -16, 0}, {0, 16, 128}, contents)}),
                                     {.threads = 1});
        const Result<NavData> data =
            build_navigation(level, {.spaces = {*find_space(level, "stand")}});
        ASSERT_TRUE(data.has_value());
        const Meshes meshes{*data};
        std::size_t up = 0;
        std::size_t down = 0;
        for (const NavLinkRecord& link : data->links) {
            if (!is_of(NavLinkKind::Ladder, link)) {
                continue;
            }
            const double from = meshes.height(link.from_polygon, link.from[0], link.from[1]);
            const double to = meshes.height(link.to_polygon, link.to[0], link.to[1]);
            ++(to > from ? up : down);
            EXPECT_EQ(std::abs(to - from), 128);
            // The body is 30 wide and may be 2 units beside the ladder, here with a margin of 4.
            EXPECT_LE(std::abs(link.from[1]), 16 + 15 + 2 - 4);
            EXPECT_LE(std::abs(link.from[3]), 16 + 15 + 2 - 4);
            EXPECT_NEAR(link.seconds, 128.0 / 160, 0.3);  // at the top it steps off slowly
        }
        EXPECT_EQ(up, contents == Contents::Ladder ? 1u : 0u);
        EXPECT_EQ(down, contents == Contents::Ladder ? 1u : 0u);
    }
}

// Two banks with a pool between. From the surface a swimmer leaps 68 units high, and its feet are
// 28 below its middle: so no bank that is 40 units above the water is in reach. Nobody walks into
// lava.
TEST(Links, LeadIntoAPoolAndOutOfIt) {
    for (const auto& [bank, liquid] : {std::pair(16, Contents::Water),
                                       std::pair(32, Contents::Water),
                                       std::pair(42, Contents::Water),
                                       std::pair(32, Contents::Lava)}) {
        const Level level =
            level_of(world_of({box_brush({-256, -128, -512}, {0, 128, 0}),
                               box_brush({256, -128, -512}, {512, 128, 0}),
                               box_brush({0, -128, -512}, {256, 128, -192}),
                               box_brush({-256, -160, -512}, {512, -128, 128}),
                               box_brush({-256, 128, -512}, {512, 160, 128}),
                               box_brush({0, -128, -192}, {256, 128, -bank}, liquid)}),
                     {.threads = 1});
        const Result<NavData> data =
            build_navigation(level, {.spaces = {*find_space(level, "stand")}});
        ASSERT_TRUE(data.has_value());
        const Meshes meshes{*data};
        std::size_t in = 0;
        std::size_t out = 0;
        for (const NavLinkRecord& link : data->links) {
            const double from = meshes.height(link.from_polygon, link.from[0], link.from[1]);
            const double to = meshes.height(link.to_polygon, link.to[0], link.to[1]);
            in += from == 24 && to == 24 - 192 && is_of(NavLinkKind::Drop, link) ? 1 : 0;
            out += from == 24 - 192 && to == 24 && is_of(NavLinkKind::Jump, link) ? 1 : 0;
            EXPECT_EQ(link.least_speed, 0);
        }
        EXPECT_EQ(in, liquid == Contents::Water ? 2u : 0u) << bank;
        EXPECT_EQ(out, bank < 40 ? 2u : 0u) << bank;
    }
}

// A fall over a pit of 100 units to a floor 120 below, which a mover reaches at a run alone. With a
// wall 8 units behind the edge it cannot gain its speed: it needs 18.5 units and a step. It may
// begin on a stair.
TEST(Links, OverAPitNeedRoomForTheRunUp) {
    for (const auto& [depth, stair] : {std::pair(8, 8), std::pair(32, 32), std::pair(64, 12)}) {
        const Level level = level_of(world_of({box_brush({-512, -128, -512}, {0, 128, 0}),
                                               box_brush({-512, -128, 0}, {-depth, 128, 256}),
                                               box_brush({-512, -128, 0}, {-stair, 128, 8}),
                                               box_brush({130, -128, -512}, {512, 128, -120}),
                                               box_brush({-512, -512, -1040}, {512, 512, -1024})}),
                                     {.threads = 1});
        const Result<NavData> data =
            build_navigation(level, {.spaces = {*find_space(level, "stand")}});
        ASSERT_TRUE(data.has_value());
        const Meshes meshes{*data};
        std::size_t drops = 0;
        std::size_t chances = 0;
        for (const NavLinkRecord& link : data->links) {
            const double from = meshes.height(link.from_polygon, link.from[0], link.from[1]);
            const double to = meshes.height(link.to_polygon, link.to[0], link.to[1]);
            if (from != 24 || to != 24 - 120) {
                continue;
            }
            const bool is_drop = is_of(NavLinkKind::Drop, link);
            drops += is_drop ? 1 : 0;
            chances += is_of(NavLinkKind::Chance, link) ? 1 : 0;
            EXPECT_EQ(link.least_speed, is_drop ? 288 : 0);
        }
        EXPECT_EQ(drops, depth > 8 ? 1u : 0u);
        // A mover that falls from an end of the edge may slip off the side of the far floor.
        EXPECT_EQ(chances, depth > 8 ? 2u : 1u);
    }
}

// A mover makes 5 units in a step. Whether it gets over a gap of 3 to a floor 16 units below
// depends on where its step before the gap ends. Without the gap there is a step.
TEST(Links, OverAGapAreByChance) {
    for (const int gap : {3, 0}) {
        // An area that begins 2 units before the edge of the floor cuts it there.
        for (const bool is_cut : {false, true}) {
            // The body is 30 wide: two brushes that are 30 and the gap apart in its space.
            World world = world_of({box_brush({-256, -64, -16}, {0, 64, 0}),
                                    box_brush({30 + gap, -64, -32}, {300, 64, -16})});
            if (is_cut) {
                Entity& area = world.entities.emplace_back();
                area.keys = {{"classname", "func_nav_area"}, {"area", "edge"}};
                area.brushes.push_back(box_brush({13, -128, 0}, {64, 128, 8}, Contents::Trigger));
            }
            const Level level = level_of(world, {.threads = 1});
            const Result<NavData> data =
                build_navigation(level, {.spaces = {*find_space(level, "stand")}});
            ASSERT_TRUE(data.has_value());
            EXPECT_EQ(data->polygons.size(), is_cut ? 3u : 2u);
            EXPECT_EQ(count_of(*data, NavLinkKind::Chance) > 0, gap > 0);
            EXPECT_EQ(count_of(*data, NavLinkKind::Walk), 0u) << gap << ' ' << is_cut;
            EXPECT_EQ(data->steps.size(), gap > 0 ? 0u : 1u);
        }
    }
}

TEST(Links, AreGoneByMovers) {
    for (const char* const name : {"keep.map", "station.map", "arena.map", "cistern.map"}) {
        const auto level = compiled_map(project_file(std::string("examples/levels/") + name));
        ASSERT_TRUE(level.has_value());
        const Meshes meshes = meshes_of(*level);
        Random random(1);
        std::size_t apart = 0;
        std::size_t tries = 0;
        for (const NavLinkRecord& link : meshes.data.links) {
            const bool swims = (meshes.data.polygons[link.from_polygon].contents |
                                meshes.data.polygons[link.to_polygon].contents) != 0;
            if (swims || is_of(NavLinkKind::Chance, link) || is_of(NavLinkKind::Ladder, link) ||
                is_of(NavLinkKind::Lift, link)) {
                continue;
            }
            for (const double t : {0.0, 1.0, random.real(0, 1)}) {
                const double x = link.to[0] + t * (link.to[2] - link.to[0]);
                const double y = link.to[1] + t * (link.to[3] - link.to[1]);
                const Vec3 to{x, y, meshes.height(link.to_polygon, x, y)};
                const double back = is_of(NavLinkKind::Jump, link) ? 0 : random.real(0, 5);
                const Vec3 end = landing(*level, meshes, link, t, back);
                ++tries;
                // The mover goes 5 units in a step, and is a part of one ahead or behind.
                apart += length(end - to) > 10 ? 1 : 0;
            }
        }
        // A mover that falls along a wall may graze a ledge, or just not: a step of time earlier or
        // later decides.
        EXPECT_LE(apart * 20, tries) << name << ": " << apart << " of " << tries;
        EXPECT_GT(tries, 0u) << name;
    }
}

TEST(Links, AreTheSameForAnyExecutor) {
    const auto level = compiled_map(project_file("examples/levels/arena.map"));
    ASSERT_TRUE(level.has_value());
    const NavData serial = meshes_of(*level).data;
    const auto parallel = build_navigation(*level, {}, executor(3));
    ASSERT_TRUE(parallel.has_value());
    ASSERT_FALSE(serial.links.empty());
    ASSERT_EQ(serial.links.size(), parallel->links.size());
    EXPECT_EQ(std::memcmp(serial.links.data(),
                          parallel->links.data(),
                          serial.links.size() * sizeof(NavLinkRecord)),
              0);
}

}  // namespace
}  // namespace halfspace::test
