// SPDX-License-Identifier: MIT
// Movers on meshes as they are: no level, no compile.
#include "halfspace/query/collision_world.h"
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "courses.h"
#include "support/open_meshes.h"
#include "support/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace halfspace::test {
namespace {

const MeshId kFloor{1};
const MeshId kThing{2};

// A mesh with its tree.
struct Solid {
    OpenMesh mesh;
    TriangleBvh tree;

    explicit Solid(OpenMesh arrays)
        : mesh(std::move(arrays)), tree(*TriangleBvh::build(mesh.view())) {}
    MeshSurface surface() const { return {.triangles = &tree}; }
};

OpenMesh house(const Vec3& min, const Vec3& max) {
    OpenMesh mesh;
    mesh.add_house(min, max);
    return mesh;
}

const ShapeBody kBox{*ConvexShape::box({15, 15, 28}), {0, 0, 28}};
const ShapeBody kCapsule{*ConvexShape::capsule(14, 14), {0, 0, 28}};
const ShapeBody kCylinder{*ConvexShape::cylinder(28, 15), {0, 0, 28}};
constexpr double kSkin = 1.0 / 32;

MoverStep step_with(const CollisionWorld& world,
                    const ShapeBody& body,
                    const MoverState& state,
                    const MoverInput& input = {}) {
    return step_mover(world, {body, body}, state, input);
}

MoverState settled(const CollisionWorld& world, const ShapeBody& body, const Vec3& place) {
    MoverState state = mover_at(place);
    for (int i = 0; i < 64; ++i) {
        state = step_with(world, body, state).state;
    }
    EXPECT_EQ(state.mode, MoverMode::Ground);
    return state;
}

class OnMeshes : public testing::TestWithParam<ShapeBody> {};

TEST_P(OnMeshes, ABodyStandsTheSkinAboveAndKeepsItsPlace) {
    const Solid floor(plane_mesh(512, 7));
    CollisionWorld world;
    world.place(kFloor, floor.surface());
    const MoverState state = settled(world, GetParam(), {3, 4, 40});
    EXPECT_EQ(state.ground_mesh, kFloor);
    EXPECT_FALSE(state.ground_model.is_valid() || state.ground_obstacle.is_valid());
    EXPECT_NEAR(state.position.z, kSkin, kSkin / 4);
    const MoverStep next = step_with(world, GetParam(), state);
    EXPECT_EQ(next.state, state);
    ASSERT_TRUE(next.ground.has_value());
    EXPECT_EQ(next.ground->mesh, kFloor);
    EXPECT_TRUE(next.ground->triangle.is_valid());
}

// The edges of a floor of 10^5 triangles do not slow a body, nor do they lift it.
TEST_P(OnMeshes, AFloorOfManyTrianglesIsAsFastAsOneOfTwo) {
    const Solid many(plane_mesh(512, 224));
    const Solid two(plane_mesh(512, 1));
    ASSERT_GT(many.tree.mesh().size(), 100000u);
    CollisionWorld world;
    CollisionWorld plain;
    world.place(kFloor, many.surface());
    plain.place(kFloor, two.surface());
    MoverState state = settled(world, GetParam(), {-200, -300.1, 10});
    MoverState other = settled(plain, GetParam(), {-200, -300.1, 10});
    for (int i = 0; i < 100; ++i) {
        const MoverInput input = forward(i < 50 ? 33 : 60);
        state = step_with(world, GetParam(), state, input).state;
        other = step_with(plain, GetParam(), other, input).state;
        ASSERT_EQ(state.mode, MoverMode::Ground);
        ASSERT_LT(distance(state.velocity, other.velocity), 1e-9) << i;
        ASSERT_LT(distance(state.position, other.position), 1e-9) << i;
    }
    EXPECT_GT(horizontal_speed(state), 300);
}

// Tiles of many sizes: nearly every corner is in the midst of another tile's edge, and there are
// cracks of up to half of the skin.
OpenMesh tiles(double crack) {
    OpenMesh mesh;
    Random random(4);
    for (double x = -512; x < 512;) {
        const double next_x = x + random.real(3, 60);
        for (double y = -512; y < 512;) {
            const double next_y = y + random.real(3, 60);
            const double gap = random.real(0, crack);
            mesh.add_quad({x, y, 0},
                          {next_x - gap, y, 0},
                          {next_x - gap, next_y - gap, 0},
                          {x, next_y - gap, 0});
            y = next_y;
        }
        x = next_x;
    }
    return mesh;
}

TEST_P(OnMeshes, CracksAndTJunctionsDoNotSlowABody) {
    for (const double crack : {0.0, kSkin / 2}) {
        const Solid floor(tiles(crack));
        const Solid plain(plane_mesh(512, 1));
        CollisionWorld world;
        CollisionWorld other;
        world.place(kFloor, floor.surface());
        other.place(kFloor, plain.surface());
        MoverState state = settled(world, GetParam(), {-200, -300.1, 10});
        MoverState as_on_one = settled(other, GetParam(), {-200, -300.1, 10});
        for (int i = 0; i < 100; ++i) {
            const MoverInput input = forward(i < 50 ? 33 : 60);
            state = step_with(world, GetParam(), state, input).state;
            as_on_one = step_with(other, GetParam(), as_on_one, input).state;
            ASSERT_EQ(state.mode, MoverMode::Ground);
            ASSERT_LT(distance(state.ground_normal, {0, 0, 1}), 1e-15) << i;
            ASSERT_LT(distance(state.velocity, as_on_one.velocity), 1e-9) << crack << " " << i;
            ASSERT_LT(distance(state.position, as_on_one.position), 1e-4) << crack << " " << i;
        }
    }
}

TEST_P(OnMeshes, WallsStopABodyThatComesDownStairs) {
    OpenMesh mesh = plane_mesh(512, 3);
    for (int i = 0; i < 4; ++i) {
        mesh.add_house({-500, -200, 0}, {-300 - 40.0 * i, 200, 16.0 * (i + 1)});
    }
    mesh.add_house({100, -200, -10}, {101, 200, 200});
    const Solid place(mesh);
    CollisionWorld world;
    world.place(kFloor, place.surface());
    MoverState state = settled(world, GetParam(), {-460, 0, 80});
    EXPECT_GT(state.position.z, 60);
    double stepped = 0;
    for (int i = 0; i < 200; ++i) {
        const MoverStep step = step_with(world, GetParam(), state, forward(0));
        ASSERT_EQ(step.problem, MoverProblem::None);
        state = step.state;
        stepped += step.stepped;
    }
    EXPECT_LT(stepped, -40);
    EXPECT_NEAR(state.position.x, 100 - 15, 1.1);
    EXPECT_NEAR(state.position.z, kSkin, kSkin / 4);
    // And up again.
    for (int i = 0; i < 105; ++i) {
        state = step_with(world, GetParam(), state, forward(180)).state;
    }
    EXPECT_LT(state.position.x, -400);
    EXPECT_GT(state.position.z, 60);
}

TEST_P(OnMeshes, ALiftTakesItsPassengerUpAndDownAtAnySpeed) {
    const Solid plate(house({-64, -64, -16}, {64, 64, 0}));
    for (const double speed : {1.0, 100.0, 3000.0}) {
        CollisionWorld world;
        world.place(kThing, plate.surface());
        MoverState state = settled(world, GetParam(), {10, 20, 5});
        const Vec3 start = state.position;
        double height = 0;
        for (int i = 0; i < 100; ++i) {
            height += (i < 50 ? speed : -speed) / 64;
            world.end_step();
            world.move(kThing, moved_by({0, 0, height}));
            const MoverStep step = step_with(world, GetParam(), state);
            state = step.state;
            ASSERT_EQ(state.mode, MoverMode::Ground);
            ASSERT_FALSE(step.crush);
            ASSERT_NEAR(state.position.z - height, start.z, 1e-6);
        }
        EXPECT_NEAR(state.position.x, start.x, 1e-9);
        EXPECT_EQ(state.ground_mesh, kThing);
    }
}

TEST_P(OnMeshes, ACarouselTakesItsPassengerAround) {
    const Solid plate(house({-64, -64, -16}, {64, 64, 0}));
    for (const double degrees_per_step : {0.5, 7.0, 90.0}) {
        CollisionWorld world;
        world.place(kThing, plate.surface());
        MoverState state = settled(world, GetParam(), {40, 0, 5});
        const Vec3 start = state.position;
        for (int i = 1; i <= 60; ++i) {
            world.end_step();
            world.move(kThing, turned_about({}, {.yaw = i * degrees_per_step}));
            state = step_with(world, GetParam(), state).state;
            ASSERT_EQ(state.mode, MoverMode::Ground);
            const Vec3 place = to_local(world.mesh(kThing).to(), state.position);
            ASSERT_LT(distance(place, start), 1e-5) << degrees_per_step << " " << i;
        }
    }
}

TEST_P(OnMeshes, AThinDoorPushesAtAnySpeed) {
    const Solid floor(plane_mesh(2048, 3));
    OpenMesh sheet;
    sheet.add_quad({0, -512, 0}, {0, 512, 0}, {0, 512, 128}, {0, -512, 128});
    const Solid door(sheet);
    for (const double way : {0.1, 5.0, 60.0, 700.0}) {
        CollisionWorld world;
        world.place(kFloor, floor.surface());
        const MoverState start = settled(world, GetParam(), {0, 0, 5});
        world.place(kThing, door.surface(), moved_by({-100, 0, 0}));
        world.move(kThing, moved_by({way - 15, 0, 0}));
        const MoverStep step = step_with(world, GetParam(), start);
        EXPECT_FALSE(step.crush);
        EXPECT_GE(step.state.position.x, way - 1.1);
        EXPECT_LE(step.state.position.x, way + 0.1);
        EXPECT_NEAR(step.state.position.y, 0, 1e-6);
        EXPECT_TRUE(
            is_free(world, {GetParam().shape, moved_by(GetParam().offset)}, step.state.position));
    }
}

TEST_P(OnMeshes, ADoorThatTurnsPushesAheadAndACornerIsCrushed) {
    OpenMesh ground = plane_mesh(512, 3);
    const Solid floor(ground);
    OpenMesh sheet;
    sheet.add_quad({0, 0, 0}, {400, 0, 0}, {400, 0, 128}, {0, 0, 128});
    const Solid bar(sheet);
    CollisionWorld world;
    world.place(kFloor, floor.surface());
    const MoverState start = settled(world, GetParam(), {150, 0, 5});
    world.place(kThing, bar.surface(), turned_about({}, {.yaw = -40}));
    world.move(kThing, turned_about({}, {.yaw = 50}));
    const MoverStep pushed = step_with(world, GetParam(), start);
    EXPECT_FALSE(pushed.crush);
    EXPECT_GT(to_local(world.mesh(kThing).to(), pushed.state.position).y, 0) << "ahead of the bar";
    // Now a wall is in the way.
    ground.add_house({-500, 40, 0}, {500, 60, 200});
    const Solid cell(ground);
    world.place(kFloor, cell.surface());
    world.place(kThing, bar.surface(), turned_about({}, {.yaw = -40}));
    world.move(kThing, turned_about({}, {.yaw = 20}));
    const MoverStep crushed = step_with(world, GetParam(), start);
    ASSERT_TRUE(crushed.crush);
    EXPECT_EQ(crushed.crush->mesh, kThing);
    EXPECT_FALSE(crushed.crush->model.is_valid() || crushed.crush->obstacle.is_valid());
    world.move(kThing, turned_about({}, {.yaw = -40 + 60 * crushed.crush->fraction}));
    EXPECT_TRUE(
        is_free(world, {GetParam().shape, moved_by(GetParam().offset)}, crushed.state.position));
}

TEST_P(OnMeshes, NobodyJumpsFromGroundThatIsGone) {
    const Solid floor(house({-200, -200, -400}, {200, 200, 0}));
    CollisionWorld world;
    world.place(kFloor, floor.surface());
    const MoverState state = settled(world, GetParam(), {0, 0, 5});
    MoverInput jump;
    jump.buttons = kJumpButton;
    EXPECT_TRUE(step_with(world, GetParam(), state, jump).jumped);
    world.place(kFloor, moved_by({0, 0, -300}));
    const MoverStep step = step_with(world, GetParam(), state, jump);
    EXPECT_FALSE(step.jumped);
    EXPECT_EQ(step.state.mode, MoverMode::Air);
    EXPECT_LE(step.state.velocity.z, 0);
    // Whoever does not jump falls, too.
    EXPECT_EQ(step_with(world, GetParam(), state).state.mode, MoverMode::Air);
}

std::string name_of_body(const testing::TestParamInfo<ShapeBody>& body) {
    return std::array{"Box", "Capsule", "Cylinder"}.at(body.index);
}

INSTANTIATE_TEST_SUITE_P(Bodies,
                         OnMeshes,
                         testing::Values(kBox, kCapsule, kCylinder),
                         name_of_body);

// A body of a level's space, between the level and a mesh.
TEST(OnMeshesInALevel, ABodyOfASpaceWalksFromTheLevelOntoAMesh) {
    const Level level = level_of({box_brush({-512, -512, -16}, {0, 512, 0})});
    const Solid half(house({0, -512, -16}, {512, 512, 0}));
    CollisionWorld world(level);
    world.place(kFloor, half.surface());
    MoverState state = settled_at(world, {-200, 30, 40});
    EXPECT_FALSE(state.ground_mesh.is_valid());
    const double z = state.position.z;
    for (int i = 0; i < 64; ++i) {
        const MoverStep step = step_mover(world, bodies_of(level), state, forward(0));
        ASSERT_EQ(step.problem, MoverProblem::None);
        state = step.state;
        ASSERT_EQ(state.mode, MoverMode::Ground) << i;
        ASSERT_NEAR(state.position.z, z, 1e-6);
    }
    EXPECT_GT(state.position.x, 50);
    EXPECT_EQ(state.ground_mesh, kFloor);
    EXPECT_GT(horizontal_speed(state), 310);
}

TEST(OnMeshesInALevel, TooManyMeshesAreReported) {
    const Solid plate(house({-64, -64, -16}, {64, 64, 0}));
    CollisionWorld world;
    for (std::uint32_t i = 0; i < 64; ++i) {
        world.place(MeshId(i), plate.surface());
    }
    const MoverState state = mover_at({0, 0, 10});
    EXPECT_EQ(step_with(world, kBox, state).problem, MoverProblem::None);
    world.place(MeshId(64), plate.surface());
    EXPECT_EQ(step_with(world, kBox, state).problem, MoverProblem::TooManyNear);
    EXPECT_TRUE(move_and_slide(world, kBox, {0, 0, 10}, {0, 0, -100}, 0.1).too_many_near);
}

TEST(OnMeshesInALevel, AMoverInATriangleIsFreedOrStuck) {
    const Solid plate(plane_mesh(100, 1));
    CollisionWorld world;
    world.place(kFloor, plate.surface());
    const MoverStep freed = step_with(world, kBox, mover_at({0, 0, -2}));
    EXPECT_EQ(freed.problem, MoverProblem::None);
    EXPECT_TRUE(freed.was_freed);
    EXPECT_NEAR(freed.state.position.z, 0, 0.2);
    EXPECT_EQ(step_with(world, kBox, mover_at({0, 0, -20})).problem, MoverProblem::Stuck);
}

}  // namespace
}  // namespace halfspace::test
