// SPDX-License-Identifier: MIT
// Meshes and models whose axes are turned. A body that is a shape is upright in the world, whatever
// pushes it.
#include "halfspace/query/collision_world.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "courses.h"
#include "support/open_meshes.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace halfspace::test {
namespace {

const MeshId kThing{2};
const ShapeBody kBox{*ConvexShape::box({15, 15, 28}), {0, 0, 28}};
const ShapeBody kCapsule{*ConvexShape::capsule(14, 14), {0, 0, 28}};
const ShapeBody kCylinder{*ConvexShape::cylinder(28, 15), {0, 0, 28}};
// Y up, as many programs have it; a turn about the body's axis; a turn about all axes.
const std::array<Angles, 3> kTurns{
    Angles{.roll = 90}, Angles{.yaw = 45}, Angles{.pitch = 20, .yaw = 33, .roll = 71}};

// The same rectangle in the world, in a frame with the turn.
struct Sheet {
    OpenMesh mesh;
    TriangleBvh tree;
    Transform turn;

    Sheet(const std::array<Vec3, 4>& corners, const Angles& angles)
        : mesh(made(corners, turned_about({}, angles))),
          tree(*TriangleBvh::build(mesh.view())),
          turn(turned_about({}, angles)) {}
    static OpenMesh made(const std::array<Vec3, 4>& corners, const Transform& turn) {
        OpenMesh made;
        const auto local = [&](std::size_t i) { return to_local(turn, corners[i]); };
        made.add_quad(local(0), local(1), local(2), local(3));
        return made;
    }
    Transform at(const Vec3& place) const { return moved_by(place) * turn; }
};

// What happens to a body at the start when the sheet goes its way in one step.
MoverStep pushed(const Sheet& sheet,
                 const ShapeBody& body,
                 const Vec3& start,
                 const Vec3& from,
                 const Vec3& to) {
    CollisionWorld world;
    world.place(kThing, {.triangles = &sheet.tree}, sheet.at(from));
    world.move(kThing, sheet.at(to));
    return step_mover(world, {body, body}, mover_at(start), {});
}

class OnTurnedMeshes : public testing::TestWithParam<ShapeBody> {};

TEST_P(OnTurnedMeshes, ALiftTakesABodyUp) {
    const std::array<Vec3, 4> plate{
        Vec3{-20, -20, 0}, Vec3{20, -20, 0}, Vec3{20, 20, 0}, Vec3{-20, 20, 0}};
    for (const double rise : {5.0, 30.0, 100.0}) {
        const MoverStep plain = pushed({plate, {}}, GetParam(), {0, 0, 2}, {}, {0, 0, rise});
        EXPECT_GT(plain.state.position.z, rise);
        for (const Angles& turn : kTurns) {
            const MoverStep step = pushed({plate, turn}, GetParam(), {0, 0, 2}, {}, {0, 0, rise});
            EXPECT_FALSE(step.crush);
            EXPECT_LT(distance(step.state.position, plain.state.position), 1e-6) << rise;
        }
    }
}

TEST_P(OnTurnedMeshes, AWallPushesABody) {
    for (const double wide : {4.0, 16.0, 60.0}) {
        const std::array<Vec3, 4> wall{
            Vec3{0, -wide, 0}, Vec3{0, wide, 0}, Vec3{0, wide, 60}, Vec3{0, -wide, 60}};
        for (const double to : {-20.0, -10.0, 0.0, 60.0, 700.0}) {
            const auto push = [&](const Angles& turn) {
                return pushed({wall, turn}, GetParam(), {1, 2, 5}, {-100, 0, 0}, {to, 0, 0});
            };
            const MoverStep plain = push({});
            EXPECT_FALSE(plain.crush);
            EXPECT_GE(plain.state.position.x, std::min(to + 13, 1.0)) << to;
            for (const Angles& turn : kTurns) {
                const MoverStep step = push(turn);
                EXPECT_FALSE(step.crush);
                EXPECT_LT(distance(step.state.position, plain.state.position), 1e-6) << to;
            }
        }
    }
}

// A wall that looks along a diagonal meets the corner of a box, which is farther from the middle
// than its sides are.
TEST(TurnedThings, ADiagonalWallDoesNotPassTheCornerOfABox) {
    const double s = std::numbers::sqrt2 / 2;
    const Vec3 ahead{s, s, 0};
    const Vec3 aside{-s, s, 0};
    const Sheet wall({Vec3{0, -3, 0}, Vec3{0, 3, 0}, Vec3{0, 3, 60}, Vec3{0, -3, 60}}, {});
    const Transform turn = turned_about({}, {.yaw = 45});
    for (const double to : {-19.0, 0.0, 60.0}) {
        CollisionWorld world;
        // Beside the sides of a box that is turned with the wall, and before a corner of this one.
        world.place(kThing, {.triangles = &wall.tree}, moved_by(ahead * -60 + aside * 17) * turn);
        world.move(kThing, moved_by(ahead * to + aside * 17) * turn);
        const MoverStep step = step_mover(world, {kBox, kBox}, mover_at({0, 0, 5}), {});
        EXPECT_FALSE(step.crush);
        EXPECT_TRUE(
            is_free(world, PlacedShape{kBox.shape, moved_by(kBox.offset)}, step.state.position));
        if (to >= 0) {
            EXPECT_NE(step.state.position.x, 0) << "the wall has passed the corner";
        }
    }
}

TEST(TurnedThings, AModelMeetsAShapeUpright) {
    World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({-4, -64, 1}, {4, 64, 96})}});
    const Level level = level_of(world);
    const Transform turn = turned_about({}, {.yaw = 45});
    const double s = std::numbers::sqrt2 / 2;
    const Vec3 ahead{s, s, 0};
    for (const double to : {-20.0, 0.0, 60.0, 300.0}) {
        const MovingModel door(
            level, ModelId(1), moved_by(ahead * -100) * turn, moved_by(ahead * to) * turn);
        const CollisionWorld around = world_with(level, std::array{door});
        const MoverStep step = step_mover(around, {kBox, kBox}, mover_at({0, 0, 2}), {});
        EXPECT_FALSE(step.crush);
        // The box reaches 15 * sqrt(2) along a diagonal, and the door 4.
        const double least = to + 4 + 15 * std::numbers::sqrt2;
        EXPECT_GE(dot(step.state.position, ahead), std::min(least, 0.0) - 1e-9) << to;
        EXPECT_LE(dot(step.state.position, ahead), std::max(least + 0.1, 1e-9)) << to;
    }
}

std::string name_of_body(const testing::TestParamInfo<ShapeBody>& body) {
    return std::array{"Box", "Capsule", "Cylinder"}.at(body.index);
}

INSTANTIATE_TEST_SUITE_P(Bodies,
                         OnTurnedMeshes,
                         testing::Values(kBox, kCapsule, kCylinder),
                         name_of_body);

}  // namespace
}  // namespace halfspace::test
