// SPDX-License-Identifier: MIT
#include "mesh_start.h"

#include "halfspace/move/player.h"
#include "halfspace/query/space.h"

#include "session.h"
#include "viewer/mesh_files.h"

#include <gtest/gtest.h>

namespace halfspace::viewer {
namespace {

constexpr double kFeet = 24;  // below the position of the body "stand"

// A file in the world of a player.
struct Walked {
    explicit Walked(const std::vector<ObjObject>& objects, WalkOn which = WalkOn::Bad)
        : loaded(load_all(objects, which)), world(loaded.level) {
        place_surfaces(world, loaded.surfaces);
    }
    static LoadedLevel load_all(const std::vector<ObjObject>& objects, WalkOn which) {
        const MeshFolder folder;
        LevelSource source = folder.write(objects);
        source.walk_on = which;
        Progress progress;
        return std::move(load(source, progress).value());
    }
    SpaceId stand() const { return *find_space(loaded.level, "stand"); }
    std::optional<Floor> floor(double x, double y) const {
        return highest_floor(world, stand(), x, y, *loaded.mesh_box);
    }

    LoadedLevel loaded;
    CollisionWorld world;
};

TEST(HighestFloor, IsTheHighestOfSheetsAndSolids) {
    const Walked yard({sheet("ground", {-8, -8, 0}, {8, 8, 0}),
                       sheet("bridge", {-2, -2, 4}, {2, 2, 4}),
                       crate("crate", {4, 4, 0}, {6, 6, 1})});
    ASSERT_TRUE(yard.floor(0, 0));
    EXPECT_NEAR(yard.floor(0, 0)->position.z, 4 * 32 + kFeet, 0.1);
    EXPECT_NEAR(yard.floor(160, 160)->position.z, 32 + kFeet, 0.1);
    EXPECT_NEAR(yard.floor(-160, 160)->position.z, kFeet, 0.1);
    EXPECT_TRUE(yard.floor(-160, 160)->is_front);
    EXPECT_FALSE(yard.floor(1000, 0)) << "nothing is there";
}

TEST(HighestFloor, IsNotSteepAndNotTooLow) {
    ObjObject slope = sheet("slope", {-2, -8, 2}, {2, 8, 2});
    slope.vertices[1].z = slope.vertices[2].z = 12;  // 68 degrees
    const Walked steep({sheet("ground", {-8, -8, -1}, {8, 8, -1}), slope});
    EXPECT_NEAR(steep.floor(-40, 0)->position.z, -32 + kFeet, 0.1);
    // Under a ceiling of 32 units there is no room; the ceiling itself is a floor.
    const Walked low(
        {sheet("ground", {-8, -8, 0}, {8, 8, 0}), sheet("shelf", {-2, -2, 1}, {2, 2, 1})});
    EXPECT_NEAR(low.floor(0, 0)->position.z, 32 + kFeet, 0.1);
}

TEST(HighestFloor, PrefersFronts) {
    const Walked room({turned_inside_out(crate("hall", {-8, -8, 0}, {8, 8, 4}))});
    ASSERT_TRUE(room.floor(0, 0));
    EXPECT_TRUE(room.floor(0, 0)->is_front);
    EXPECT_NEAR(room.floor(0, 0)->position.z, kFeet, 0.1) << "in the room, not on its ceiling";
    const Walked statue({crate("statue", {-8, -8, 0}, {8, 8, 4})}, WalkOn::All);
    EXPECT_NEAR(statue.floor(0, 0)->position.z, 4 * 32 + kFeet, 0.1);
    const Walked back({turned_inside_out(sheet("ground", {-8, -8, 0}, {8, 8, 0}))});
    ASSERT_TRUE(back.floor(0, 0)) << "a back is better than nothing";
    EXPECT_FALSE(back.floor(0, 0)->is_front);
}

TEST(MeshStart, LooksAtTheMiddleFromWhereItIsSeen) {
    const Walked yard(
        {sheet("ground", {-8, -8, 0}, {8, 8, 0}), crate("tower", {-1, -1, 0}, {1, 1, 6})});
    const auto start = mesh_start(yard.world, yard.stand(), 22, *yard.loaded.mesh_box);
    ASSERT_TRUE(start);
    EXPECT_NEAR(start->eye.z, kFeet + 22, 0.1);
    EXPECT_GT(std::hypot(start->eye.x, start->eye.y), 100) << "beside the tower";
    EXPECT_EQ(start->target.x, 0);
    EXPECT_EQ(start->target.y, 0);
    EXPECT_GT(start->target.z, start->eye.z);
}

TEST(MeshStart, IsNowhereWithoutAFloor) {
    const Walked wall({sheet("wall", {0, -8, -8}, {0.1, 8, 8})});
    EXPECT_FALSE(mesh_start(wall.world, wall.stand(), 22, *wall.loaded.mesh_box));
    const tool::Viewpoint from = first_viewpoint(wall.loaded, {});
    EXPECT_GT(from.eye.z, wall.loaded.mesh_box->max.z) << "an overview of the box";
    EXPECT_EQ(from.target, centre_of(*wall.loaded.mesh_box));
}

TEST(MeshStart, IsAboveWhatIsTooSmall) {
    const Walked toy({sheet("toy", {-1, -1, 0}, {1, 1, 0})});
    const tool::Viewpoint from = first_viewpoint(toy.loaded, {});
    EXPECT_LT(from.eye.x, -32) << "beside it: the eye of a person on it would see nothing";
    EXPECT_EQ(from.target, Vec3());
}

TEST(MeshStart, GivesWayToAnEye) {
    const Walked yard({sheet("ground", {-8, -8, 0}, {8, 8, 0})});
    const tool::Viewpoint from = first_viewpoint(yard.loaded, {.eye = Vec3{1, 2, 300}});
    EXPECT_EQ(from.eye, Vec3(1, 2, 300));
    EXPECT_EQ(from.target, centre_of(*yard.loaded.mesh_box));
}

}  // namespace
}  // namespace halfspace::viewer
