// Random players walk in the level. No wall lets one of them through, and the door stays shut until
// its player holds the key.
#include "game.h"

#include "halfspace/query/entities.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"

#include <cstdio>
#include <random>

namespace {

constexpr int kPlayers = 50;
constexpr int kTurns = 200;  // of each player: new keys are held for some steps

// Prints what is wrong. Returns how much: 0 or 1.
int check(bool is_true, const char* what, const Game& game) {
    if (is_true) {
        return 0;
    }
    const Vec3& at = game.player.position;
    std::printf("%s: step %d at %g %g %g\n", what, game.steps, at.x, at.y, at.z);
    return 1;
}

// Makes a step. Returns how much is wrong afterwards.
int check_step(Game& game, const Hands& hands) {
    const Vec3 before = game.player.position;
    make_step(game, hands);
    const Vec3& after = game.player.position;
    const hs::PlacedLevel here{game.level, game.doors.placed()};
    const auto body = game.is_crouched() ? game.bodies.crouch : game.bodies.stand;
    const bool is_in_room = is_free(here, std::get<hs::SpaceId>(body), after, kOptions.mask);
    const auto door = model_of(game.level, game.doors.doors()[0].entity);
    const bool is_before_door = after.x < game.level.model_bounds(*door).min.x;
    const bool is_shut = game.open() == 0;
    return check(is_in_room, "the player is in a wall", game) +
           check(line_of_sight(here, before, after), "the player went through a wall", game) +
           check(game.has_key || is_shut, "the door opened without the key", game) +
           check(!is_shut || is_before_door, "the player passed the shut door", game);
}

int walk_at_random(const hs::Level& level, unsigned seed) {
    auto game = start_game(level);
    std::mt19937 random(seed);
    int failures = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        const Hands hands{.turn = static_cast<double>(random() % 9) - 4,
                          .forward = random() % 8 == 0 ? -1.0 : 1.0,
                          .jump = random() % 4 == 0,
                          .crouch = random() % 3 == 0};
        for (unsigned step = 0, steps = 1 + random() % 40; step < steps; ++step) {
            failures += check_step(*game, hands);
        }
    }
    return failures;
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "level.hsw");
    if (!level || !start_game(*level)) {
        std::puts("the level cannot be played");
        return 1;
    }
    int failures = 0;
    for (unsigned seed = 0; seed < kPlayers; ++seed) {
        failures += walk_at_random(*level, seed);
    }
    std::printf("%d players, %d failures\n", kPlayers, failures);
    return failures == 0 ? 0 : 1;
}
