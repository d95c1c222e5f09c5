// Random players walk in the level. No wall lets one of them through, and the door stays shut until
// its player holds the key.
#include "game.h"

#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"

#include <cstdio>
#include <random>

namespace {

constexpr int kPlayers = 50;
constexpr int kTurns = 200;  // of each player: new keys are held for some steps

int failures = 0;

void check(bool is_true, const char* what, const Game& game) {
    if (!is_true) {
        const Vec3& at = game.player.position;
        std::printf("%s: step %d at %g %g %g\n", what, game.steps, at.x, at.y, at.z);
        ++failures;
    }
}

void check_step(Game& game, const Hands& hands) {
    const Vec3 before = game.player.position;
    make_step(game, hands);
    const Vec3& after = game.player.position;
    const hs::PlacedModel door = game.door.placed();
    const hs::PlacedLevel here{game.level, {&door, 1}};
    const auto body = game.is_crouched() ? game.bodies.crouch : game.bodies.stand;
    check(is_free(here, std::get<hs::SpaceId>(body), after, kOptions.mask),
          "the player is in a wall",
          game);
    check(line_of_sight(here, before, after), "the player went through a wall", game);
    check(game.has_key || game.door.open == 0, "the door opened without the key", game);
    check(game.door.open > 0 || after.x < game.level.model_bounds(game.door.model).min.x,
          "the player passed the shut door",
          game);
}

void walk_at_random(const hs::Level& level, unsigned seed) {
    auto game = start_game(level);
    std::mt19937 random(seed);
    for (int turn = 0; turn < kTurns; ++turn) {
        Hands hands{.turn = static_cast<double>(random() % 9) - 4,
                    .forward = random() % 8 == 0 ? -1.0 : 1.0,
                    .jump = random() % 4 == 0,
                    .crouch = random() % 3 == 0};
        for (unsigned step = 0, steps = 1 + random() % 40; step < steps; ++step) {
            check_step(*game, hands);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "level.hsw");
    if (!level || !start_game(*level)) {
        std::puts("the level cannot be played");
        return 1;
    }
    for (unsigned seed = 0; seed < kPlayers; ++seed) {
        walk_at_random(*level, seed);
    }
    std::printf("%d players, %d failures\n", kPlayers, failures);
    return failures == 0 ? 0 : 1;
}
