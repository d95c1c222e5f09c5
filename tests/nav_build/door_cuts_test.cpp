// SPDX-License-Identifier: MIT
#include "nav_build/door_cuts.h"

#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include "level/shared/moving_classes.h"
#include "support/brushes.h"
#include "support/compiled_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

void add_model(World& world,
               const std::string& classname,
               Brush brush,
               const std::string& spawnflags = "") {
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", classname});
    if (!spawnflags.empty()) {
        entity.keys.push_back({"spawnflags", spawnflags});
    }
    entity.brushes.push_back(std::move(brush));
}

// A floor from -256 to 256, its upper side at z = 0.
World floor_world() {
    return world_of({box_brush({-256, -256, -16}, {256, 256, 0})});
}

// The mesh of the standing body: 15 to each side, its feet 24 below its position, its head 32
// above.
NavData standing(const World& world) {
    const Level level = level_of(world, {.threads = 1});
    Result<NavData> data = build_navigation(level, {.spaces = {*find_space(level, "stand")}});
    EXPECT_TRUE(data);
    return data ? *std::move(data) : NavData();
}

double area_of(const NavData& data, std::size_t polygon) {
    const std::size_t end = polygon + 1 < data.polygons.size()
                                ? data.polygons[polygon + 1].first_edge
                                : data.edges.size();
    const std::size_t first = data.polygons[polygon].first_edge;
    double twice = 0;
    for (std::size_t e = first; e < end; ++e) {
        const Vec3& a = data.vertices[data.edges[e].vertex];
        const Vec3& b = data.vertices[data.edges[e + 1 < end ? e + 1 : first].vertex];
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

// The area of the polygons of each set of doors.
std::map<std::vector<std::uint32_t>, double> areas_of(const NavData& data) {
    std::map<std::vector<std::uint32_t>, double> areas;
    for (std::size_t p = 0; p < data.polygons.size(); ++p) {
        std::vector<std::uint32_t> doors;
        for (const NavDoorRecord& door : data.doors) {
            if (door.polygon == p) {
                doors.push_back(door.model);
            }
        }
        areas[doors] += area_of(data, p);
    }
    return areas;
}

using Areas = std::map<std::vector<std::uint32_t>, double>;
constexpr double kSide = 542;  // of the floor, with half of the body beyond each edge

TEST(DoorCuts, ADoorClosesWhereABodyWouldOverlapIt) {
    World world = floor_world();
    add_model(world, "func_door", box_brush({-8, -64, 0}, {8, 64, 128}));
    const double closed = 46.0 * 158;  // 15 more on each side
    EXPECT_EQ(areas_of(standing(world)), (Areas{{{}, kSide * kSide - closed}, {{1}, closed}}));
}

// Who stands there overlaps it.
TEST(DoorCuts, ATeleporterAndAPushCloseWhereTheyMoveABody) {
    for (const char* const name : {"trigger_teleport", "trigger_push"}) {
        World world = floor_world();
        add_model(world, name, box_brush({-8, -64, 0}, {8, 64, 128}, Contents::Trigger));
        const double closed = 46.0 * 158;
        EXPECT_EQ(areas_of(standing(world)), (Areas{{{}, kSide * kSide - closed}, {{1}, closed}}));
        // Its underside is above the head of a standing body.
        World high = floor_world();
        add_model(high, name, box_brush({-8, -64, 57}, {8, 64, 128}, Contents::Trigger));
        EXPECT_EQ(areas_of(standing(high)), (Areas{{{}, kSide * kSide}}));
    }
}

TEST(DoorCuts, PolygonsKnowBothWingsOfADoor) {
    World world = floor_world();
    add_model(world, "func_door", box_brush({-8, -64, 0}, {8, 0, 128}));
    add_model(world, "func_door", box_brush({-8, 0, 0}, {8, 64, 128}));
    const double one = 46.0 * 64;
    const double both = 46.0 * 30;
    EXPECT_EQ(
        areas_of(standing(world)),
        (Areas{{{}, kSide * kSide - 2 * one - both}, {{1}, one}, {{2}, one}, {{1, 2}, both}}));
}

// The body is 56 high. A door whose edge is at its head touches who stands below.
TEST(DoorCuts, ADoorAboveOrBelowClosesNothing) {
    for (const auto& [low, high, is_closed] : {std::tuple{57, 90, false},
                                               {56, 90, true},
                                               {40, 90, true},
                                               {-16, 0, false},
                                               {-16, 1, true}}) {
        World world = floor_world();
        add_model(world, "func_door", box_brush({-8, -64, low}, {8, 64, high}));
        EXPECT_EQ(areas_of(standing(world)).contains({1}), is_closed) << low << " " << high;
    }
}

TEST(DoorCuts, ADoorThatIsNoBoxIsTakenByItsBox) {
    World ramp = floor_world();
    add_model(ramp, "func_door", turned_ramp(0, 64, 64, 64));
    World box = floor_world();
    const Level level = level_of(ramp, {.threads = 1});
    const Aabb around = level.model_bounds(ModelId(1));
    const auto corner = [](const Vec3& at) {
        return Units{static_cast<std::int64_t>(at.x),
                     static_cast<std::int64_t>(at.y),
                     static_cast<std::int64_t>(at.z)};
    };
    add_model(box, "func_door", box_brush(corner(around.min), corner(around.max)));
    EXPECT_EQ(areas_of(standing(ramp)), areas_of(standing(box)));
    EXPECT_EQ(areas_of(standing(box)).size(), 2u);
}

TEST(DoorCuts, SomeClassesAreDoors) {
    for (const char* const name : {"func_door",
                                   "func_door_rotating",
                                   "func_door_secret",
                                   "func_breakable",
                                   "func_explosive",
                                   "func_togglewall",
                                   "func_wall_toggle",
                                   "momentary_door",
                                   "momentary_rot_door",
                                   "trigger_push",
                                   "trigger_teleport"}) {
        EXPECT_TRUE(is_nav_door(name, "")) << name;
        EXPECT_TRUE(is_moving_class(name)) << name;  // else it would be a part of the floor
    }
    for (const char* const name : {"worldspawn",
                                   "func_wall",
                                   "func_plat",
                                   "func_train",
                                   "func_button",
                                   "trigger_multiple",
                                   "momentary_rot_button",
                                   "func_areaportal",
                                   "func_nav_area"}) {
        EXPECT_FALSE(is_nav_door(name, "")) << name;
    }
}

// Bit 0 of spawnflags says that a door starts open; of a secret door it means another thing.
TEST(DoorCuts, ADoorThatStartsOpenIsNone) {
    EXPECT_FALSE(is_nav_door("func_door", "1"));
    EXPECT_FALSE(is_nav_door("func_door_rotating", "33"));
    EXPECT_TRUE(is_nav_door("func_door", "32"));
    EXPECT_TRUE(is_nav_door("func_door", "no number"));
    EXPECT_TRUE(is_nav_door("func_door_secret", "1"));
    EXPECT_TRUE(is_nav_door("func_explosive", "1"));
    World world = floor_world();
    add_model(world, "func_door", box_brush({-8, -64, 0}, {8, 64, 128}), "1");
    EXPECT_EQ(areas_of(standing(world)), (Areas{{{}, kSide * kSide}}));
}

// Each body has cuts of its own, and the loader takes them.
TEST(DoorCuts, AreThereForEachBody) {
    World world = floor_world();
    add_model(world, "func_door", box_brush({-8, -64, 0}, {8, 64, 128}));
    LevelData data = compiled_data(world, {.threads = 1});
    const Level before = *Level::from_data(data);
    Result<NavData> meshes = build_navigation(before);
    ASSERT_TRUE(meshes);
    set_navigation(data, *std::move(meshes));
    const Result<Level> level = Level::from_data(data);
    ASSERT_TRUE(level) << to_string(level.error());
    std::vector<std::size_t> counts(level->nav_meshes().size());
    for (const NavDoorRecord& door : level->nav_doors()) {
        const auto behind = std::ranges::upper_bound(
            level->nav_meshes(), door.polygon, {}, &NavMeshRecord::first_polygon);
        ++counts[static_cast<std::size_t>(behind - level->nav_meshes().begin()) - 1];
        EXPECT_EQ(door.model, 1u);
    }
    EXPECT_EQ(counts.size(), 3u);
    EXPECT_EQ(std::ranges::count(counts, 0u), 0);
}

// A wall with a doorway from y = -32 to 32, and a door in it that slides sideways. The body is 30
// wide.
World door_with_lip(double lip, std::int64_t wall = 8) {
    World world = world_of({box_brush({-256, -256, -16}, {256, 256, 0}),
                            box_brush({-wall, -256, 0}, {wall, -32, 128}),
                            box_brush({-wall, 32, 0}, {wall, 256, 128})});
    add_model(world, "func_door", box_brush({-8, -32, 0}, {8, 32, 128}));
    world.entities.back().keys.push_back({"angle", "90"});
    world.entities.back().keys.push_back({"lip", std::to_string(lip)});
    return world;
}

TEST(DoorCuts, ADoorThatLeavesNoRoomIsNamed) {
    for (const double lip : {8.0, 33.0, 35.0, 50.0}) {
        const NavData data = standing(door_with_lip(lip));
        const bool is_narrow = 64 - lip < 30;
        ASSERT_EQ(data.dropped.size(), is_narrow ? 1U : 0U) << lip;
        if (is_narrow) {
            EXPECT_EQ(data.dropped[0].entity, EntityId(1));
            EXPECT_TRUE(data.dropped[0].reason.starts_with("the body has no room in the door"));
        }
    }
}

TEST(DoorCuts, ADoorMayBeThickerOrThinnerThanItsWall) {
    for (const std::int64_t wall : {2, 4, 8, 16}) {
        EXPECT_EQ(standing(door_with_lip(50, wall)).dropped.size(), 1U) << wall;
        EXPECT_EQ(standing(door_with_lip(20, wall)).dropped.size(), 0U) << wall;
    }
}

TEST(DoorCuts, TwoWingsLeaveRoomTogether) {
    for (const double lip : {8.0, 20.0}) {
        World world = door_with_lip(lip);
        world.entities.back().brushes = {box_brush({-8, -32, 0}, {8, 0, 128})};
        world.entities.back().keys[1].value = "270";
        add_model(world, "func_door", box_brush({-8, 0, 0}, {8, 32, 128}));
        world.entities.back().keys.push_back({"angle", "90"});
        world.entities.back().keys.push_back({"lip", std::to_string(lip)});
        EXPECT_EQ(standing(world).dropped.size(), 64 - 2 * lip < 30 ? 2U : 0U) << lip;
    }
}

}  // namespace
}  // namespace halfspace::test
