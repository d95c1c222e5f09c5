// SPDX-License-Identifier: MIT
// A game without a window: a player walks, crouches through a tunnel, opens a door and is seen by a
// guard. docs/tutorial.md explains it. gatehouse.c is the same game in C.
// Run it as: gatehouse gatehouse.hsw
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr double kDoorReach = 40;    // a player so near opens the door [units]
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

struct Door {
    hs::ModelId model;
    hs::Aabb reach;   // a player in this box opens the door
    Vec3 direction;   // in which it opens
    double travel;    // how far it opens [units]
    double speed;     // [units per second]
    double open = 0;  // how far it is open now [units]
    hs::Transform place() const { return hs::moved_by(direction * open); }
};

// A door opens by its size less its "lip". These are Quake's keys and their defaults.
Door door_of(const hs::Level& level, hs::EntityId entity) {
    const hs::ModelId model = model_of(level, entity).value_or(hs::kWorldModel);
    const hs::Aabb box = level.model_bounds(model);
    const Vec3 direction = facing_of(level, entity).value_or(Vec3{1, 0, 0});
    const double size = std::abs(dot(direction, box.max - box.min));
    const double lip = number_value(level, entity, "lip").value_or(8);
    const double speed = number_value(level, entity, "speed").value_or(100);
    return {model, grown(box, kDoorReach), direction, size - lip, speed};
}

struct Game {
    const hs::Level& level;
    hs::MoverBodies bodies;
    Door door;
    Vec3 guard;
    Vec3 guard_facing;
    hs::MoverState player;
    int step = 0;
    bool is_crouched() const { return has(player.flags, hs::MoverFlags::Crouched); }
};

void print_event(const Game& game, const char* what) {
    const Vec3& at = game.player.position;
    std::printf("step %3d: %s at %.1f %.1f %.1f\n", game.step, what, at.x, at.y, at.z);
}

// The door opens if the player is near, and then stays open. Its way in this step:
hs::MovingModel move_door(Game& game) {
    Door& door = game.door;
    const Door before = door;
    if (before.open > 0 || contains(door.reach, game.player.position)) {
        door.open = std::min(before.open + door.speed * hs::MoverOptions().seconds, door.travel);
    }
    if (before.open < door.travel && door.open == door.travel) {
        print_event(game, "the door is open, the player waits");
    }
    return {game.level, door.model, before.place(), door.place()};
}

void move_player(Game& game, const Keys& keys) {
    const hs::MovingModel way = move_door(game);
    const hs::Controls controls{
        .view = {.yaw = keys.yaw}, .forward = keys.forward, .crouch = keys.crouch};
    const hs::Surroundings around{game.level, {&way, 1}};
    const hs::MoverStep step = step_mover(around, game.bodies, game.player, quantised(controls));
    const bool was_crouched = game.is_crouched();
    game.player = step.state;
    if (game.is_crouched() != was_crouched) {
        print_event(game, was_crouched ? "the player stands up" : "the player crouches");
    }
}

bool guard_sees_player(const Game& game) {
    const hs::PlacedModel door{game.door.model, game.door.place()};
    const Vec3 from = game.guard + kStandEye;
    const Vec3 eye = game.player.position + (game.is_crouched() ? kCrouchEye : kStandEye);
    const Vec3 way = eye - from;
    return dot(way, game.guard_facing) > kGuardSees * length(way) &&
           line_of_sight({game.level, {&door, 1}}, from, eye);
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
    const auto door = first_entity(*level, "func_door");
    const auto guard = first_entity(*level, "info_guard");
    if (!stand || !crouch || !start || !door || !guard) {
        std::fprintf(stderr, "the level lacks a body, a start, a door or a guard\n");
        return 1;
    }
    Game game{*level,
              {*stand, *crouch},
              door_of(*level, *door),
              vec3_value(*level, *guard, "origin").value_or(Vec3{}),
              facing_of(*level, *guard).value_or(Vec3{1, 0, 0}),
              hs::mover_at(vec3_value(*level, *start, "origin").value_or(Vec3{}))};
    for (const Keys& keys : kKeys) {
        for (int i = 0; i < keys.steps; ++i) {
            ++game.step;
            move_player(game, keys);
            if (guard_sees_player(game)) {
                print_event(game, "the guard sees the player");
                return 0;
            }
        }
    }
    print_event(game, "nobody has seen the player");
}
