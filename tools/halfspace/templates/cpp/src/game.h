// The rules of the game: find the key, open the door, leave. Nothing here reads or prints.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/placed_level.h"

#include <optional>
#include <string>

namespace hs = halfspace;
using hs::Vec3;

// The player walks 3 units in a step, and starts and stops at once. Lower values of acceleration
// and friction let a player slide.
inline constexpr hs::MoverOptions kOptions{
    .walk_speed = 192, .crouch_speed = 96, .ground_acceleration = 100, .friction = 32};

struct Game {
    const hs::Level& level;
    hs::MoverBodies bodies;
    hs::Doors doors;  // door 0 is the door
    Vec3 key;         // where the key lies
    Vec3 exit;        // the game ends here
    hs::MoverState player;
    double yaw;  // where the player looks [degrees]: 0 is east, 90 is north
    bool has_key = false;
    bool is_out = false;
    int steps = 0;
    // What is odd about the start of the level; empty if nothing is.
    std::string start_note;

    bool is_crouched() const { return has_flag(player.flags, hs::MoverFlags::Crouched); }
    bool is_at_door() const { return contains(doors.doors()[0].reach, player.position); }
    double open() const { return doors.states()[0].open; }  // how far the door is open [units]
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

// One step: the door goes its way, and the player moves. The door opens for a player with the key,
// and then stays open.
void make_step(Game& game, const Hands& hands);
