// SPDX-License-Identifier: MIT
// Teleporters and jump pads asked from C and from C++ with the same answers.
#include "halfspace/move/mover_body.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/move/triggers.h"
#include "halfspace/query/collision_world.h"

#include "halfspace_move.h"
#include "nav_rooms.h"
#include "support/repeats.h"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

void check_lists(const Triggers& triggers, const halfspace_triggers* c_triggers) {
    const std::size_t count = halfspace_trigger_count(c_triggers);
    CHECK(count == triggers.triggers().size() && count == 2);
    halfspace_trigger out{};
    for (std::size_t i = 0; i < count; ++i) {
        const Trigger& trigger = triggers.triggers()[i];
        CHECK(halfspace_get_trigger(c_triggers, i, &out) == HALFSPACE_OK);
        CHECK(out.entity == trigger.entity.value && out.model == trigger.model.value);
        CHECK(out.kind == static_cast<std::uint32_t>(trigger.kind));
        CHECK(std::memcmp(out.destination, &trigger.destination, sizeof out.destination) == 0);
        CHECK(std::memcmp(out.velocity, &trigger.velocity, sizeof out.velocity) == 0);
    }
    CHECK(is_refused(halfspace_get_trigger(c_triggers, count, &out)));
    CHECK(is_refused(halfspace_get_trigger(c_triggers, 0, nullptr)));
    CHECK(halfspace_idle_trigger_count(c_triggers) == 1 && triggers.idle().size() == 1);
    std::uint32_t entity = 77;
    const char* reason = nullptr;
    CHECK(halfspace_get_idle_trigger(c_triggers, 0, &entity, &reason) == HALFSPACE_OK);
    CHECK(entity == triggers.idle()[0].entity.value);
    CHECK(std::string_view(reason) == triggers.idle()[0].reason);
    CHECK(is_refused(halfspace_get_idle_trigger(c_triggers, 1, &entity, &reason)));
    CHECK(is_refused(halfspace_get_idle_trigger(c_triggers, 0, nullptr, &reason)));
    CHECK(halfspace_trigger_count(nullptr) == 0 && halfspace_idle_trigger_count(nullptr) == 0);
}

// An obstacle stands at the destination of the teleporter for a half of the time.
void check_moves(const Both& both, const Triggers& triggers, const halfspace_triggers* c_triggers) {
    CollisionWorld world(both.level);
    halfspace_collision_world* const c_world = halfspace_new_collision_world(both.c_level);
    const MoverBodies bodies{kStand, kCrouch};
    const halfspace_mover_body stand{kStand.value, 0, nullptr, {0, 0, 0}};
    const halfspace_mover_body crouch{kCrouch.value, 0, nullptr, {0, 0, 0}};
    test::Random random(6);
    std::size_t touched = 0;
    std::size_t moved = 0;
    const std::size_t count = test::repeats(400);
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 middle = i % 2 == 0 ? Vec3{920, 128, 48} : Vec3{120, 120, 20};
        MoverState state = mover_at(middle + Vec3{random.real(-50, 50), random.real(-90, 90), 4});
        state.velocity = {random.real(-400, 400), random.real(-400, 400), 0};
        state.flags = random.one_in(2) ? MoverFlags::Crouched : MoverFlags{};
        const bool is_crouched = state.flags == MoverFlags::Crouched;
        const auto c_state = std::bit_cast<halfspace_mover_state>(state);
        const Trigger* const trigger =
            triggers.touched(is_crouched ? kCrouch : kStand, state.position);
        const std::size_t number =
            trigger == nullptr ? 77
                               : static_cast<std::size_t>(trigger - triggers.triggers().data());
        std::size_t c_number = 77;
        const halfspace_status expected = trigger == nullptr ? HALFSPACE_NOT_FOUND : HALFSPACE_OK;
        CHECK(halfspace_touched_trigger(
                  c_triggers, is_crouched ? &crouch : &stand, c_state.position, &c_number) ==
              expected);
        CHECK(c_number == number);
        if (i % 4 == 2) {
            const halfspace_obstacle guard{1, 0, stand, {1200, 64, 290}};
            world.place(ObstacleId(1), {shape_of(both.level, kStand), {1200, 64, 290}});
            CHECK(halfspace_place_obstacle(c_world, &guard) == HALFSPACE_OK);
        } else {
            world.remove(ObstacleId(1));
            CHECK(halfspace_remove_obstacle(c_world, 1) == HALFSPACE_OK);
        }
        const MoverState after = triggers.apply(world, bodies, state);
        halfspace_mover_state c_after = c_state;
        std::size_t applied = 77;
        CHECK(halfspace_apply_triggers(
                  c_triggers, c_world, nullptr, &stand, &crouch, &c_after, nullptr, &applied) ==
              expected);
        CHECK(std::bit_cast<MoverState>(c_after) == after && applied == number);
        touched += trigger != nullptr ? 1 : 0;
        moved += after == state ? 0 : 1;
    }
    CHECK(touched > count / 8 && moved > count / 10 && moved < touched);
    halfspace_free_collision_world(c_world);
}

void check_mistakes(const Both& both, const halfspace_triggers* triggers) {
    for (const double wrong : {-1.0, std::nan(""), kInfinity}) {
        CHECK(halfspace_new_triggers(both.c_level, wrong) == nullptr);
    }
    CHECK(halfspace_new_triggers(nullptr, 800) == nullptr);
    halfspace_collision_world* const world = halfspace_new_collision_world(both.c_level);
    halfspace_collision_world* const empty = halfspace_new_collision_world(nullptr);
    const halfspace_mover_body body{kStand.value, 0, nullptr, {0, 0, 0}};
    const halfspace_mover_body nobody{77, 0, nullptr, {0, 0, 0}};
    const double nowhere[3] = {0, std::nan(""), 0};
    const double here[3] = {920, 128, 30};
    std::size_t trigger = 77;
    const auto touched = [&](const halfspace_mover_body* who, const double* where) {
        return halfspace_touched_trigger(triggers, who, where, &trigger);
    };
    CHECK(is_refused(touched(nullptr, here)) && is_refused(touched(&nobody, here)));
    CHECK(is_refused(touched(&body, nowhere)) && is_refused(touched(&body, nullptr)));
    CHECK(is_refused(halfspace_touched_trigger(nullptr, &body, here, &trigger)));
    CHECK(is_refused(halfspace_touched_trigger(triggers, &body, here, nullptr)));
    halfspace_mover_state state{};
    CHECK(halfspace_mover_at(here, &state) == HALFSPACE_OK);
    halfspace_mover_state wrong = state;
    wrong.mode = 99;
    halfspace_mover_options hasty = halfspace_default_mover_options();
    hasty.seconds = 7;
    const halfspace_mover_state before = state;
    const auto apply = [&](const halfspace_collision_world* in,
                           const halfspace_mover_body* who,
                           halfspace_mover_state* moved,
                           const halfspace_mover_options* how) {
        return halfspace_apply_triggers(triggers, in, nullptr, who, who, moved, how, &trigger);
    };
    CHECK(is_refused(apply(nullptr, &body, &state, nullptr)));
    CHECK(is_refused(apply(empty, &body, &state, nullptr)));
    CHECK(is_refused(apply(world, nullptr, &state, nullptr)));
    CHECK(is_refused(apply(world, &nobody, &state, nullptr)));
    CHECK(is_refused(apply(world, &body, nullptr, nullptr)));
    CHECK(is_refused(apply(world, &body, &wrong, nullptr)));
    CHECK(is_refused(apply(world, &body, &state, &hasty)));
    CHECK(trigger == 77 && std::bit_cast<MoverState>(state) == std::bit_cast<MoverState>(before));
    // Handles are freed in any order.
    halfspace_level* const level = halfspace_load_memory(
        both.level.bytes().data(), both.level.bytes().size(), nullptr, nullptr, 0);
    halfspace_triggers* const theirs = halfspace_new_triggers(level, 800);
    halfspace_free_level(level);
    CHECK(halfspace_touched_trigger(theirs, &body, here, &trigger) == HALFSPACE_OK);
    CHECK(trigger == 0);
    // A copy of the level is another level.
    CHECK(is_refused(
        halfspace_apply_triggers(theirs, world, nullptr, &body, &body, &state, nullptr, nullptr)));
    CHECK(halfspace_apply_triggers(
              triggers, world, nullptr, &body, &body, &state, nullptr, nullptr) == HALFSPACE_OK);
    halfspace_free_triggers(theirs);
    halfspace_free_triggers(nullptr);
    halfspace_free_collision_world(empty);
    halfspace_free_collision_world(world);
}

}  // namespace

int main() {
    const Both both;
    const Triggers triggers(both.level);
    halfspace_triggers* const c_triggers = halfspace_new_triggers(both.c_level, 800);
    check_lists(triggers, c_triggers);
    check_moves(both, triggers, c_triggers);
    check_mistakes(both, c_triggers);
    halfspace_free_triggers(c_triggers);
    std::printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
