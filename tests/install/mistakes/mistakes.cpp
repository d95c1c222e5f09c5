// SPDX-License-Identifier: MIT
//     mistakes LEVEL         the names of all mistakes, one on each line
//     mistakes LEVEL NAME    makes this mistake, and ends with 0 if nothing stops it
//
// The lines are those of a game that follows the documentation, and then makes one mistake.
#include "halfspace/level/level.h"
#include "halfspace/move/mover.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/query/trace.h"

#include <cmath>
#include <cstdio>
#include <string_view>

using namespace halfspace;

namespace {

struct Game {
    const Level& level;
    MoverBodies bodies;
    Vec3 from;
    Vec3 to;
};

struct Mistake {
    const char* name;
    void (*make)(const Game& game);
};

void step(const Game& game, const MoverBodies& bodies, const MoverOptions& options = {}) {
    step_mover(game.level, bodies, mover_at(game.from), quantised({.forward = 1}), options);
}

constexpr Mistake kMistakes[] = {
    {"no_such_space",
     [](const Game& game) {
         const SpaceId cat = *find_space(game.level, "cat");
         trace(game.level, cat, game.from, game.to);
     }},
    {"space_99", [](const Game& game) { trace(game.level, SpaceId(99), game.from, game.to); }},
    {"entity_9999", [](const Game& game) { classname_of(game.level, EntityId(9999)); }},
    {"model_99",
     [](const Game& game) {
         const PlacedModel lift{ModelId(99), moved_by({0, 0, 64})};
         trace({game.level, {&lift, 1}}, SpaceId(0), game.from, game.to);
     }},
    {"skin_nan",
     [](const Game& game) {
         trace(game.level, SpaceId(0), game.from, game.to, {.skin = std::nan("")});
     }},
    {"skin_negative",
     [](const Game& game) { trace(game.level, SpaceId(0), game.from, game.to, {.skin = -1}); }},
    {"place_nan", [](const Game& game) { is_free(game.level, SpaceId(0), {std::nan(""), 0, 0}); }},
    {"swapped_bodies",
     [](const Game& game) { step(game, {game.bodies.crouch, game.bodies.stand}); }},
    {"bad_option", [](const Game& game) { step(game, game.bodies, {.seconds = 1}); }},
};

}  // namespace

int main(int argc, char** argv) {
    const auto level = load_level(argc > 1 ? argv[1] : "");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 2;
    }
    const auto stand = find_space(*level, "stand");
    const auto crouch = find_space(*level, "crouch");
    if (!stand || !crouch) {
        std::fprintf(stderr, "%s\n", to_string(no_such_space(*level, "stand")).c_str());
        return 2;
    }
    const Game game{*level, {*stand, *crouch}, {64, 256, 60}, {64, 256, 0}};
    step(game, game.bodies);  // without a mistake nothing stops
    const std::string_view wanted = argc > 2 ? argv[2] : "";
    for (const Mistake& mistake : kMistakes) {
        if (wanted.empty()) {
            std::printf("%s\n", mistake.name);
        } else if (wanted == mistake.name) {
            mistake.make(game);
        }
    }
    return 0;
}
