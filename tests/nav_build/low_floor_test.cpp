// SPDX-License-Identifier: MIT
// Where the standing body has no room, the floor of the crouching body is low.
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/random_place.h"
#include "halfspace/nav_build/build_nav.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"

#include "support/brushes.h"
#include "support/compiled_data.h"
#include "support/nav_levels.h"
#include "support/repeats.h"
#include "support/scenes.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>

namespace halfspace::test {
namespace {

// A floor from -256 to 256, and a beam across it, so high above the floor.
World beam(std::int64_t height) {
    return world_of({box_brush({-256, -256, -16}, {256, 256, 0}),
                     box_brush({-64, -256, height}, {64, 256, 128})});
}

// The sizes of the low floor of a body and of all its floor.
std::pair<double, double> low_and_all(const Level& level, const std::string& body) {
    const NavMesh mesh = NavMesh::from_level(level, *find_space(level, body)).value();
    std::pair<double, double> sizes;
    for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const NavPolygonId polygon(p);
        double twice = 0;
        for (std::uint32_t c = 2; c < mesh.corner_count(polygon); ++c) {
            const Vec3 first = mesh.corner(polygon, 0);
            twice += cross(mesh.corner(polygon, c - 1) - first, mesh.corner(polygon, c) - first).z;
        }
        sizes.first += mesh.is_low(polygon) ? twice / 2 : 0;
        sizes.second += twice / 2;
    }
    return sizes;
}

constexpr double kWhole = 542.0 * 542;

// The standing body is 56 high, the crouching one 40; both are 30 wide. A body that
// touches the floor and the beam has no room. The beam is 542 long for positions, and 158 wide.
TEST(LowFloor, IsWhereTheStandingBodyHasNoRoom) {
    for (const auto& [height, low, all] : {std::tuple{57, 0.0, kWhole},
                                           {56, 158.0 * 542, kWhole},
                                           {41, 158.0 * 542, kWhole},
                                           {40, 0.0, kWhole - 158.0 * 542}}) {
        const Level level = level_with_navigation(beam(height)).value();
        // Above the beam is floor for both.
        const double above = 158.0 * 542;
        EXPECT_EQ(low_and_all(level, "crouch"), std::pair(low, all + above)) << height;
        EXPECT_EQ(low_and_all(level, "stand").first, 0) << height;
        EXPECT_EQ(low_and_all(level, "large").first, 0) << height;
    }
}

TEST(LowFloor, IsToldOnlyByTheCrouchingBody) {
    const Level level = level_with_navigation(beam(45)).value();
    ASSERT_EQ(level.nav_meshes().size(), 3u);
    for (const NavMeshRecord& mesh : level.nav_meshes()) {
        const bool is_crouch = space_name(level, SpaceId(mesh.space)) == "crouch";
        EXPECT_EQ(mesh.standing_space, is_crouch ? find_space(level, "stand")->value : 0);
    }
}

// A wall of an entity that never moves counts, and a door does not.
TEST(LowFloor, CountsModelsThatNeverMove) {
    for (const auto& [classname, low] : {std::pair{"func_wall", 158.0 * 158}, {"func_door", 0.0}}) {
        World world = world_of({box_brush({-256, -256, -16}, {256, 256, 0})});
        Entity& entity = world.entities.emplace_back();
        entity.keys.push_back({"classname", classname});
        entity.brushes.push_back(box_brush({-64, -64, 45}, {64, 64, 128}));
        const Level level = level_with_navigation(world).value();
        EXPECT_EQ(low_and_all(level, "crouch").first, low) << classname;
    }
}

// The floor that is not low is the floor of the standing body, and the standing body is free there.
void check_rooms(const Level& level) {
    const SpaceId stand = *find_space(level, "stand");
    const auto [low, all] = low_and_all(level, "crouch");
    const double standing = low_and_all(level, "stand").second;
    EXPECT_NEAR(all - low, standing, 1e-9 * all);
    const NavMesh mesh = NavMesh::from_level(level, *find_space(level, "crouch")).value();
    const std::vector<PlacedModel> models = models_of_navigation(level);
    const PlacedLevel here(level, models);
    for (std::uint64_t seed = 0; seed < repeats(2000); ++seed) {
        const NavPlace place = *random_place(mesh, seed);
        const bool is_free_above =
            is_free(here, stand, place.position + Vec3{0, 0, 1.0 / 1024}, kPlayerBlockers);
        EXPECT_EQ(is_free_above, !mesh.is_low(place.polygon)) << seed;
    }
}

TEST(LowFloor, OfExamplesIsWhereNobodyStands) {
    for (const char* const name : {"keep.map", "station.map", "arena.map"}) {
        SCOPED_TRACE(name);
        check_rooms(
            map_with_navigation(project_file(std::string("examples/levels/") + name)).value());
    }
}

TEST(LowFloor, OfRealLevelsIsWhereNobodyStands) {
    for (const char* const name : {"id1/dm4.map", "librequake/lq_e1m1.map"}) {
        const std::filesystem::path path = test_data(std::string("maps/") + name);
        if (path.empty()) {
            GTEST_SKIP() << "no real levels";
        }
        SCOPED_TRACE(name);
        check_rooms(map_with_navigation(path).value());
    }
}

}  // namespace
}  // namespace halfspace::test
