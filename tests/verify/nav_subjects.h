// SPDX-License-Identifier: MIT
// Levels with navigation meshes for the tests of verify, and what it says about them.
#pragma once

#include "halfspace/nav_build/build_nav.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "verify/verify_nav.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {

struct NavSubject {
    std::string name;
    World world;
    LevelData level;  // with navigation meshes of a standing and a large body, or of others
};

inline NavSubject subject_of(std::string name,
                             World world,
                             const CompileOptions& options = {.threads = 1},
                             std::vector<SpaceId> spaces = {SpaceId(1), SpaceId(3)}) {
    LevelData data = compiled_data(world, options);
    const auto level = Level::from_data(data);
    EXPECT_TRUE(level) << name;
    const NavOptions bodies{.spaces = std::move(spaces)};
    auto meshes = level ? build_navigation(*level, bodies) : NavData();
    EXPECT_TRUE(meshes) << name;
    set_navigation(data, meshes ? *std::move(meshes) : NavData());
    data.nav_links.clear();  // verify does not read them, and mutants lose polygons
    return {std::move(name), std::move(world), std::move(data)};
}

inline void add_model(World& world, const std::string& classname, std::vector<Brush> brushes) {
    Entity& entity = world.entities.emplace_back();
    entity.keys.push_back({"classname", classname});
    entity.brushes = std::move(brushes);
}

inline void add_area(World& world,
                     const std::string& name,
                     const std::string& cost,
                     std::vector<Brush> brushes) {
    for (Brush& brush : brushes) {
        brush.contents = Contents::Trigger;
    }
    add_model(world, "func_nav_area", std::move(brushes));
    world.entities.back().keys.push_back({"area", name});
    world.entities.back().keys.push_back({"cost", cost});
}

// A floor with a ramp, stairs, a pool, clips, walls that never move and a door. One wall is let
// into the floor: both have the floor at one place. Another one stands in the ramp.
inline World yard() {
    World world = world_of({box_brush({-256, -256, -16}, {256, 256, 0}),
                            turned_ramp(0, 128, 64, 64),
                            box_brush({-200, -200, 0}, {-168, 200, 12}),
                            box_brush({-232, -200, 0}, {-200, 200, 24}),
                            box_brush({-100, 100, 0}, {0, 256, 40}, Contents::Water),
                            box_brush({40, -250, 0}, {48, -200, 90}, Contents::PlayerClip),
                            box_brush({60, -250, 0}, {90, -200, 9}, Contents::MonsterClip)});
    add_model(world, "func_wall", {box_brush({-64, -64, -8}, {-32, 0, 0})});
    add_model(world, "func_wall", {box_brush({64, -16, -8}, {300, 16, 80})});
    add_model(world, "func_door", {box_brush({-64, 30, 0}, {-32, 70, 64})});
    add_model(world, "func_wall", {box_brush({-60, 90, 0}, {-20, 140, 8}, Contents::Slime)});
    // A double door on the ramp, with what both close between its wings.
    add_model(world, "func_door_rotating", {box_brush({40, 40, 0}, {48, 80, 120})});
    add_model(world, "func_door_rotating", {box_brush({40, 80, 0}, {48, 120, 120})});
    // An area on the floor, on stairs, in the pool and in a doorway; one on the ramp, dearer.
    add_area(world, "mud", "2", {box_brush({-220, 20, -4}, {-20, 180, 60})});
    add_area(world, "road", " +3", {turned_ramp(-10, 100, 90, 40)});
    return world;
}

// What check_nav_meshes says about a level, which the loader must accept.
inline std::vector<std::string> nav_differences(const LevelData& data, const World& world) {
    const auto level = Level::from_data(data);
    if (!level) {
        ADD_FAILURE() << to_string(level.error());
        return {};
    }
    LevelPlanes planes = planes_of(level->view());
    Differences other(100);
    const BrushCheck brushes =
        check_brushes(*level, world, planes, level->statistics().import_tolerance, other);
    Differences found(100);
    EXPECT_EQ(check_nav_meshes(*level, world, brushes.brushes, planes, {.threads = 1}, found),
              level->nav_polygons().size());
    return found.take_details();
}

}  // namespace halfspace::test
