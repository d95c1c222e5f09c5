// SPDX-License-Identifier: MIT
// A game without a window: a player walks, crouches through a tunnel, opens a door and is seen by a
// guard. docs/tutorials/first_game.md explains it. gatehouse.c is the same game in C.
// Run it as: gatehouse gatehouse.hsw
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include <cstdio>
#include <utility>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr double kGuardSees = 0.5;   // the cosine of 60 degrees, to each side
constexpr Vec3 kStandEye{0, 0, 22};  // above the position of the player and of the guard
constexpr Vec3 kCrouchEye{0, 0, 8};

// What the player's hands do for so many steps. In a real game, they are the keys of each step.
struct Keys {
    int steps;
    bool crouch;
    double forward;
    double yaw;  // where the player looks: 0 is east, 90 is north
};
constexpr Keys kKeys[] = {
    {44, false, 1, 0},   // to the wall of the yard
    {60, true, 1, 0},    // into the tunnel
    {36, false, 1, 0},   // the key is up, but there is no room to stand up yet
    {40, false, 1, 90},  // to the door
    {50, false, 0, 90},  // wait until it is open
    {20, false, 1, 90},  // into the corridor
};

struct Game {
    hs::MoverBodies bodies;
    hs::Doors doors;
    Vec3 guard;
    Vec3 guard_facing;
    hs::MoverState player;
    int step = 0;
    bool is_door_open() const { return doors.states()[0].mode == hs::DoorMode::Open; }
    bool is_crouched() const { return has_flag(player.flags, hs::MoverFlags::Crouched); }
};

void print_event(const Game& game, const char* what) {
    const Vec3& at = game.player.position;
    std::printf("step %3d: %s at %.1f %.1f %.1f\n", game.step, what, at.x, at.y, at.z);
}

// The door goes its way, and the player moves.
void make_step(Game& game, const Keys& keys) {
    const hs::Controls controls{
        .view = {.yaw = keys.yaw}, .forward = keys.forward, .crouch = keys.crouch};
    const bool was_crouched = game.is_crouched();
    const bool was_open = game.is_door_open();
    game.player = step_among(game.doors, game.bodies, game.player, quantised(controls)).state;
    if (game.is_crouched() != was_crouched) {
        print_event(game, was_crouched ? "the player stands up" : "the player crouches");
    }
    if (game.is_door_open() && !was_open) {
        print_event(game, "the door is open, the player waits");
    }
}

bool guard_sees_player(const Game& game) {
    const Vec3 from = game.guard + kStandEye;
    const Vec3 eye = game.player.position + (game.is_crouched() ? kCrouchEye : kStandEye);
    const Vec3 way = eye - from;
    return dot(way, game.guard_facing) > kGuardSees * length(way) &&
           line_of_sight(game.doors.world(), from, eye);
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "gatehouse.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    const auto stand = find_space(*level, "stand");
    const auto crouch = find_space(*level, "crouch");
    const auto start = first_entity(*level, "info_player_start");
    const auto guard = first_entity(*level, "info_guard");
    hs::Doors doors(*level);
    if (!stand || !crouch || !start || doors.doors().empty() || !guard) {
        std::fprintf(stderr, "the level lacks a body, a start, a door or a guard\n");
        return 1;
    }
    Game game{{*stand, *crouch},
              std::move(doors),
              vec3_value(*level, *guard, "origin").value_or(Vec3{}),
              facing_of(*level, *guard).value_or(Vec3{1, 0, 0}),
              hs::mover_at(vec3_value(*level, *start, "origin").value_or(Vec3{}))};
    for (const Keys& keys : kKeys) {
        for (int i = 0; i < keys.steps; ++i) {
            ++game.step;
            make_step(game, keys);
            if (guard_sees_player(game)) {
                print_event(game, "the guard sees the player");
                return 0;
            }
        }
    }
    print_event(game, "nobody has seen the player");
}
