// SPDX-License-Identifier: MIT
// A first-person game without a window. A list of moves leads the player around a pillar, up steps,
// through a door, through a pool and onto a crate. first_person.c is the same game in C.
// Run it as: first_person cistern.hsw [N]   It prints every Nth step, or every 16th.
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

// 32 steps a second. With this friction and acceleration the player starts and stops at once.
constexpr hs::MoverOptions kOptions{
    .seconds = 1.0 / 32, .walk_speed = 200, .ground_acceleration = 100, .friction = 32};
constexpr Vec3 kDoorReach{75, 75, 75};  // a door opens that meets such a box around the player
constexpr Vec3 kEye{0, 0, 22};          // from the position of a body to its eye

// What somebody at the keyboard would do in `steps` steps.
struct Move {
    int steps;
    int turn;  // degrees in each step; positive turns left
    int walk;  // 1 is forward
    bool jump;
};
constexpr Move kMoves[] = {{9, -10, 0, false},
                           {119, 0, 1, false},
                           {9, -10, 0, false},
                           {2, 0, 1, false},
                           {1, 0, 1, true},
                           {24, 0, 1, false}};

struct Door {
    hs::EntityId entity;
    hs::ModelId model;
    Vec3 direction;   // in which it opens
    double travel;    // how far it opens, in units
    double speed;     // units per second
    double open = 0;  // how far it is open now
};

struct Game {
    const hs::Level& level;
    hs::MoverBodies bodies;
    std::vector<hs::PlacedModel> models;  // every model but the world, where it stands now
    Door door;
    hs::MoverState player;
    double yaw = 0;  // where the player looks [degrees]
    hs::PlacedLevel now() const { return {level, models}; }
    Vec3 eye() const { return player.position + kEye; }
};

// A door opens while the player is near, and closes else.
double next_open(const Game& game) {
    const Door& door = game.door;
    const Vec3& at = game.player.position;
    const bool opens =
        hs::overlaps_box({game.level, door.model}, {at - kDoorReach, at + kDoorReach});
    const double way = (opens ? door.speed : -door.speed) * kOptions.seconds;
    return std::clamp(door.open + way, 0.0, door.travel);
}

// Where each model goes in a step that opens the door so far.
std::vector<hs::MovingModel> ways_of_models(const Game& game, double open) {
    std::vector<hs::MovingModel> ways;
    for (const hs::PlacedModel& placed : game.models) {
        // The brushes of an entity are one model, its curves are another.
        const bool is_door = entity_of(game.level, placed.model) == game.door.entity;
        const hs::Transform to =
            is_door ? hs::moved_by(game.door.direction * open) : placed.transform;
        ways.emplace_back(game.level, placed.model, placed.transform, to);
    }
    return ways;
}

// The door goes its way and the player moves. The door waits if it would crush the player.
void make_step(Game& game, const Move& move) {
    game.yaw += move.turn;
    const hs::Controls controls{
        .view = {.yaw = game.yaw}, .forward = static_cast<double>(move.walk), .jump = move.jump};
    const hs::MoverInput input = quantised(controls);
    for (const double open : {next_open(game), game.door.open}) {
        const std::vector<hs::MovingModel> ways = ways_of_models(game, open);
        const hs::MoverStep step =
            step_mover({game.level, ways}, game.bodies, game.player, input, kOptions);
        if (!step.crush) {
            game.player = step.state;
            game.door.open = open;
            for (std::size_t i = 0; i < ways.size(); ++i) {
                game.models[i].transform = ways[i].to();
            }
            return;
        }
    }
}

// By Quake's customs a door opens by its own size less its "lip".
Door closed_door(const hs::Level& level, hs::EntityId entity) {
    const hs::ModelId model = model_of(level, entity).value_or(hs::kWorldModel);
    const Vec3 direction = facing_of(level, entity).value_or(Vec3{1, 0, 0});
    const hs::Aabb box = level.model_bounds(model);
    const double size = std::abs(dot(direction, box.max - box.min));
    const double lip = number_value(level, entity, "lip").value_or(8);
    const double speed = number_value(level, entity, "speed").value_or(100);
    return {entity, model, direction, std::max(size - lip, 0.0), speed};
}

// Sorts what the player sees, the farthest first, and counts the faces.
std::size_t draw(const Game& game, hs::ModelOrder& order) {
    const auto view = hs::look_along(game.eye(), {.yaw = game.yaw}, 90, 4.0 / 3);
    const hs::Frustum frustum = frustum_of(view.value());
    order.sort(game.level, game.models, game.eye(), hs::DrawOrder::BackToFront, &frustum);
    std::size_t faces = 0;
    for (const hs::DrawItem& item : order.items()) {
        // Here a renderer draws the faces of item.run, or order.pieces()[item.piece].
        faces += item.piece == hs::kNone ? item.run.count : 1;
    }
    return faces;
}

void print(const Game& game, int step, const Vec3& guard, std::size_t faces) {
    const Vec3& at = game.player.position;
    const hs::Contents eye = point_contents(game.now(), game.eye());
    const bool is_seen = line_of_sight(game.now(), guard + kEye, game.eye());
    std::printf("step %d at %.3f %.3f %.3f ", step, at.x, at.y, at.z);
    const bool on_ground = game.player.mode == hs::MoverMode::Ground;
    std::printf(on_ground ? "on the ground" : "in the air");
    std::printf(", eye in %s, %s", to_string(eye).c_str(), is_seen ? "seen" : "not seen");
    std::printf(", door open by %.3f, %zu faces\n", game.door.open, faces);
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "cistern.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    const auto stand = find_space(*level, "stand");
    const auto crouch = find_space(*level, "crouch");
    const auto start = first_entity(*level, "info_player_start");
    const auto guard = first_entity(*level, "monster_guard");
    const auto door = first_entity(*level, "func_door");
    if (!stand || !crouch || !start || !guard || !door) {
        std::fprintf(stderr, "the level lacks a body, a start, a guard or a door\n");
        return 1;
    }
    // The mapper placed the start in the floor. The mover frees itself.
    Game game{*level,
              {*stand, *crouch},
              models_at_rest(*level),
              closed_door(*level, *door),
              hs::mover_at(vec3_value(*level, *start, "origin").value_or(Vec3{})),
              angles_of(*level, *start).value_or(hs::Angles{}).yaw};
    const Vec3 guard_at = vec3_value(*level, *guard, "origin").value_or(Vec3{});
    const int every = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 16;
    hs::ModelOrder order;
    int step = 0;
    for (const Move& move : kMoves) {
        for (int i = 0; i < move.steps; ++i) {
            make_step(game, move);
            if (++step % every == 0) {
                print(game, step, guard_at, draw(game, order));
            }
        }
    }
}
