// SPDX-License-Identifier: MIT
#include "halfspace/move/slide.h"

#include "courses.h"

namespace halfspace::test {
namespace {

Level corner() {
    return level_of({box_brush({-512, -512, -16}, {512, 512, 0}),
                     box_brush({100, -512, 0}, {132, 512, 128}),
                     box_brush({-512, 100, 0}, {512, 132, 128})});
}

TEST(MoveAndSlide, GoesAlongAWallAndKeepsItsSpeedThere) {
    const Level level = corner();
    const MoverBody body = bodies_of(level).stand;
    const Slide slide = move_and_slide(level, body, {80, -200, 60}, {300, 100, 0}, 0.5);
    EXPECT_EQ(slide.velocity, Vec3(0, 100, 0));
    EXPECT_NEAR(slide.position.x, 85 - 1.0 / 32, 1e-9);
    EXPECT_NEAR(slide.position.y, -150, 1e-9);
    ASSERT_EQ(slide.contact_count, 1u);
    EXPECT_EQ(slide.contacts[0].normal, Vec3(-1, 0, 0));
    EXPECT_EQ(slide.contacts[0].model, kWorldModel);
}

TEST(MoveAndSlide, StopsInACornerAndGoesUpAlongItsEdge) {
    const Level level = corner();
    const MoverBody body = bodies_of(level).stand;
    const Slide stop = move_and_slide(level, body, {80, 80, 60}, {300, 300, 0}, 0.5);
    EXPECT_EQ(stop.velocity, Vec3());
    EXPECT_EQ(stop.contact_count, 2u);
    const Slide up = move_and_slide(level, body, {80, 80, 60}, {300, 300, 40}, 0.5);
    EXPECT_EQ(up.velocity, Vec3(0, 0, 40));
    EXPECT_NEAR(up.position.z, 80, 1e-9);
}

TEST(MoveAndSlide, SaysThatTheStartIsBlocked) {
    const Level level = corner();
    const Slide slide =
        move_and_slide(level, bodies_of(level).stand, {110, 0, 60}, {-300, 0, 0}, 0.5);
    EXPECT_TRUE(slide.start_blocked);
    EXPECT_EQ(slide.position, Vec3(110, 0, 60));
}

TEST(MoveAndSlide, NamesTheModel) {
    World world = world_of({box_brush({-512, -512, -16}, {512, 512, 0})});
    for (const std::int64_t x : {200, 100}) {
        world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                        .brushes = {box_brush({x, -64, 0}, {x + 16, 64, 64})}});
    }
    const Level level = level_of(world);
    // The far door comes first, and a door that is out of reach before all.
    const std::vector<MovingModel> models{at_rest(level, ModelId(1), moved_by({0, 3000, 0})),
                                          at_rest(level, ModelId(2), {})};
    const Slide slide = move_and_slide(
        world_with(level, models), bodies_of(level).stand, {0, 0, 30}, {200, 0, 0}, 1);
    ASSERT_EQ(slide.contact_count, 1u);
    EXPECT_EQ(slide.contacts[0].model, ModelId(2));
}

}  // namespace
}  // namespace halfspace::test
