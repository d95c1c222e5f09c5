// SPDX-License-Identifier: MIT
#include "halfspace/query/trace.h"

#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"

#include "support/brushes.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using Kind = Transition::Kind;

const SpaceId kPoint(0);
const ModelId kDoor(1);

Level small_level() {
    return *Level::from_data(test::small_level(), "small");
}

Transition change(const Vec3& from, const Vec3& to, Contents mask = kBodyBlockers) {
    return first_transition(small_level(), kPoint, from, to, mask);
}

TEST(FirstTransition, ToldByItsKind) {
    EXPECT_EQ(change({0, 0, 64}, {30, -50, 100}).kind, Kind::AllEmpty);
    EXPECT_EQ(change({0, 0, 64}, {-70, 0, 64}).kind, Kind::EmptyToBlocked);
    EXPECT_EQ(change({-70, 0, 64}, {0, 0, 64}).kind, Kind::BlockedToEmpty);
    EXPECT_EQ(change({-70, 0, 64}, {-71, 3, 65}).kind, Kind::AllBlocked);
}

TEST(FirstTransition, LiesBeforeTheWall) {
    const Transition found = change({0, 0, 64}, {-128, 0, 64});
    EXPECT_NEAR(found.fraction, 0.5, 1e-10);
    EXPECT_GE(found.point.x, -64);
    EXPECT_NEAR(found.point.x, -64, 1e-6);
    const ExactPlane plane = small_level().plane(found.plane);
    EXPECT_EQ(plane, (ExactPlane{{1, 0, 0}, -64 * 8})) << "its front is on the empty side";
    EXPECT_EQ(found.node, NodeId(0));
}

TEST(FirstTransition, OutOfAWallHasTheSamePlane) {
    const Transition found = change({-72, 0, 64}, {0, 0, 64});
    EXPECT_NEAR(found.fraction, 8.0 / 72, 1e-10);
    EXPECT_EQ(small_level().plane(found.plane), (ExactPlane{{1, 0, 0}, -64 * 8}));
    EXPECT_GE(found.point.x, -64);
}

TEST(FirstTransition, OfASegmentThatTouchesIsNone) {
    EXPECT_EQ(change({0, 0, 64}, {-64, 0, 64}).kind, Kind::AllEmpty) << "ends at a wall";
    EXPECT_EQ(change({-64, -30, 64}, {-64, 30, 100}).kind, Kind::AllEmpty) << "in its face";
    EXPECT_EQ(change({-64, 0, 32}, {0, 0, 32}).kind, Kind::AllEmpty) << "over the ramp's edge";
}

TEST(FirstTransition, FromAWallIntoItIsAtTheStart) {
    const Transition found = change({-64, 0, 64}, {-70, 0, 64});
    EXPECT_EQ(found.kind, Kind::EmptyToBlocked);
    EXPECT_EQ(found.fraction, 0);
    EXPECT_EQ(found.point, (Vec3{-64, 0, 64}));
    EXPECT_EQ(small_level().plane(found.plane), (ExactPlane{{1, 0, 0}, -64 * 8}));
}

TEST(FirstTransition, BetweenTwoSolidsIsWhereTheFaceOpens) {
    const Transition found = change({-64, 0, 20}, {-64, 0, 40});
    EXPECT_EQ(found.kind, Kind::BlockedToEmpty);
    EXPECT_NEAR(found.point.z, 32, 1e-9);
}

TEST(FirstTransition, OfASinglePointAsksForThatPoint) {
    EXPECT_EQ(change({0, 0, 64}, {0, 0, 64}).kind, Kind::AllEmpty);
    EXPECT_EQ(change({-64, 0, 64}, {-64, 0, 64}).kind, Kind::AllEmpty);
    EXPECT_EQ(change({-64, 0, 8}, {-64, 0, 8}).kind, Kind::AllBlocked);
    EXPECT_EQ(change({-70, 0, 64}, {-70, 0, 64}).kind, Kind::AllBlocked);
}

TEST(FirstTransition, ObeysTheMask) {
    EXPECT_EQ(change({0, 0, 64}, {75, 0, 64}).kind, Kind::EmptyToBlocked) << "glass";
    EXPECT_EQ(change({0, 0, 64}, {75, 0, 64}, kSightBlockers).kind, Kind::AllEmpty);
    EXPECT_EQ(change({0, 0, 64}, {0, 0, 8}).kind, Kind::AllEmpty) << "into water";
    const Transition water = change({0, 0, 64}, {0, 0, 8}, Contents::Water);
    EXPECT_EQ(water.kind, Kind::EmptyToBlocked);
    EXPECT_NEAR(water.point.z, 16, 1e-9);
}

TEST(FirstTransition, OnTheSurfaceOfTheBoxHasNoNode) {
    const Transition found = change({-200, 0, 64}, {0, 0, 64});
    EXPECT_EQ(found.kind, Kind::EmptyToBlocked);
    EXPECT_FALSE(found.node.is_valid());
    EXPECT_LE(found.point.x, -80);
    EXPECT_NEAR(found.point.x, -80, 1e-6);
}

TEST(FirstTransition, WorksForSegmentsOfAnySize) {
    const Transition found = change({-1e300, 0, 64}, {1e300, 0, 64});
    EXPECT_EQ(found.kind, Kind::EmptyToBlocked);
    EXPECT_NEAR(found.point.x, -80, 1e-6);
    EXPECT_NEAR(found.point.z, 64, 1e-6);
    EXPECT_EQ(change({-1e300, 0, 145}, {1e300, 0, 145}).kind, Kind::AllEmpty);
    EXPECT_EQ(change({0, 0, 64}, {0, 0, -1.7e308}).kind, Kind::EmptyToBlocked);
}

TEST(FirstTransition, IsFoundWhereTheWayOverflows) {
    const Level level = small_level();
    const Segment far{{-1e308, -1e300, 64}, {1e308, 1e300, 64}};
    const Transition change = first_transition(level, SpaceId(0), far.from, far.to);
    EXPECT_EQ(change.kind, Transition::Kind::EmptyToBlocked);
    EXPECT_NEAR(change.point.x, -80, 1e-6);
    Contact together;
    trace_all(level, SpaceId(0), {&far, 1}, {&together, 1});
    EXPECT_TRUE(together.hit);
    EXPECT_EQ(together.point, trace(level, SpaceId(0), far.from, far.to).point);
}

// A wall with its face at x = 371, met from all around.
TEST(Trace, TouchesAnAxialPlaneAtItsExactCoordinate) {
    const Level level = *test::compiled_level(
        test::world_of({test::box_brush({371, -512, -512}, {400, 512, 512}),
                        test::box_brush({-512, -512, -600}, {512, 512, -520})}));
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        const Vec3 from{100 + 0.37 * i, std::sin(i) * 300, std::cos(3.0 * i) * 300};
        const Vec3 to{380 + 0.11 * i, std::cos(i) * 200, std::sin(5.0 * i) * 200};
        const Transition change = first_transition(level, kPoint, from, to);
        const Contact contact = trace(level, kPoint, from, to);
        const Contact bare = trace(level, kPoint, from, to, {.skin = 0});
        if (change.kind != Kind::EmptyToBlocked) {
            continue;
        }
        ++hits;
        ASSERT_EQ(change.point.x, 371);
        ASSERT_EQ(contact.point.x, 371);
        ASSERT_EQ(bare.point.x, 371);
        ASSERT_EQ(bare.end.x, 371);
        if (contact.end != from) {
            ASSERT_EQ(contact.end.x, 371 - 1.0 / 32);
        }
        const Contact body = trace(level, SpaceId(1), from, to);
        ASSERT_TRUE(body.start_blocked || body.point.x == 371 - 15.0) << "15 before the wall";
    }
    EXPECT_GT(hits, 400);
    EXPECT_EQ(trace(level, kPoint, {0, 0, 0}, {0.3, 0.1, -600}).point.z, -520);
    EXPECT_EQ(trace(level, kPoint, {600, 1, 2}, {300, 3, 7}).point.x, 400) << "a wall of the box";
}

TEST(Trace, RestsASkinBeforeTheWall) {
    const Contact contact = trace(small_level(), kPoint, {0, 0, 64}, {-128, 0, 64});
    EXPECT_TRUE(contact.hit);
    EXPECT_EQ(contact.normal, (Vec3{1, 0, 0}));
    EXPECT_EQ(contact.contents, Contents::Solid);
    EXPECT_EQ(contact.model, ModelId(0));
    EXPECT_NEAR(contact.point.x, -64, 1e-6);
    EXPECT_NEAR(contact.end.x, -64 + 1.0 / 32, 1e-6);
    const Contact wider = trace(small_level(), kPoint, {0, 0, 64}, {-128, 0, 64}, {.skin = 2});
    EXPECT_NEAR(wider.end.x, -62, 1e-6);
}

TEST(Trace, CountsTheSkinAlongTheNormal) {
    // Down the ramp's normal (1, 0, 1) at 45 degrees to it: straight down.
    const Contact contact = trace(small_level(), kPoint, {-48, 0, 100}, {-48, 0, 0}, {.skin = 1});
    EXPECT_NEAR(contact.point.z, 16, 1e-6);
    EXPECT_NEAR(contact.end.z, 16 + std::sqrt(2.0), 1e-6);
    EXPECT_NEAR(contact.normal.x, std::sqrt(0.5), 1e-15);
}

TEST(Trace, DoesNotGoBackBehindItsStart) {
    const Contact contact = trace(small_level(), kPoint, {-63.99, 0, 64}, {-128, 0, 64});
    EXPECT_TRUE(contact.hit);
    EXPECT_FALSE(contact.start_blocked);
    EXPECT_EQ(contact.end, (Vec3{-63.99, 0, 64}));
}

TEST(Trace, GoesAllOfAFreeWay) {
    const Contact contact = trace(small_level(), kPoint, {0, 0, 64}, {30, -50, 100});
    EXPECT_FALSE(contact.hit);
    EXPECT_EQ(contact.end, (Vec3{30, -50, 100}));
    EXPECT_EQ(contact.fraction, 1);
    EXPECT_EQ(contact.contents, Contents::Empty);
}

TEST(Trace, OfABlockedStartDoesNotMove) {
    const Contact contact = trace(small_level(), kPoint, {-70, 0, 64}, {0, 0, 64});
    EXPECT_TRUE(contact.start_blocked);
    EXPECT_EQ(contact.end, (Vec3{-70, 0, 64}));
    EXPECT_EQ(contact.fraction, 0);
}

TEST(Trace, MovesAStartBackThatIsBlockedByAHair) {
    const double inside = -64 - 0x1p-12;
    const Contact contact = trace(small_level(), kPoint, {inside, 0, 64}, {-128, 0, 64});
    EXPECT_FALSE(contact.start_blocked);
    EXPECT_TRUE(contact.hit) << "but not through the wall";
    EXPECT_GE(contact.end.x, -64);
    EXPECT_NEAR(contact.end.x, -64, 1e-6);
    EXPECT_EQ(contact.normal, (Vec3{1, 0, 0}));
    EXPECT_TRUE(trace(small_level(), kPoint, {inside, 0, 64}, {-128, 0, 64}, {.hair = 0x1p-13})
                    .start_blocked);
}

TEST(Trace, WithoutASkinEndsInTheOpen) {
    const Level level = small_level();
    for (int i = 0; i < 200; ++i) {
        const Vec3 from{-20.0 - i * 0.01, i * 0.1, 60};
        const Vec3 to{-60, 3, -i * 0.3};
        const Contact contact = trace(level, kPoint, from, to, {.skin = 0});
        EXPECT_FALSE(any(point_contents(level, contact.end) & kBodyBlockers)) << i;
    }
}

// A door in the way, 8 thick, from x = 32 on.
TEST(TraceWithModels, MeetsADoorWhereItStands) {
    const Level level = small_level();
    const PlacedModel closed{kDoor, {}};
    const Contact contact = trace({level, {&closed, 1}}, kPoint, {0, 0, 32}, {60, 0, 32});
    EXPECT_TRUE(contact.hit);
    EXPECT_EQ(contact.model, kDoor);
    EXPECT_NEAR(contact.point.x, 32, 1e-6);
    EXPECT_EQ(contact.normal, (Vec3{-1, 0, 0}));
    EXPECT_EQ(contact.contents, Contents::Detail);
    EXPECT_FALSE(trace(level, kPoint, {0, 0, 32}, {60, 0, 32}).hit) << "the world alone";
}

TEST(TraceWithModels, MeetsADoorThatHasMoved) {
    const Level level = small_level();
    PlacedModel open{kDoor, {}};
    open.transform.translation = {0, 40, 0};
    EXPECT_FALSE(trace({level, {&open, 1}}, kPoint, {0, 0, 32}, {60, 0, 32}).hit);
    open.transform.translation = {8, 0, 0};
    const Contact contact = trace({level, {&open, 1}}, kPoint, {0, 0, 32}, {60, 0, 32});
    EXPECT_NEAR(contact.point.x, 40, 1e-6);
}

TEST(TraceWithModels, MeetsADoorThatHasTurned) {
    const Level level = small_level();
    // A quarter turn to the left around the vertical axis through (32, 0): it reaches from x = 16
    // to 48, y from 0 to 8.
    PlacedModel turned{kDoor, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}, {32, -32, 0}}};
    const Contact contact = trace({level, {&turned, 1}}, kPoint, {20, -30, 32}, {20, 30, 32});
    EXPECT_TRUE(contact.hit);
    EXPECT_NEAR(contact.point.y, 0, 1e-6);
    EXPECT_EQ(contact.normal, (Vec3{0, -1, 0}));
    EXPECT_NEAR(contact.end.y, -1.0 / 32, 1e-6);
}

TEST(TraceWithModels, TakesTheNearerOfDoorAndWall) {
    const Level level = small_level();
    const PlacedModel closed{kDoor, {}};
    EXPECT_EQ(trace({level, {&closed, 1}}, kPoint, {0, 0, 32}, {-70, 0, 32}).model, ModelId(0));
    EXPECT_EQ(trace({level, {&closed, 1}}, kPoint, {0, 0, 32}, {75, 0, 32}).model, kDoor);
}

TEST(TraceWithModels, MeetsADoorAlone) {
    const Level level = small_level();
    EXPECT_EQ(trace({level, kDoor}, kPoint, {0, 0, 32}, {75, 0, 32}).model, kDoor);
    EXPECT_FALSE(trace({level, kDoor}, kPoint, {0, 0, 32}, {-75, 0, 32}).hit) << "no wall";
}

TEST(TraceWithModels, TellsOfADoorThatHasMovedIntoTheStart) {
    const Level level = small_level();
    PlacedModel moved{kDoor, {}};
    moved.transform.translation = {-36, 0, 0};
    const Contact contact = trace({level, {&moved, 1}}, kPoint, {0, 0, 32}, {60, 0, 32});
    EXPECT_TRUE(contact.start_blocked);
    EXPECT_EQ(contact.model, kDoor);
}

TEST(TraceWithModels, PassesADoorInWhoseFrameAnEndOverflows) {
    const Level level = small_level();
    const double half = std::sqrt(0.5);
    const Transform turned{{half, half, 0}, {-half, half, 0}, {0, 0, 1}, {}};
    const Transform away{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1.5e308, 0, 0}};
    const Vec3 near{20, 0, 40};
    for (const double y : {-1.5e308, 1.5e308}) {
        const Vec3 far{1.5e308, y, 40};
        for (const Segment& way : {Segment{far, near}, {near, far}, {far, far * -1}}) {
            const Contact alone = trace(level, kPoint, way.from, way.to);
            for (const Transform& transform : {turned, away}) {
                ASSERT_FALSE(is_finite(to_local(transform, far)));
                const PlacedModel door{kDoor, transform};
                const Contact contact = trace({level, {&door, 1}}, kPoint, way.from, way.to);
                EXPECT_EQ(contact.hit, alone.hit);
                EXPECT_EQ(contact.model, ModelId(0));
                EXPECT_EQ(contact.fraction, alone.fraction);
                EXPECT_EQ(contact.point, alone.point);
                EXPECT_TRUE(is_finite(contact.end));
            }
        }
    }
}

// A body touches a wall of the world exactly and slides along it towards a door.
Level level_with_a_wall_and_a_door(Brush wall) {
    World world = test::world_of({std::move(wall)});
    Entity door;
    door.keys = {{"classname", "func_door"}};
    door.brushes = {test::box_brush({-16, -16, -16}, {16, 16, 16})};
    world.entities.push_back(std::move(door));
    return test::compiled_level(world).value();
}

// The wall x + y <= 0, as thick as the level.
Brush sloped_wall() {
    Brush wall = test::box_brush({-512, -512, -512}, {512, 512, 512});
    wall.sides.push_back(test::side_through({0, 0, 0}, {-8, 8, 0}, {-8, 8, 8}));
    return wall;
}

TEST(Trace, WithoutASkinSlidesAlongASlopedWallToAnAxialOne) {
    const Level level =
        test::compiled_level(
            test::world_of({sloped_wall(), test::box_brush({100, -512, -512}, {200, 512, 512})}))
            .value();
    for (int i = 1; i < 60; ++i) {
        const double near = i + i / 64.0;
        const double far = 512 - near;
        for (const auto& [from, to] : {std::pair{near, 100}, std::pair{far, 200}}) {
            const Contact contact =
                trace(level, kPoint, {from, -from, 0}, {150, -150, 0}, {.skin = 0});
            EXPECT_TRUE(contact.hit);
            EXPECT_NEAR(contact.end.x, to, 1e-12);
            EXPECT_NEAR(contact.end.y, -to, 1e-12);
        }
    }
}

TEST(Trace, EndsInTheOpenBesideASlopedWallThatIsAlmostTouched) {
    const Level level =
        test::compiled_level(
            test::world_of({sloped_wall(), test::box_brush({100, -512, -512}, {200, 512, 512})}))
            .value();
    for (int i = 1; i < 1000; ++i) {
        const double beside = i * 0x1p-44;
        const Contact contact =
            trace(level, kPoint, {300 + beside, -300, 0}, {50 + beside, -50, 0});
        EXPECT_TRUE(contact.hit && !contact.start_blocked);
        EXPECT_LT(contact.end.x, 210);
        EXPECT_TRUE(is_free(level, kPoint, contact.end)) << beside;
    }
}

TEST(TraceWithModels, ABodyThatSlidesAlongAWallComesToATurnedDoor) {
    const Level level =
        level_with_a_wall_and_a_door(test::box_brush({-64, -512, -512}, {0, 512, 512}));
    for (double yaw = -85; yaw < 90; yaw += 2.5) {
        PlacedModel door{kDoor, turned_about({}, {.yaw = yaw})};
        door.transform.translation.y = 100;
        for (const double skin : {0.0, 1.0 / 32}) {
            const Contact contact =
                trace({level, {&door, 1}}, kPoint, {0, 0, 0}, {0, 150, 0}, {.skin = skin});
            EXPECT_TRUE(contact.hit);
            EXPECT_EQ(contact.model, kDoor) << yaw;
            EXPECT_NEAR(contact.end.x, 0, 1e-12) << yaw;
            EXPECT_GT(contact.end.y, 70) << yaw;
            EXPECT_TRUE(is_free({level, {&door, 1}}, kPoint, contact.end)) << yaw;
        }
    }
}

TEST(TraceWithModels, ABodyThatSlidesAlongASlopedWallComesToAMovedDoor) {
    const Level level = level_with_a_wall_and_a_door(sloped_wall());
    for (int i = 0; i < 100; ++i) {
        const PlacedModel door{kDoor, moved_by({100 + 0.1 * i, -100 - 0.1 * i, 1e4 / (i + 7)})};
        for (const double skin : {0.0, 1.0 / 32}) {
            const Vec3 from{1, -1, door.transform.translation.z};
            const Contact contact =
                trace({level, {&door, 1}}, kPoint, from, {300, -300, from.z}, {.skin = skin});
            EXPECT_EQ(contact.model, kDoor) << i;
            EXPECT_NEAR(contact.end.x, 84 + 0.1 * i, 0.1) << i;
        }
    }
}

TEST(TraceWithModels, AVeryLongWayToADoorAtRestEndsWhereTheDoorAloneSays) {
    const Level level =
        level_with_a_wall_and_a_door(test::box_brush({-64, 400, 400}, {-48, 512, 512}));
    const PlacedModel door{kDoor, {}};
    for (int exponent = 10; exponent < 60; ++exponent) {
        const Vec3 to = Vec3{1, 3, 5} * std::ldexp(1, exponent);
        const Vec3 from = to * -1 + Vec3{0, 0, 1};
        const Contact alone = trace({level, kDoor}, kPoint, from, to);
        const Contact placed = trace({level, {&door, 1}}, kPoint, from, to);
        EXPECT_EQ(placed.hit, alone.hit);
        EXPECT_LT(length(placed.end - alone.end), 1e-9) << exponent;
    }
}

TEST(TraceWithModels, AStartInADoorInWhoseFrameTheEndOverflowsIsBlocked) {
    const Level level =
        level_with_a_wall_and_a_door(test::box_brush({-64, -512, -512}, {0, 512, 512}));
    PlacedModel door{kDoor, turned_about({}, {.yaw = 45})};
    door.transform.translation.y = 100;
    const Vec3 from{0, 105, 0};
    const Vec3 to{-1.7e308, 1.7e308, 0};
    ASSERT_FALSE(is_finite(to_local(door.transform, to)));
    const Contact contact = trace({level, {&door, 1}}, kPoint, from, to);
    EXPECT_TRUE(contact.start_blocked);
    EXPECT_EQ(contact.end, from);
}

TEST(TouchedSurface, IsASideOfABrush) {
    const auto level = test::compiled_level(
        test::make_scene(test::SceneKind::RotatedBoxes, 20, 5, test::SceneContents::Solid));
    ASSERT_TRUE(level);
    const SpaceId body(1);
    std::size_t sides = 0;
    std::size_t bevels = 0;
    for (int i = 0; i < 400; ++i) {
        const Vec3 from{std::sin(i) * 3000, std::cos(i) * 3000, std::sin(3.0 * i) * 500};
        const Contact contact = trace(*level, body, from, {});
        const TouchedSurface surface = touched_surface(*level, body, contact);
        if (!contact.hit || contact.start_blocked) {
            EXPECT_FALSE(surface.brush.is_valid());
            continue;
        }
        ASSERT_LT(surface.side.value, level->sides().size());
        EXPECT_EQ(surface.material.value, level->sides()[surface.side.value].material);
        if (!surface.is_bevel) {
            const ExactPlane side = level->plane(PlaneId{level->sides()[surface.side.value].plane});
            EXPECT_EQ(side.n, level->plane(contact.plane).n);
        }
        (surface.is_bevel ? bevels : sides) += 1;
    }
    EXPECT_GT(sides, 50u);
    EXPECT_GT(bevels, 5u);
}

TEST(TraceAll, OfNoSegmentsDoesNothing) {
    trace_all(small_level(), kPoint, {}, {});
}

}  // namespace
}  // namespace halfspace
