// SPDX-License-Identifier: MIT
#include "halfspace/move/player.h"

#include "halfspace_move.h"
#include "handle.h"
#include "motion.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <new>
#include <optional>

struct halfspace_player {
    halfspace::Player player;
};

namespace halfspace::c {

static_assert(HALFSPACE_MAX_TOUCHES == kMaxTouches);

namespace {

// nullopt if the bodies or the eyes are wrong.
std::optional<PlayerBody> player_body(const Level& level, const halfspace_player_body& body) {
    const auto bodies = mover_bodies(level, &body.stand, &body.crouch);
    return bodies && std::isfinite(body.standing_eye) && std::isfinite(body.crouching_eye)
               ? std::optional(PlayerBody{*bodies, body.standing_eye, body.crouching_eye})
               : std::nullopt;
}

Contact contact_of(const halfspace_contact& from) {
    Contact to;
    to.point = vec3(from.point);
    to.normal = vec3(from.normal);
    return to;
}

// As much of the step as a player takes.
MoverStep step_of(const halfspace_mover_step& from) {
    MoverStep to;
    to.state = std::bit_cast<MoverState>(from.state);
    to.stepped = from.stepped;
    to.landed = from.landed != 0;
    if (from.has_ground != 0) {
        to.ground = contact_of(from.ground);
    }
    for (; to.wall_count < from.wall_count; ++to.wall_count) {
        to.wall_contacts[to.wall_count] = contact_of(from.walls[to.wall_count]);
    }
    return to;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_player* halfspace_new_player(const halfspace_collision_world* world,
                                       const halfspace_player_body* body,
                                       const halfspace_mover_options* options) {
    return pointer_of([&]() -> halfspace_player* {
        const auto how = mover_options(options);
        if (!can_move_in(world, nullptr)) {
            return nullptr;
        }
        const auto given =
            body == nullptr ? std::nullopt : player_body(world->world.level(), *body);
        if (!how || (body != nullptr && !given)) {
            return nullptr;
        }
        return new halfspace_player{Player(given, {}, *how)};
    });
}

void halfspace_free_player(halfspace_player* player) {
    delete player;
}

halfspace_status halfspace_get_player(const halfspace_player* player, halfspace_player_view* view) {
    if (player == nullptr || view == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Player& from = player->player;
    std::memset(view, 0, sizeof(*view));
    store(from.eye(), view->eye);
    view->pitch = from.angles().pitch;
    view->yaw = from.angles().yaw;
    view->flies = from.flies() ? 1 : 0;
    for (const PlayerTouch& touch : from.touches()) {
        halfspace_player_touch& to = view->touches[view->touch_count++];
        store(touch.position, to.position);
        store(touch.normal, to.normal);
        to.is_crouched = touch.is_crouched ? 1 : 0;
    }
    view->state = std::bit_cast<halfspace_mover_state>(from.state());
    return HALFSPACE_OK;
}

halfspace_status halfspace_look_player(halfspace_player* player, double pitch, double yaw) {
    if (player == nullptr || !std::isfinite(pitch) || !std::isfinite(yaw)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    player->player.look_along({.pitch = pitch, .yaw = yaw});
    return HALFSPACE_OK;
}

halfspace_status halfspace_fly_player(halfspace_player* player, const double eye[3]) {
    if (player == nullptr || !is_point(eye)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    player->player.fly_at(vec3(eye));
    return HALFSPACE_OK;
}

halfspace_status halfspace_stand_player(halfspace_player* player,
                                        const halfspace_collision_world* world,
                                        const halfspace_leave_out* without,
                                        const double eye[3],
                                        int32_t drops) {
    if (player == nullptr || !can_move_in(world, without) || !is_point(eye)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const PlacedLevel here = placed_level(world, without);
        if (!player->player.stand_at(here, vec3(eye))) {
            return HALFSPACE_NOT_FOUND;
        }
        if (drops != 0) {
            player->player.drop(here);
        }
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_set_player_body(halfspace_player* player,
                                           const halfspace_collision_world* world,
                                           const halfspace_leave_out* without,
                                           const halfspace_player_body* body,
                                           double raise) {
    if (player == nullptr || !can_move_in(world, without) || !std::isfinite(raise)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const PlacedLevel here = placed_level(world, without);
        const auto taken = body == nullptr ? std::nullopt : player_body(here.level, *body);
        if (body != nullptr && !taken) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        return player->player.set_body(here, taken, raise) ? HALFSPACE_OK : HALFSPACE_NOT_FOUND;
    });
}

halfspace_status halfspace_begin_frame(halfspace_player* player,
                                       double seconds,
                                       const halfspace_player_input* input) {
    if (player == nullptr || input == nullptr || !std::isfinite(seconds) ||
        !std::isfinite(input->forward) || !std::isfinite(input->left) ||
        !std::isfinite(input->up) || !std::isfinite(input->turn)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    player->player.begin_frame(seconds,
                               {.forward = input->forward,
                                .left = input->left,
                                .up = input->up,
                                .turn = input->turn,
                                .jumps = input->jumps != 0,
                                .begins_jump = input->begins_jump != 0,
                                .crouches = input->crouches != 0,
                                .is_fast = input->is_fast != 0});
    return HALFSPACE_OK;
}

int32_t halfspace_begin_player_step(halfspace_player* player) {
    return player != nullptr && player->player.begin_step() ? 1 : 0;
}

halfspace_status halfspace_player_controls(const halfspace_player* player,
                                           halfspace_mover_input* input) {
    if (player == nullptr || input == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *input = std::bit_cast<halfspace_mover_input>(player->player.controls());
    return HALFSPACE_OK;
}

halfspace_status halfspace_finish_player_step(halfspace_player* player,
                                              const halfspace_mover_step* step) {
    if (player == nullptr || step == nullptr || step->wall_count > HALFSPACE_MAX_SLIDE_PLANES) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        if (!player->player.flies()) {
            player->player.finish_step(step_of(*step));
        }
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_set_player_state(halfspace_player* player,
                                            const halfspace_mover_state* state) {
    const std::optional<MoverState> now = mover_state(state);
    if (player == nullptr || !now) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    player->player.set_state(*now);
    return HALFSPACE_OK;
}

halfspace_status halfspace_end_frame(halfspace_player* player, const halfspace_player* leader) {
    if (player == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (leader != nullptr) {
        player->player.keep_time_of(leader->player);
    }
    player->player.end_frame();
    return HALFSPACE_OK;
}

halfspace_status halfspace_drop_player_steps(halfspace_player* player) {
    if (player == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    player->player.drop_waiting_steps();
    return HALFSPACE_OK;
}
