// SPDX-License-Identifier: MIT
#include "halfspace/move/triggers.h"

#include "courses.h"

#include <string>
#include <utility>
#include <vector>

namespace halfspace::test {
namespace {

using Keys = std::vector<KeyValue>;

constexpr SpaceId kStand(1);

Entity entity_of(const std::string& classname, Keys keys) {
    keys.insert(keys.begin(), {"classname", classname});
    return {.keys = std::move(keys)};
}

// Around (256, 0), from the floor up.
Entity trigger(const std::string& classname, Keys keys) {
    Entity entity = entity_of(classname, std::move(keys));
    entity.brushes = {box_brush({240, -16, 0}, {272, 16, 64}, Contents::Trigger)};
    return entity;
}

// A floor of 1024 by 1024 with a block on it.
Level level_with(std::vector<Entity> entities) {
    World world = world_of(
        {box_brush({-512, -512, -16}, {512, 512, 0}), box_brush({-512, -512, 0}, {-256, 512, 64})});
    for (Entity& entity : entities) {
        world.entities.push_back(std::move(entity));
    }
    return level_of(world);
}

std::string reason_of(const Triggers& triggers) {
    return triggers.triggers().empty() && triggers.idle().size() == 1
               ? triggers.idle().front().reason
               : "it works";
}

TEST(Triggers, ATeleporterPutsTheMoverAtItsDestinationAtRest) {
    const Level level = level_with(
        {trigger("trigger_teleport", {{"target", "t"}}),
         entity_of("info_teleport_destination", {{"targetname", "t"}, {"origin", "-128 64 32"}})});
    const Triggers triggers(level);
    ASSERT_EQ(triggers.triggers().size(), 1u);
    EXPECT_EQ(triggers.triggers()[0].destination, (Vec3{-128, 64, 32}));
    MoverState state = mover_at({230, 0, 24.5});
    state.velocity = {320, 0, 0};
    const MoverState there = triggers.apply(level, {kStand, kStand}, state);
    EXPECT_EQ(there.position, (Vec3{-128, 64, 32}));
    EXPECT_EQ(there.velocity, Vec3());
    // The body is 30 wide: it touches the trigger at x = 225, and overlaps it farther on.
    state.position.x = 225;
    EXPECT_EQ(triggers.apply(level, {kStand, kStand}, state), state);
}

TEST(Triggers, ADestinationInTheFloorIsLeftUpwards) {
    for (const auto& [origin, z] : {std::pair("-128 64 8", 35.0), std::pair("-400 64 8", 0.0)}) {
        const Level level = level_with(
            {trigger("trigger_teleport", {{"target", "t"}}),
             entity_of("info_teleport_destination", {{"targetname", "t"}, {"origin", origin}})});
        const Triggers triggers(level);
        const auto place = triggers.arrival(level, triggers.triggers()[0], kStand);
        const MoverState state = mover_at({256, 0, 24.5});
        EXPECT_EQ(place.has_value(), z > 0);
        EXPECT_EQ(triggers.apply(level, {kStand, kStand}, state).position,
                  z > 0 ? (Vec3{-128, 64, z}) : state.position);
    }
}

TEST(Triggers, APushGivesItsVelocity) {
    const Level level = level_with({trigger("trigger_push", {{"angle", "-1"}, {"speed", "60"}})});
    const Triggers triggers(level);
    MoverState state = mover_at({256, 0, 24.5});
    state.velocity = {100, 50, -20};
    EXPECT_EQ(triggers.apply(level, {kStand, kStand}, state).velocity, (Vec3{0, 0, 600}));
    // A walker that comes up a slope has a speed upwards, which its velocity does not tell.
    state.mode = MoverMode::Ground;
    state.velocity = {320, 0, 0};
    state.ground_normal = normalized(Vec3{-1, 0, 2});
    EXPECT_EQ(triggers.apply(level, {kStand, kStand}, state).velocity, (Vec3{0, 0, 600}));
}

// From the middle of the trigger, 32 high, to a target 400 above and 200 beside it.
TEST(Triggers, APushWithATargetThrowsToIt) {
    const Level level =
        level_with({trigger("trigger_push", {{"target", "t"}}),
                    entity_of("target_position", {{"targetname", "t"}, {"origin", "56 0 432"}})});
    const Triggers triggers(level);
    MoverState state = mover_at({256, 0, 32});
    double top = 0;
    for (int i = 0; i < 200 && state.mode != MoverMode::Ground; ++i) {
        state = triggers.apply(level, {kStand, kStand}, state);
        state = step_mover(level, {kStand, kStand}, state, {}).state;
        if (state.position.z > top) {
            top = state.position.z;
            // It rises through the trigger, where its velocity stays the same.
            EXPECT_GE(state.position.x, 56 - 64);
        }
    }
    EXPECT_GE(top, 432);
    EXPECT_LE(top, 432 + 64);
    EXPECT_EQ(state.mode, MoverMode::Ground);
}

TEST(Triggers, ThatDoNothingSayWhy) {
    const auto reason = [](const Entity& entity, Keys target = {{"targetname", "t"}}) {
        return reason_of(Triggers(level_with({entity, entity_of("target_position", target)})));
    };
    EXPECT_EQ(reason(trigger("trigger_teleport", {})), "it has no target");
    EXPECT_EQ(reason(entity_of("trigger_teleport", {})), "it has no brushes");
    EXPECT_EQ(reason(trigger("trigger_teleport", {{"target", "t"}})),
              "no entity with an origin has the targetname \"t\"");
    EXPECT_EQ(reason(trigger("trigger_teleport", {{"target", "t"}, {"targetname", "a"}})),
              "it has a targetname, so it waits until something sets it off");
    EXPECT_EQ(reason(trigger("trigger_push", {{"spawnflags", "1"}})), "it works once");
    EXPECT_EQ(reason(trigger("trigger_push", {{"speed", "1e9"}})), "its speed is too high");
    EXPECT_EQ(reason(trigger("trigger_push", {{"target", "t"}}),
                     {{"targetname", "t"}, {"origin", "0 0 32"}}),
              "its target is not above it");
    EXPECT_EQ(reason(trigger("trigger_push", {})), "it works");
}

}  // namespace
}  // namespace halfspace::test
