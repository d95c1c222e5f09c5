// SPDX-License-Identifier: MIT
#include "halfspace/move/doors.h"

#include "courses.h"
#include "support/gated_rooms.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

using Keys = std::vector<KeyValue>;

constexpr double kStep = 1.0 / 64;
constexpr Vec3 kNowhere{4000, 4000, 4000};

Entity door_with(Keys keys, Brush brush, const std::string& name = "func_door") {
    keys.insert(keys.begin(), {"classname", name});
    return {.keys = std::move(keys), .brushes = {std::move(brush)}};
}

// A door 64 units wide across the x axis, 8 thick, 96 high.
Brush leaf(std::int64_t y = 0) {
    return box_brush({0, y, 0}, {8, y + 64, 96});
}

Level level_with(std::vector<Entity> doors) {
    World world = world_of({box_brush({-2048, -2048, -16}, {2048, 2048, 0})});
    for (Entity& door : doors) {
        world.entities.push_back(std::move(door));
    }
    return level_of(world);
}

void run(Doors& doors, double seconds, const Vec3& visitor = kNowhere) {
    for (double time = 0; time < seconds; time += kStep) {
        doors.step(kStep, std::array{visitor});
        doors.finish();
    }
}

Vec3 moved_of(const Doors& doors, std::size_t model = 0) {
    return doors.placed()[model].transform.translation;
}

TEST(Doors, FlagOneOfASecretDoorDoesNotOpenIt) {
    for (const char* name : {"func_door", "func_door_secret"}) {
        Entity entity = door_with({{"spawnflags", "1"}}, leaf(), name);
        const Level level = level_with({std::move(entity)});
        EXPECT_EQ(Doors(level).doors()[0].is_placed_open, std::string_view(name) == "func_door");
    }
}

TEST(Doors, OpenByTheirSizeLessTheirLipAtTheirSpeed) {
    const Level level =
        level_with({door_with({{"angle", "90"}, {"lip", "10"}, {"speed", "32"}}, leaf())});
    Doors doors(level);
    ASSERT_EQ(doors.doors().size(), 1u);
    EXPECT_EQ(doors.doors()[0].travel, 54);
    run(doors, 1, {50, 32, 24});
    EXPECT_NEAR(moved_of(doors).y, 32, 1e-9);
    run(doors, 2, {50, 32, 24});
    EXPECT_EQ(moved_of(doors), (Vec3{0, 54, 0}));
    EXPECT_EQ(doors.states()[0].mode, DoorMode::Open);
}

TEST(Doors, HaveTheUsualSizesWithoutKeys) {
    const Level level = level_with({door_with({}, leaf()),
                                    door_with({}, leaf(400), "func_door_rotating"),
                                    door_with({}, leaf(800), "func_plat")});
    const Doors doors(level);
    const auto all = doors.doors();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].travel, 0);  // 8 units thick along x, and a lip of 8
    EXPECT_EQ(all[0].speed, 100);
    EXPECT_EQ(all[0].wait, 3);
    EXPECT_EQ(all[1].travel, 90);
    EXPECT_EQ(all[2].travel, 88);
    EXPECT_EQ(all[2].speed, 150);
}

TEST(Doors, StandOpenForTheirWaitAndCloseThen) {
    for (const double wait : {0.0, 0.5, 3.0}) {
        const Level level =
            level_with({door_with({{"angle", "-1"}, {"wait", std::to_string(wait)}}, leaf())});
        Doors doors(level);
        run(doors, 2, {40, 32, 24});
        ASSERT_EQ(moved_of(doors), (Vec3{0, 0, 88}));
        double open = 0;
        while (doors.states()[0].mode == DoorMode::Open) {
            run(doors, kStep);
            open += kStep;
        }
        EXPECT_NEAR(open, std::max(wait, kStep), kStep);
        run(doors, 1);
        EXPECT_EQ(moved_of(doors), Vec3());
        EXPECT_EQ(doors.states()[0], DoorState());
    }
}

TEST(Doors, WithAWaitBelowZeroNeverClose) {
    const Level level = level_with({door_with({{"angle", "-1"}, {"wait", "-1"}}, leaf())});
    Doors doors(level);
    run(doors, kStep, {40, 32, 24});
    run(doors, 60);
    EXPECT_EQ(moved_of(doors), (Vec3{0, 0, 88}));
}

TEST(Doors, OpenWithinEightyUnitsOnly) {
    const Level level = level_with({door_with({{"angle", "-1"}}, leaf())});
    for (const auto& [x, opens] : {std::pair(88.0, true),
                                   std::pair(88.1, false),
                                   std::pair(-80.0, true),
                                   std::pair(-80.1, false)}) {
        Doors doors(level);
        run(doors, kStep, {x, 32, 24});
        EXPECT_EQ(moved_of(doors).z > 0, opens) << x;
    }
}

TEST(Doors, ThatStartOpenCloseForWhoeverIsNear) {
    // The editor shows the door where it opens to.
    const Level level =
        level_with({door_with({{"angle", "-1"}, {"spawnflags", "1"}, {"wait", "1"}}, leaf())});
    Doors doors(level);
    EXPECT_EQ(moved_of(doors), (Vec3{0, 0, 88}));
    run(doors, 2, {0, 0, 100});
    EXPECT_EQ(moved_of(doors), Vec3());
    run(doors, 3);
    EXPECT_EQ(moved_of(doors), (Vec3{0, 0, 88}));
}

TEST(Doors, ThatTurnAndStartOpenAreReachedWhereTheyStandOpen) {
    // Open, the door lies along y from 0 to 64; closed, along x from -64 to 0.
    Entity door = door_with({{"spawnflags", "1"}}, leaf(), "func_door_rotating");
    door.origin = {0, 0, 0};
    const Level level = level_with({std::move(door)});
    const Aabb reach = Doors(level).doors()[0].reach;
    EXPECT_EQ(reach.min, (Vec3{-64 - 80, -80, -80}));
    EXPECT_EQ(reach.max, (Vec3{80, 8 + 80, 96 + 80}));
}

TEST(Doors, ThatTouchOrHaveATeamOpenTogether) {
    const auto groups = [](Keys first, Keys second, std::int64_t y) {
        const Level level = level_with(
            {door_with(std::move(first), leaf()), door_with(std::move(second), leaf(y))});
        const Doors doors(level);
        return doors.doors()[0].group == doors.doors()[1].group;
    };
    EXPECT_TRUE(groups({}, {}, 64));
    EXPECT_FALSE(groups({}, {}, 65));
    EXPECT_FALSE(groups({{"spawnflags", "4"}}, {}, 64));
    EXPECT_TRUE(groups({{"team", "a"}}, {{"team", "a"}}, 500));
    EXPECT_FALSE(groups({{"team", "a"}}, {{"team", "b"}}, 500));

    const Level level =
        level_with({door_with({{"angle", "90"}}, leaf(64)), door_with({{"angle", "270"}}, leaf())});
    Doors doors(level);
    run(doors, 1, {0, 200, 24});  // 72 units from the one, 136 from the other
    EXPECT_EQ(moved_of(doors, 0), (Vec3{0, 56, 0}));
    EXPECT_NEAR(moved_of(doors, 1).y, -56, 1e-9);
}

TEST(Doors, ThatAreLockedStayClosed) {
    const Level level =
        level_with({door_with({{"angle", "90"}}, leaf(64)), door_with({{"angle", "270"}}, leaf())});
    Doors doors(level);
    doors.lock(1);
    run(doors, 1, {30, 64, 24});
    EXPECT_EQ(moved_of(doors, 0), Vec3());
    doors.unlock(1);
    run(doors, 1, {30, 64, 24});
    EXPECT_EQ(moved_of(doors, 0), (Vec3{0, 56, 0}));
}

TEST(Doors, LockIsLostWhenNoStepHasBegunOrOneIsOpen) {
    const Level level = level_with({door_with({{"angle", "-1"}}, leaf())});
    Doors doors(level);
    doors.lock(0);
    doors.finish();
    EXPECT_EQ(doors.states()[0].locked, 1);
    doors.unlock(0);
    doors.finish();
    EXPECT_EQ(doors.states()[0].locked, 0);
    doors.step(kStep, {});
    doors.lock(0);
    doors.finish();
    EXPECT_EQ(doors.states()[0].locked, 1);
    run(doors, 1, {40, 32, 24});
    EXPECT_EQ(moved_of(doors), Vec3());
}

TEST(Doors, StepFailsAfterAModelWasRemoved) {
    const Level level = level_with({door_with({}, leaf(400), "func_wall"),
                                    door_with({{"angle", "-1"}}, leaf()),
                                    door_with({{"angle", "-1"}}, leaf(64))});
    Doors doors(level);
    doors.world().remove(ModelId(1));
    doors.world().remove(ModelId(3));
    run(doors, 2, {40, 32, 24});
    EXPECT_EQ(moved_of(doors, 1), (Vec3{0, 0, 88}));
    EXPECT_EQ(doors.world().model_count(), 1u);
    doors.step(kStep, {});
    doors.turn_back(ModelId(3));
    EXPECT_TRUE(doors.restore(std::vector<DoorState>(2)));
    EXPECT_EQ(moved_of(doors, 1), Vec3());
}

TEST(Doors, ThatTurnTurnAboutTheirOrigin) {
    const auto turned = [](Keys keys) {
        Entity door = door_with(std::move(keys), leaf(), "func_door_rotating");
        door.origin = {4, 0, 0};
        const Level level = level_with({std::move(door)});
        Doors doors(level);
        run(doors, 3, {4, 32, 24});
        EXPECT_EQ(to_world(doors.placed()[0].transform, {4, 0, 0}), (Vec3{4, 0, 0}));
        return doors.placed()[0].transform;
    };
    EXPECT_EQ(turned({}), turned_about({4, 0, 0}, {.yaw = 90}));
    EXPECT_EQ(turned({{"distance", "-45"}}), turned_about({4, 0, 0}, {.yaw = -45}));
    EXPECT_EQ(turned({{"spawnflags", "2"}}), turned_about({4, 0, 0}, {.yaw = -90}));
    EXPECT_EQ(turned({{"spawnflags", "64"}}), turned_about({4, 0, 0}, {.roll = 90}));
    EXPECT_EQ(turned({{"spawnflags", "128"}}), turned_about({4, 0, 0}, {.pitch = 90}));
}

// A door that slides along x to a wall at 150.
Level level_with_a_press(Keys keys) {
    World world = world_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({150, -100, 0}, {166, 100, 128})});
    keys.push_back({"lip", "-200"});
    world.entities.push_back(door_with(std::move(keys), box_brush({0, -32, 0}, {64, 32, 128})));
    return level_of(world);
}

TEST(Doors, TurnBackBeforeAPlayerWhomTheyWouldCrush) {
    const Level level = level_with_a_press({{"wait", "1"}});
    Doors doors(level);
    MoverState state = mover_at({120, 0, kStandHeight});
    double farthest = 0;
    bool has_closed = false;
    for (int i = 0; i < 300; ++i) {
        const MoverStep step = step_among(doors, bodies_of(level), state, {});
        EXPECT_FALSE(step.crush);
        ASSERT_EQ(step.problem, MoverProblem::None);
        state = step.state;
        farthest = std::max(farthest, moved_of(doors).x);
        has_closed = has_closed || (i > 64 && doors.states()[0].mode == DoorMode::Closed);
    }
    EXPECT_GT(farthest, 50);
    EXPECT_LT(farthest, 150 - 64 - 30);
    EXPECT_TRUE(has_closed) << "it goes all the way back before it tries again";
}

TEST(Doors, TurnNothingBackForACrushByAModelThatIsNoDoor) {
    // The game pushes a wall towards another one, with a player between them.
    World world = world_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({60, -100, 0}, {76, 100, 128})});
    world.entities.push_back(door_with({}, box_brush({-64, -32, 0}, {0, 32, 128}), "func_wall"));
    world.entities.push_back(door_with({{"angle", "-1"}}, leaf(40)));
    const Level level = level_of(world);
    Doors doors(level);
    doors.world().move(ModelId(1), moved_by({40, 0, 0}));
    EXPECT_FALSE(doors.turn_back(ModelId(1)));
    const MoverStep step = step_among(doors, bodies_of(level), mover_at({30, 0, kStandHeight}), {});
    ASSERT_TRUE(step.crush);
    EXPECT_EQ(step.crush->model, ModelId(1));
    EXPECT_EQ(doors.states()[0].mode, DoorMode::Opening);
}

TEST(Doors, ThatWouldNeverCloseWaitForAPlayerInTheirWay) {
    const Level level = level_with_a_press({{"wait", "-1"}});
    Doors doors(level);
    MoverState state = mover_at({120, 0, kStandHeight});
    for (int i = 0; i < 200; ++i) {
        state = step_among(doors, bodies_of(level), state, {}).state;
    }
    const double x = moved_of(doors).x;
    EXPECT_GT(x, 50);
    EXPECT_EQ(doors.states()[0].mode, DoorMode::Opening);
    // The player steps aside, and the door goes on.
    for (int i = 0; i < 200; ++i) {
        state = step_among(doors, bodies_of(level), state, forward(90)).state;
    }
    EXPECT_GT(moved_of(doors).x, 200);
}

TEST(Doors, ThatCloseOnAPlayerOpenAgain) {
    const Level level = level_with({door_with({{"angle", "-1"}, {"wait", "0"}}, leaf())});
    Doors doors(level);
    run(doors, 1, {40, 32, 24});
    run(doors, 0.5);
    ASSERT_EQ(doors.states()[0].mode, DoorMode::Closing);
    const double open = doors.states()[0].open;
    const ModelId model = doors.placed()[0].model;
    doors.step(kStep, {});
    for (const bool changes : {true, false}) {
        EXPECT_EQ(doors.turn_back(model), changes);
        EXPECT_FALSE(doors.world().model(model).moves());
    }
    EXPECT_FALSE(doors.finish());
    EXPECT_EQ(doors.states()[0].open, open);
    run(doors, kStep);
    EXPECT_GT(doors.states()[0].open, open);
}

TEST(Doors, MoverIsHeldByItsOwnObstacle) {
    const Level level = level_with({door_with({{"angle", "-1"}}, leaf())});
    const MoverBodies bodies = bodies_of(level);
    const ObstacleId me(7);
    for (double yaw = 0; yaw < 360; yaw += 15) {
        Doors alone(level);
        Doors doors(level);
        MoverState state = mover_at({-40, 32, kStandHeight});
        MoverState lonely = state;
        doors.world().place(me,
                            {.body = shape_of(level, bodies.stand), .position = state.position});
        for (int i = 0; i < 100; ++i) {
            lonely = step_among(alone, bodies, lonely, forward(yaw)).state;
            state =
                step_among(doors, bodies, state, forward(yaw), {}, {.obstacles = {&me, 1}}).state;
            doors.world().place(me, state.position);
        }
        EXPECT_EQ(state, lonely) << yaw;
        EXPECT_GT(length(state.velocity), 300) << yaw;
    }
}

TEST(Doors, AreTheSameForVisitorsInAnyOrder) {
    const Level level = level_with({door_with({{"angle", "90"}}, leaf()),
                                    door_with({{"angle", "-1"}}, leaf(400)),
                                    door_with({}, leaf(800), "func_plat")});
    const Doors first(level);
    const std::array<Vec3, 4> visitors{
        Vec3{40, 30, 24}, Vec3{30, 430, 24}, Vec3{4, 820, 30}, kNowhere};
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    std::vector<DoorState> states;
    do {
        Doors doors = first;
        std::vector<Vec3> ordered;
        for (const std::size_t i : order) {
            ordered.push_back(visitors[i]);
        }
        for (int i = 0; i < 20; ++i) {
            doors.step(kStep, ordered);
            doors.finish();
        }
        if (states.empty()) {
            states.assign(doors.states().begin(), doors.states().end());
        }
        EXPECT_TRUE(std::ranges::equal(states, doors.states()));
    } while (std::ranges::next_permutation(order).found);
}

TEST(Doors, GoOnFromRestoredStates) {
    const Level level = level_with(
        {door_with({{"angle", "90"}}, leaf()), door_with({}, leaf(400), "func_door_rotating")});
    Doors doors(level);
    run(doors, 0.2, {30, 30, 24});
    const std::vector<DoorState> states(doors.states().begin(), doors.states().end());
    const Doors before = doors;
    run(doors, 0.3, {30, 430, 24});
    const std::vector<DoorState> after(doors.states().begin(), doors.states().end());
    ASSERT_TRUE(doors.restore(states));
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(doors.placed()[i].transform, before.placed()[i].transform);
    }
    run(doors, 0.3, {30, 430, 24});
    EXPECT_TRUE(std::ranges::equal(after, doors.states()));

    std::vector<DoorState> bad = states;
    bad[0].open = doors.doors()[0].travel + 1;
    EXPECT_FALSE(doors.restore(bad));
    bad = states;
    bad[1].mode = static_cast<DoorMode>(9);
    EXPECT_FALSE(doors.restore(bad));
    bad.pop_back();
    EXPECT_FALSE(doors.restore(bad));
    EXPECT_TRUE(std::ranges::equal(after, doors.states()));
}

TEST(Doors, WithWildNumbersStayWhereMoversCanMeetThem) {
    const std::string huge = "1e308";
    const Level level = level_with(
        {door_with({{"speed", huge}, {"lip", "-" + huge}, {"wait", huge}}, leaf()),
         door_with({{"speed", "0"}, {"distance", huge}}, leaf(400), "func_door_rotating"),
         door_with({{"height", huge}, {"spawnflags", "1e99"}}, leaf(800), "func_plat")});
    Doors doors(level);
    const Vec3 visitor{4, 430, 24};
    for (int i = 0; i < 50; ++i) {
        step_among(doors, bodies_of(level), mover_at(visitor), {}, {.seconds = 0.1});
        for (const PlacedModel& placed : doors.placed()) {
            EXPECT_TRUE(is_rigid(placed.transform));
            for (std::size_t axis = 0; axis < 3; ++axis) {
                EXPECT_LE(std::abs(placed.transform.translation[axis]), kMaxMoverPlace);
            }
        }
    }
}

// A state of areas after set_areas.
AreaState areas_of(const Doors& doors) {
    AreaState areas(doors.level());
    doors.set_areas(areas);
    return areas;
}

TEST(Doors, ShutTheirAreaPortalsWhileTheyStandClosed) {
    const Level level = level_of(gated_rooms({.columns = 3, .link = GateLink::Target}));
    Doors doors(level);
    ASSERT_EQ(doors.doors().size(), 2u);
    AreaState areas = areas_of(doors);
    ASSERT_EQ(areas.size(), 2u);
    const auto open_count = [&] {
        return areas.is_open(AreaPortalId(0)) + areas.is_open(AreaPortalId(1));
    };
    EXPECT_EQ(open_count(), 0);
    doors.step(kStep, std::array{middle_of_doorway(0)});
    doors.set_areas(areas);
    EXPECT_EQ(open_count(), 0);  // the step has not ended
    doors.finish();
    doors.set_areas(areas);
    EXPECT_EQ(open_count(), 1);
    EXPECT_TRUE(areas_connected(
        areas, *area_at(level, middle_of_room(0)), *area_at(level, middle_of_room(1))));
    EXPECT_FALSE(areas_connected(
        areas, *area_at(level, middle_of_room(1)), *area_at(level, middle_of_room(2))));
    run(doors, 20);
    EXPECT_EQ(areas_of(doors), areas_of(Doors(level)));
    doors.world().remove(ModelId(level.area_portals()[0].model));
    doors.set_areas(areas);
    EXPECT_EQ(open_count(), 1);  // a door that is gone hides nothing
}

TEST(Doors, ThatTheEditorShowsOpenAndLiftsShutNoAreaPortal) {
    for (const KeyValue& change :
         {KeyValue{"spawnflags", "1"}, KeyValue{"classname", "func_plat"}}) {
        World world = gated_rooms({.link = GateLink::Target});
        for (Entity& entity : world.entities) {
            if (entity.value("classname") == "func_door") {
                std::erase_if(entity.keys, [&](const KeyValue& k) { return k.key == change.key; });
                entity.keys.push_back(change);
            }
        }
        const Level level = level_of(world);
        const Doors doors(level);
        ASSERT_EQ(doors.doors().size(), 1u);
        ASSERT_NE(level.area_portals()[0].model, kNone);
        EXPECT_TRUE(areas_of(doors).is_open(AreaPortalId(0)));
    }
}

}  // namespace
}  // namespace halfspace::test
