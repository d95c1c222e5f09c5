// The rules of the game: find the key, open the door, leave. Nothing here reads or prints.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/placed_level.h"

#include <optional>

namespace hs = halfspace;
using hs::Vec3;

// The player walks 3 units in a step, and starts and stops at once. Lower values of acceleration
// and friction let a player slide.
inline constexpr hs::MoverOptions kOptions{
    .walk_speed = 192, .crouch_speed = 96, .ground_acceleration = 100, .friction = 32};

struct Door {
    hs::ModelId model;
    hs::Aabb reach;   // a player in this box is at the door
    Vec3 direction;   // in which it opens
    double travel;    // how far it opens [units]
    double speed;     // [units per second]
    double open = 0;  // how far it is open now [units]
    hs::PlacedModel placed() const { return {model, hs::moved_by(direction * open)}; }
};

struct Game {
    const hs::Level& level;
    hs::MoverBodies bodies;
    Door door;
    Vec3 key;   // where the key lies
    Vec3 exit;  // the game ends here
    hs::MoverState player;
    double yaw;  // where the player looks [degrees]: 0 is east, 90 is north
    bool has_key = false;
    bool is_out = false;
    int steps = 0;

    bool is_crouched() const { return has(player.flags, hs::MoverFlags::Crouched); }
    bool is_at_door() const { return contains(door.reach, player.position); }
    Vec3 eye() const { return player.position + Vec3{0, 0, is_crouched() ? 8.0 : 22.0}; }
};

// What the player's hands do in one step of kOptions.seconds.
struct Hands {
    double turn = 0;     // [degrees]; positive turns left
    double forward = 0;  // from -1 to 1
    bool jump = false;
    bool crouch = false;
};

// The game at its start. nullopt if the level lacks something that the game needs. The level must
// outlive the game.
std::optional<Game> start_game(const hs::Level& level);

// One step: the door goes its way, then the player moves.
void make_step(Game& game, const Hands& hands);
