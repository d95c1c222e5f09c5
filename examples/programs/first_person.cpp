// SPDX-License-Identifier: MIT
// A first-person game without a window. A list of moves leads the player around a pillar, up steps,
// through a door, through a pool and onto a crate. first_person.c is the same game in C.
// Run it as: first_person cistern.hsw [N]   It prints every Nth step, or every 16th.
#include "halfspace/level/level.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

namespace hs = halfspace;
using hs::Vec3;

constexpr double kSeconds = 1.0 / 32;   // from one step to the next
constexpr double kWalkSpeed = 200;      // units per second
constexpr double kGravity = 800;        // units per second, per second
constexpr double kJumpSpeed = 270;      // jumps are 270 * 270 / (2 * 800) = 45 units high
constexpr double kStair = 18;           // the highest step that a walker climbs, in units
constexpr double kFloor = 0.7;          // the least z of a floor's normal: slopes up to 45 degrees
constexpr Vec3 kDoorReach{75, 75, 75};  // a door opens that meets such a box around the player
constexpr Vec3 kEye{0, 0, 22};          // from the position of a body to its eye

// What somebody at the keyboard would do in `steps` steps.
struct Move {
    int steps;
    int turn;  // degrees in each step; positive turns left
    int walk;  // 1 is forward
    bool jump;
};
constexpr Move kMoves[] = {
    {9, -10, 0, false}, {119, 0, 1, false}, {9, -10, 0, false}, {1, 0, 1, true}, {24, 0, 1, false}};

struct Player {
    Vec3 position;
    Vec3 velocity;
    double yaw = 0;
    bool on_ground = false;
};

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
    hs::SpaceId body;
    std::vector<hs::PlacedModel> models;  // every model but the world, where it stands now
    Door door;
    Player player;
    hs::PlacedLevel now() const { return {level, models}; }
    Vec3 eye() const { return player.position + kEye; }
};

// Moves the player for one step. After a touch the rest of the way goes along the wall.
Player slide(const Game& game, Player player) {
    double left = kSeconds;
    for (int touches = 0; touches < 4 && left > 0; ++touches) {
        const Vec3 target = player.position + player.velocity * left;
        const auto contact = trace(game.now(), game.body, player.position, target);
        player.position = contact.end;
        player.velocity -= contact.normal * dot(player.velocity, contact.normal);
        left *= 1 - contact.fraction;
    }
    return player;
}

// Slides on the floor, and as high above it as a stair. The way that leads farther counts.
Player walk(const Game& game, const Player& player) {
    const Vec3 start = player.position;
    const Player flat = slide(game, player);
    Player raised = player;
    raised.position = trace(game.now(), game.body, start, start + Vec3{0, 0, kStair}).end;
    const Vec3 lift = raised.position - start;
    raised = slide(game, raised);
    const auto floor = trace(game.now(), game.body, raised.position, raised.position - lift);
    raised.position = floor.end;
    const bool is_farther = distance(start, raised.position) > distance(start, flat.position);
    return floor.normal.z >= kFloor && is_farther ? raised : flat;
}

void move_player(Game& game, const Move& move) {
    Player& player = game.player;
    player.yaw += move.turn;
    const Vec3 wish = hs::facing({.yaw = player.yaw}) * (move.walk * kWalkSpeed);
    const bool walks = player.on_ground && !move.jump;
    const double fall = player.on_ground ? kJumpSpeed : player.velocity.z - kGravity * kSeconds;
    player.velocity = {wish.x, wish.y, walks ? 0 : fall};
    player = walks ? walk(game, player) : slide(game, player);

    // A walker keeps to the floor down a stair. Others land on a floor that they touch.
    const Vec3 down{0, 0, walks ? -kStair : -2 * hs::TraceOptions().skin};
    const auto floor = trace(game.now(), game.body, player.position, player.position + down);
    player.on_ground = floor.normal.z >= kFloor && (walks || player.velocity.z <= 0);
    player.position = player.on_ground ? floor.end : player.position;
}

// A door opens while the player is near, closes else, and waits for a player in its way.
void move_door(Game& game) {
    Door& door = game.door;
    const Vec3& at = game.player.position;
    const bool opens =
        hs::overlaps_box({game.level, door.model}, {at - kDoorReach, at + kDoorReach});
    const double way = (opens ? door.speed : -door.speed) * kSeconds;
    const double open = std::clamp(door.open + way, 0.0, door.travel);
    std::vector<hs::PlacedModel> models = game.models;
    for (hs::PlacedModel& placed : models) {
        // The brushes of an entity are one model, its curves are another.
        if (entity_of(game.level, placed.model) == door.entity) {
            placed.transform = hs::moved_by(door.direction * open);
        }
    }
    if (hs::is_free({game.level, models}, game.body, at)) {
        game.models = models;
        door.open = open;
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
    const auto view = hs::look_along(game.eye(), {.yaw = game.player.yaw}, 90, 4.0 / 3);
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
    std::printf(game.player.on_ground ? "on the ground" : "in the air");
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
    const auto body = find_space(*level, "stand");
    const auto start = first_entity(*level, "info_player_start");
    const auto guard = first_entity(*level, "monster_guard");
    const auto door = first_entity(*level, "func_door");
    if (!body || !start || !guard || !door) {
        std::fprintf(stderr, "the level lacks a body \"stand\", a start, a guard or a door\n");
        return 1;
    }
    Game game{*level, *body, models_at_rest(*level), closed_door(*level, *door), {}};
    const Vec3 origin = vec3_value(*level, *start, "origin").value_or(Vec3{});
    game.player.position = unstick(game.now(), *body, origin, 32).value_or(origin);
    game.player.yaw = angles_of(*level, *start).value_or(hs::Angles{}).yaw;
    const Vec3 guard_at = vec3_value(*level, *guard, "origin").value_or(Vec3{});
    const int every = argc > 2 ? std::max(std::atoi(argv[2]), 1) : 16;
    hs::ModelOrder order;
    int step = 0;
    for (const Move& move : kMoves) {
        for (int i = 0; i < move.steps; ++i) {
            move_player(game, move);
            move_door(game);
            if (++step % every == 0) {
                print(game, step, guard_at, draw(game, order));
            }
        }
    }
}
