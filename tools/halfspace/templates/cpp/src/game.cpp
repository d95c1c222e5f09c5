#include "game.h"

#include "halfspace/move/player_start.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include <utility>

namespace {

constexpr double kThingReach = 40;  // a player so near takes the key, or reaches the exit [units]

}  // namespace

std::optional<Game> start_game(const hs::Level& level) {
    const auto stand = find_space(level, "stand");
    const auto crouch = find_space(level, "crouch");
    hs::Doors doors(level);
    const auto key = first_entity(level, "item_key");
    const auto exit = first_entity(level, "info_exit");
    if (!stand || !crouch || doors.doors().empty() || !key || !exit) {
        return std::nullopt;
    }
    const auto start = find_start({level, doors.placed()}, *stand, kOptions.mask);
    if (!start) {
        return std::nullopt;
    }
    doors.lock(0);
    const auto origin = [&](hs::EntityId entity) {
        return vec3_value(level, entity, "origin").value_or(Vec3{});
    };
    return Game{.level = level,
                .bodies = {*stand, *crouch},
                .doors = std::move(doors),
                .key = origin(*key),
                .exit = origin(*exit),
                .player = hs::mover_at(start->position),
                .yaw = start->yaw,
                .start_note = start_note(level, *start).value_or("")};
}

void make_step(Game& game, const Hands& hands) {
    game.yaw += hands.turn;
    const hs::Controls controls{.view = {.yaw = game.yaw},
                                .forward = hands.forward,
                                .jump = hands.jump,
                                .crouch = hands.crouch};
    game.player =
        step_among(game.doors, game.bodies, game.player, quantised(controls), kOptions).state;
    const auto is_at = [&](const Vec3& place) {
        return length(game.player.position - place) < kThingReach;
    };
    if (!game.has_key && is_at(game.key)) {
        game.has_key = true;
        game.doors.unlock(0);
    }
    game.is_out = game.is_out || is_at(game.exit);
    ++game.steps;
}
