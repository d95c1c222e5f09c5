#include "game.h"

#include "halfspace/query/entities.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr double kDoorReach = 64;   // a player so near is at the door [units]
constexpr double kThingReach = 40;  // a player so near takes the key, or reaches the exit [units]

// By Quake's customs a door opens by its own size less its "lip".
Door closed_door(const hs::Level& level, hs::EntityId entity) {
    const hs::ModelId model = model_of(level, entity).value_or(hs::kWorldModel);
    const hs::Aabb box = level.model_bounds(model);
    const Vec3 direction = facing_of(level, entity).value_or(Vec3{1, 0, 0});
    const double size = std::abs(dot(direction, box.max - box.min));
    const double lip = number_value(level, entity, "lip").value_or(8);
    const double speed = number_value(level, entity, "speed").value_or(100);
    return {model, grown(box, kDoorReach), direction, std::max(size - lip, 0.0), speed};
}

// The door opens for a player with the key, and then stays open. Its way in this step:
hs::MovingModel move_door(Game& game) {
    Door& door = game.door;
    const hs::Transform from = door.placed().transform;
    if (door.open > 0 || (game.has_key && game.is_at_door())) {
        door.open = std::min(door.open + door.speed * kOptions.seconds, door.travel);
    }
    return {game.level, door.model, from, door.placed().transform};
}

}  // namespace

std::optional<Game> start_game(const hs::Level& level) {
    const auto stand = find_space(level, "stand");
    const auto crouch = find_space(level, "crouch");
    const auto start = first_entity(level, "info_player_start");
    const auto door = first_entity(level, "func_door");
    const auto key = first_entity(level, "item_key");
    const auto exit = first_entity(level, "info_exit");
    if (!stand || !crouch || !start || !door || !key || !exit) {
        return std::nullopt;
    }
    const auto origin = [&](hs::EntityId entity) {
        return vec3_value(level, entity, "origin").value_or(Vec3{});
    };
    return Game{.level = level,
                .bodies = {*stand, *crouch},
                .door = closed_door(level, *door),
                .key = origin(*key),
                .exit = origin(*exit),
                .player = hs::mover_at(origin(*start)),
                .yaw = angles_of(level, *start).value_or(hs::Angles{}).yaw};
}

void make_step(Game& game, const Hands& hands) {
    game.yaw += hands.turn;
    const hs::MovingModel way = move_door(game);
    const hs::Controls controls{.view = {.yaw = game.yaw},
                                .forward = hands.forward,
                                .jump = hands.jump,
                                .crouch = hands.crouch};
    const hs::Surroundings around{game.level, {&way, 1}};
    game.player = step_mover(around, game.bodies, game.player, quantised(controls), kOptions).state;
    const auto is_at = [&](const Vec3& place) {
        return length(game.player.position - place) < kThingReach;
    };
    game.has_key = game.has_key || is_at(game.key);
    game.is_out = game.is_out || is_at(game.exit);
    ++game.steps;
}
