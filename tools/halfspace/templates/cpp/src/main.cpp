// A first-person game in a terminal. Each line of standard input is a row of keys, which kHelp
// lists.
#include "game.h"
#include "picture.h"

#include <cstdio>
#include <iostream>
#include <optional>
#include <string>

namespace {

constexpr char kHelp[] =
    "Find the key (K), open the door (D), reach the exit (E).\n"
    "A near wall is @; farther walls are # % * + = - and :, in this order. Dots are the floor.\n"
    "Type keys, then Enter: w walk, s back, a and d turn, j jump ahead, c crouch, q quit.\n";

constexpr int kStepsOfKey = 16;      // a quarter of a second
constexpr int kStepsOfJump = 44;     // up and down again
constexpr double kTurnOfKey = 22.5;  // [degrees]

// What the hands do while a key is held. nullopt if the key has no meaning.
std::optional<Hands> hands_of(char key) {
    switch (key) {
        case 'w':
            return Hands{.forward = 1};
        case 's':
            return Hands{.forward = -1};
        case 'a':
            return Hands{.turn = kTurnOfKey / kStepsOfKey};
        case 'd':
            return Hands{.turn = -kTurnOfKey / kStepsOfKey};
        case 'j':
            return Hands{.forward = 1, .jump = true};
        case 'c':
            return Hands{};
        default:
            return std::nullopt;
    }
}

void show(const Game& game) {
    std::fputs(picture(game).c_str(), stdout);
    if (game.is_out) {
        std::printf("You are out after %.1f seconds.\n", game.steps * kOptions.seconds);
    } else if (game.has_key) {
        std::puts(game.open() > 0 ? "The door is open." : "You hold the key.");
    } else if (game.is_at_door()) {
        std::puts("The door is locked.");
    }
}

}  // namespace

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : LEVEL);
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    auto game = start_game(*level);
    if (!game) {
        std::fputs("the level lacks a body, a start with room, a door, a key or an exit\n", stderr);
        return 1;
    }
    if (!game->start_note.empty()) {
        std::fprintf(stderr, "%s\n", game->start_note.c_str());
    }
    std::fputs(kHelp, stdout);
    show(*game);
    bool crouches = false;
    std::string line;
    while (!game->is_out && std::getline(std::cin, line)) {
        for (const char key : line) {
            if (key == 'q') {
                return 0;
            }
            auto hands = hands_of(key);
            if (!hands) {
                std::printf("There is no key '%c'.\n", key);
                continue;
            }
            crouches = crouches != (key == 'c');
            hands->crouch = crouches;
            const int steps = key == 'j' ? kStepsOfJump : kStepsOfKey;
            for (int step = 0; step < steps && !game->is_out; ++step) {
                make_step(*game, *hands);
            }
        }
        show(*game);
    }
}
