// SPDX-License-Identifier: MIT
#include "session.h"
#include "viewer/mesh_files.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace halfspace::viewer {
namespace {

LoadedLevel load_all(const std::vector<ObjObject>& objects) {
    const MeshFolder folder;
    Progress progress;
    return std::move(load(folder.write(objects), progress).value());
}

TEST(MeshStart, LooksAtTheMiddleFromWhereItIsSeen) {
    const LoadedLevel yard =
        load_all({sheet("ground", {-8, -8, 0}, {8, 8, 0}), crate("tower", {-1, -1, 0}, {1, 1, 6})});
    const tool::Viewpoint from = first_viewpoint(yard, {});
    EXPECT_NEAR(from.eye.z, 24 + 22, 0.1);
    EXPECT_GT(std::hypot(from.eye.x, from.eye.y), 100) << "beside the tower";
}

TEST(MeshStart, IsNowhereWithoutAFloor) {
    const LoadedLevel wall = load_all({sheet("wall", {0, -8, -8}, {0.1, 8, 8})});
    const tool::Viewpoint from = first_viewpoint(wall, {});
    EXPECT_GT(from.eye.z, wall.mesh_box->max.z) << "an overview of the box";
    EXPECT_EQ(from.target, centre_of(*wall.mesh_box));
}

TEST(MeshStart, IsAboveWhatIsTooSmall) {
    const LoadedLevel toy = load_all({sheet("toy", {-1, -1, 0}, {1, 1, 0})});
    const tool::Viewpoint from = first_viewpoint(toy, {});
    EXPECT_LT(from.eye.x, -32) << "beside it: the eye of a person on it would see nothing";
    EXPECT_EQ(from.target, Vec3());
}

TEST(MeshStart, GivesWayToAnEye) {
    const LoadedLevel yard = load_all({sheet("ground", {-8, -8, 0}, {8, 8, 0})});
    const tool::Viewpoint from = first_viewpoint(yard, {.eye = Vec3{1, 2, 300}});
    EXPECT_EQ(from.eye, Vec3(1, 2, 300));
    EXPECT_EQ(from.target, centre_of(*yard.mesh_box));
}

}  // namespace
}  // namespace halfspace::viewer
