// SPDX-License-Identifier: MIT
// Crowds in small scenes: everybody arrives in the stated time, no two bodies overlap after any
// step, and all is the same again and with two threads.
#include "halfspace/tasks/parallel_for.h"

#include "support/brushes.h"
#include "support/crowd_scene.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <functional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

struct Scene {
    const char* name;
    double seconds;  // in which all arrive
    World (*world)();
    std::vector<CrowdWalker> (*walkers)();
};

void PrintTo(const Scene& scene, std::ostream* out) {
    *out << scene.name;
}

World open_floor() {
    return floor_with({});
}

CrowdWalker walker(const Vec3& from, const Vec3& to) {
    return {"stand", from, to};
}

World stairs() {
    std::vector<Brush> brushes;
    for (std::int64_t i = 0; i < 8; ++i) {
        brushes.push_back(box_brush({-64 + 24 * i, -128, 0}, {512, 128, 16 * (i + 1)}));
    }
    return floor_with(std::move(brushes));
}

// A tunnel for the small in the middle, and a gate for the large at the end.
World tunnel_and_gate() {
    return floor_with({box_brush({-64, -512, 0}, {64, -24, 128}),
                       box_brush({-64, 24, 0}, {64, 320, 128}),
                       box_brush({-64, -24, 72}, {64, 24, 128})});
}

// Corridors along the x axis and along the y axis, 128 wide, that meet at (-64, -64).
World corner() {
    return floor_with({box_brush({-512, -512, 0}, {512, -128, 128}),
                       box_brush({-512, -128, 0}, {-128, 512, 128}),
                       box_brush({0, 0, 0}, {512, 512, 128})});
}

// A ramp of 96 by 256 between walls, from the floor to 128.
World narrow_ramp() {
    return floor_with({turned_ramp(-128, 256, 128, 48),
                       box_brush({128, -512, 0}, {512, 512, 128}),
                       box_brush({-128, -512, 0}, {128, -48, 256}),
                       box_brush({-128, 48, 0}, {128, 512, 256})});
}

// Two floors, and a bridge of 64 between them.
World bridge() {
    return world_of({box_brush({-512, -256, -16}, {-128, 256, 0}),
                     box_brush({128, -256, -16}, {512, 256, 0}),
                     box_brush({-128, -32, -16}, {128, 32, 0})});
}

// A ledge of 128, and a lift to it of 128 by 128 between walls: there is no other way up or down.
World lift() {
    World world = floor_with({box_brush({128, -512, 0}, {512, 512, 128}),
                              box_brush({0, -512, 0}, {128, -64, 256}),
                              box_brush({0, 64, 0}, {128, 512, 256})});
    Entity& entity = world.entities.emplace_back();
    entity.keys = {{"classname", "func_plat"}, {"height", "120"}, {"wait", "1"}};
    entity.brushes.push_back(box_brush({0, -64, 0}, {128, 64, 128}));
    return world;
}

std::vector<CrowdWalker> crossing_streams() {
    return joined(rows(12, {-230, 0, 24}, {660, 0, 0}, {0, 80, 0}),
                  rows(12, {0, -230, 24}, {0, 660, 0}, {80, 0, 0}));
}

std::vector<CrowdWalker> circle() {
    std::vector<CrowdWalker> walkers;
    for (const Vec3& p : {Vec3{320, 0, 24},
                          Vec3{296, 122, 24},
                          Vec3{226, 226, 24},
                          Vec3{122, 296, 24},
                          Vec3{0, 320, 24},
                          Vec3{-122, 296, 24},
                          Vec3{-226, 226, 24},
                          Vec3{-296, 122, 24}}) {
        const Vec3 opposite{-p.x, -p.y, p.z};
        walkers.push_back(walker(p, opposite));
        walkers.push_back(walker(opposite, p));
    }
    return walkers;
}

std::vector<CrowdWalker> small_and_large() {
    std::vector<CrowdWalker> walkers = rows(4, {-200, 0, 24}, {400, 0, 0}, {0, 48, 0});
    walkers.push_back({"large", {-400, -100, 24}, {400, -100, 24}});
    walkers.push_back({"large", {-400, 100, 24}, {400, 100, 24}});
    return walkers;
}

std::vector<CrowdWalker> up_and_down_stairs() {
    return joined(rows(6, {-250, 0, 24}, {600, 0, 128}, {0, 48, 0}),
                  rows(6, {250, 0, 24 + 128}, {-600, 0, -128}, {0, 48, 0}));
}

// Two abreast come, and wait in single file: others may pass who have farther to go.
std::vector<CrowdWalker> around_a_corner() {
    std::vector<CrowdWalker> walkers;
    for (int i = 0; i < 4; ++i) {
        const Vec3 east{150.0 + 48 * (i / 2), -90.0 + 52 * (i % 2), 24};
        const Vec3 north{east.y, east.x, 24};
        const double to = 150.0 + 40 * i;
        walkers.push_back(walker(east, {-95, to, 24}));
        walkers.push_back(walker(north, {to, -95, 24}));
    }
    return walkers;
}

std::vector<CrowdWalker> up_and_down_the_ramp() {
    return joined(rows(4, {-250, 0, 24}, {500, 0, 128}, {0, 40, 0}),
                  rows(4, {250, 0, 24 + 128}, {-500, 0, -128}, {0, 40, 0}));
}

std::vector<CrowdWalker> over_the_bridge() {
    return rows(8, {-250, 0, 24}, {560, 0, 0}, {0, 80, 0});
}

// Twelve come from all over the floor to places in a line.
std::vector<CrowdWalker> to_a_queue() {
    std::vector<CrowdWalker> walkers;
    for (int i = 0; i < 12; ++i) {
        walkers.push_back(
            walker({-400.0 + 100 * (i % 4), -300.0 + 250 * (i / 4), 24}, {-60.0 + 36 * i, 0, 24}));
    }
    return walkers;
}

std::vector<CrowdWalker> up_by_the_lift() {
    return rows(4, {-200, 0, 24}, {500, 0, 128}, {0, 64, 0});
}

std::vector<CrowdWalker> up_and_down_by_the_lift() {
    return joined(rows(8, {-200, 0, 24}, {500, 0, 128}, {0, 64, 0}),
                  rows(8, {220, 0, 24 + 128}, {-500, 0, -128}, {0, 64, 0}));
}

// Two abreast fit through the first doorway, three through the second one.
const Scene kScenes[] = {
    {"Doorway", 16, [] { return door(96); }, through_a_door},
    {"WideDoorway", 12, [] { return door(128); }, through_a_door},
    {"CrossingStreams", 5, open_floor, crossing_streams},
    {"Circle", 10, open_floor, circle},
    {"TunnelForTheSmall", 5, tunnel_and_gate, small_and_large},
    {"Stairs", 9, stairs, up_and_down_stairs},
    {"Corner", 12, corner, around_a_corner},
    {"NarrowRamp", 16, narrow_ramp, up_and_down_the_ramp},
    {"Bridge", 8, bridge, over_the_bridge},
    {"Queue", 8, open_floor, to_a_queue},
    {"Lift", 12, lift, up_by_the_lift},
    {"LiftBothWays", 50, lift, up_and_down_by_the_lift},
};

class CrowdScenes : public testing::TestWithParam<Scene> {};

TEST_P(CrowdScenes, AllArriveAndNobodyOverlaps) {
    const Scene& scene = GetParam();
    CrowdScene one(scene.world(), scene.walkers());
    const double took = one.run(2 * scene.seconds);
    EXPECT_EQ(one.arrived(), one.size()) << one.late();
    EXPECT_LE(took, scene.seconds);
    EXPECT_EQ(one.overlaps(), 0u);
    EXPECT_EQ(one.problems(), 0u);
    RecordProperty("seconds", std::to_string(took));
    const Executor two = [](std::size_t count, const std::function<void(std::size_t)>& body) {
        parallel_for(count, 2, body);
    };
    CrowdScene again(scene.world(), scene.walkers());
    CrowdScene threads(scene.world(), scene.walkers());
    EXPECT_EQ(again.run(took), threads.run(took, two));
    EXPECT_EQ(one.hash(), again.hash());
    EXPECT_EQ(one.hash(), threads.hash());
}

// Which jams there are depends on a few units.
TEST_P(CrowdScenes, AllArriveFromPlacesNearby) {
    const Scene& scene = GetParam();
    Random random(7);
    for (std::size_t variant = 0; variant < repeats(8); ++variant) {
        std::vector<CrowdWalker> walkers = scene.walkers();
        for (CrowdWalker& walker : walkers) {
            walker.from += Vec3{random.real(-3, 3), random.real(-3, 3), 0};
        }
        CrowdScene one(scene.world(), walkers);
        one.run(3 * scene.seconds);
        EXPECT_EQ(one.arrived(), one.size()) << variant << ": " << one.late();
        EXPECT_EQ(one.overlaps(), 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Crowd, CrowdScenes, testing::ValuesIn(kScenes), [](const auto& scene) {
    return std::string(scene.param.name);
});

// Walkers who come side by side to a door, as near to it as each other. Bodies are 30 wide.
TEST(Crowd, GoesThroughNarrowDoors) {
    for (const std::int64_t width : {31, 32, 34, 36, 40, 50, 64}) {
        const World world = floor_with({box_brush({-16, -512, 0}, {16, -100, 128}),
                                        box_brush({-16, width - 100, 0}, {16, 512, 128})});
        const double middle = static_cast<double>(width) / 2 - 100;
        for (const int count : {2, 4, 12}) {
            std::vector<CrowdWalker> walkers;
            for (int i = 0; i < count; ++i) {
                const int row = count < 12 ? i / 2 : i / 4;
                const double beside = count < 12 ? 40.0 * (2 * (i % 2) - 1) : 50.0 * (i % 4) - 75;
                walkers.push_back(walker({-100 - 40.0 * row, middle + beside, 24},
                                         {300, middle + 40.0 * i - 150, 24}));
            }
            CrowdScene scene(world, walkers);
            const double took = scene.run(2.5 * count + 10);
            EXPECT_EQ(scene.arrived(), scene.size())
                << width << ' ' << count << ' ' << took << ' ' << scene.late();
            EXPECT_EQ(scene.overlaps(), 0u);
        }
    }
}

TEST(Crowd, OfSeveralSizesTakesTheWayOfEach) {
    CrowdScene scene(tunnel_and_gate(), small_and_large());
    EXPECT_LT(scene.crowd().follower(scene.id(0)).points().front().remaining, 450);
    EXPECT_GT(scene.crowd().follower(scene.id(4)).points().front().remaining, 500);
}

}  // namespace
}  // namespace halfspace::test
