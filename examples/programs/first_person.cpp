// SPDX-License-Identifier: MIT
// A first-person game without a window. A list of moves leads the player around a pillar, up steps,
// through a door, through a pool and onto a crate. first_person.c is the same game in C.
// Run it as: first_person cistern.hsw [N]   It prints every Nth step, or every 16th.
#include "halfspace/level/level.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/model_order.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

namespace hs = halfspace;
using hs::Vec3;

// 32 steps a second. With this friction and acceleration the player starts and stops at once.
constexpr hs::MoverOptions kOptions{
    .seconds = 1.0 / 32, .walk_speed = 200, .ground_acceleration = 100, .friction = 32};
constexpr Vec3 kEye{0, 0, 22};  // from the position of a body to its eye

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

struct Game {
    hs::MoverBodies bodies;
    hs::Doors doors;  // of the level; its world has all models where they stand now
    hs::MoverState player;
    double yaw = 0;  // where the player looks [degrees]
    Vec3 eye() const { return player.position + kEye; }
};

// The doors go their way and the player moves. A door opens while the player is near, waits and
// closes; it turns back if it would crush the player.
void make_step(Game& game, const Move& move) {
    game.yaw += move.turn;
    const hs::Controls controls{
        .view = {.yaw = game.yaw}, .forward = static_cast<double>(move.walk), .jump = move.jump};
    game.player =
        step_among(game.doors, game.bodies, game.player, quantised(controls), kOptions).state;
}

// Sorts what the player sees, the farthest first, and counts the faces.
std::size_t draw(const Game& game, hs::ModelOrder& order) {
    const auto view = hs::look_along(game.eye(), {.yaw = game.yaw}, 90, 4.0 / 3);
    const hs::Frustum frustum = frustum_of(view.value());
    order.sort(game.doors.world(), game.eye(), hs::DrawOrder::BackToFront, &frustum);
    std::size_t faces = 0;
    for (const hs::DrawItem& item : order.items()) {
        // Here a renderer draws the faces of item.run, or order.pieces()[item.piece].
        faces += item.piece == hs::kNone ? item.run.count : 1;
    }
    return faces;
}

void print(const Game& game, int step, const Vec3& guard, std::size_t faces) {
    const Vec3& at = game.player.position;
    const hs::Contents eye = point_contents(game.doors.world(), game.eye());
    const bool is_seen = line_of_sight(game.doors.world(), guard + kEye, game.eye());
    std::printf("step %d at %.3f %.3f %.3f ", step, at.x, at.y, at.z);
    const bool on_ground = game.player.mode == hs::MoverMode::Ground;
    std::printf(on_ground ? "on the ground" : "in the air");
    std::printf(", eye in %s, %s", to_string(eye).c_str(), is_seen ? "seen" : "not seen");
    std::printf(", door open by %.3f, %zu faces\n", game.doors.states()[0].open, faces);
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
    hs::Doors doors(*level);
    if (!stand || !crouch || !start || !guard || doors.doors().empty()) {
        std::fprintf(stderr, "the level lacks a body, a start, a guard or a door\n");
        return 1;
    }
    // The mapper placed the start in the floor. The mover frees itself.
    Game game{{*stand, *crouch},
              std::move(doors),
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
