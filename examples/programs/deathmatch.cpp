// SPDX-License-Identifier: MIT
// A deathmatch server without a network: 16 bots with rays and rockets. All that changes is plain
// data, and a step depends on it and on the commands only. So the server plays its record of the
// commands again and gets the same hash. deathmatch.c is the same in C, with the same output.
// Compile it with -ffp-contract=off (docs/guides/determinism.md). Run it as: deathmatch arena.hsw
#include "halfspace/base/hash.h"
#include "halfspace/move/player.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include <algorithm>
#include <cstdio>
#include <random>

namespace hs = halfspace;
using hs::Vec3;
constexpr std::uint32_t kBots = 16;
constexpr std::int64_t kTicks = 1024;
constexpr double kSight = 2048;          // how far rays and eyes reach [units]
constexpr double kBlast = 120;           // the radius of an explosion [units]
constexpr std::uint8_t kFireButton = 4;  // a bit of MoverInput that the mover ignores

using Commands = std::array<hs::MoverInput, kBots>;
struct Bot {
    hs::MoverState mover;
    Vec3 rocket, rocket_aim;
    std::int32_t rocket_flies, score, health, reloaded;  // reloaded: the tick of the next shot
};
// All that changes, without padding: equal states have equal bytes. The doors follow from it.
struct State {
    std::int64_t tick;
    std::array<std::int64_t, 4> item_back;  // of each item: the tick when it is there again
    std::array<Bot, kBots> bots;
};

// A copy of a game plays on from the same state.
class Game {
public:
    Game(const hs::Level& level, hs::SpaceId body) : doors_(level), bodies_{body, body} {
        for (std::uint32_t i = 0; i < level.entities().size(); ++i) {
            const std::string_view name =
                key_value(level, hs::EntityId(i), "classname").value_or("");
            const auto origin = vec3_value(level, hs::EntityId(i), "origin");
            if (origin && name.starts_with("info_player")) {
                starts_.push_back(*origin);
            } else if (origin && name == "item_health" && items_.size() < state.item_back.size()) {
                items_.push_back(*origin);
            }
        }
        for (std::uint32_t who = 0; who < kBots; ++who) {
            spawn(who);
        }
    }

    State state{};
    unsigned long long hash() const { return hs::hash_bytes(std::as_bytes(std::span(&state, 1))); }

    void step(const Commands& commands) {
        std::array<Vec3, kBots> places;
        std::ranges::transform(
            state.bots, places.begin(), [](const Bot& bot) { return bot.mover.position; });
        doors_.step(hs::MoverOptions().seconds, places);
        for (std::uint32_t who = 0; who < kBots; ++who) {
            move(who, commands[who]);
            take_items(who);
            fire(who, commands[who]);
            fly(who);
        }
        doors_.finish();
    }

    // A bot shoots at one that it sees, else it goes on or another way. dice: any number.
    void think(std::uint32_t who, std::uint64_t dice, hs::MoverInput& command) const {
        const Vec3 eye = state.bots[who].mover.position;
        command.buttons = 0;
        if (dice % 64 == 0) {
            const auto yaw = static_cast<double>(dice % 360);
            command = hs::quantised({.view = {.yaw = yaw}, .forward = 1, .jump = true});
        }
        for (std::uint32_t i = 0; i < kBots; ++i) {
            const Vec3 other = state.bots[i].mover.position;
            const Vec3 way = other - eye;
            if (i != who && length(way) < kSight && line_of_sight(doors_.world(), eye, other)) {
                command = hs::quantised({.view = angles_towards(way), .forward = 1});
                command.buttons = kFireButton;
            }
        }
    }

private:
    // Two bots at one start get out of one another: an overlap stops only ways that go deeper.
    void spawn(std::uint32_t who) {
        const Vec3 at = starts_[(static_cast<std::size_t>(state.tick) + who) % starts_.size()];
        state.bots[who].mover = hs::mover_at(at);
        state.bots[who].health = 100;
        doors_.world().place(hs::ObstacleId(who), {shape_of(doors_.level(), bodies_.stand), at});
    }

    // A bot moves. If a door crushes it, the door turns back, and the bot moves again.
    void move(std::uint32_t who, const hs::MoverInput& command) {
        hs::MoverState& mover = state.bots[who].mover;
        const hs::ObstacleId self(who);
        const hs::PlacedLevel others(doors_.world(), {.obstacles = {&self, 1}});
        hs::MoverStep step = step_mover(others, bodies_, mover, command);
        while (step.crush && doors_.turn_back(step.crush->model)) {
            step = step_mover(others, bodies_, mover, command);
        }
        mover = step.state;
        doors_.world().place(self, mover.position);
    }

    void take_items(std::uint32_t who) {
        Bot& bot = state.bots[who];
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (state.tick >= state.item_back[i] && length(bot.mover.position - items_[i]) < 40) {
                state.item_back[i] = state.tick + 640;
                bot.health += 50;
            }
        }
    }

    // A ray, or a rocket in one tick: meets all but its owner. Whoever has no health begins again.
    hs::Contact shoot(std::uint32_t who, const Vec3& at, const Vec3& way) {
        const hs::ObstacleId self(who);
        const hs::PlacedLevel others(doors_.world(), {.obstacles = {&self, 1}});
        const hs::Contact hit = trace(others, hs::SpaceId(0), at, at + way);
        // NOLINTNEXTLINE(bugprone-assignment-in-if-condition)
        if (hit.obstacle.is_valid() && (state.bots[hit.obstacle.value].health -= 40) <= 0) {
            ++state.bots[who].score;
            spawn(hit.obstacle.value);
        }
        return hit;
    }

    // Fires a rocket, or a ray while the last rocket flies.
    void fire(std::uint32_t who, const hs::MoverInput& command) {
        Bot& bot = state.bots[who];
        if ((command.buttons & kFireButton) == 0 || state.tick < bot.reloaded) {
            return;
        }
        const double unit = 360.0 / 65536;  // of the angles of a command [degrees]
        const Vec3 aim = hs::facing({.pitch = command.pitch * unit, .yaw = command.yaw * unit});
        bot.reloaded = static_cast<std::int32_t>(state.tick) + 32;
        if (bot.rocket_flies != 0) {
            shoot(who, bot.mover.position, aim * kSight);
        } else {
            bot.rocket = bot.mover.position;
            bot.rocket_aim = aim;
            bot.rocket_flies = 1;
        }
    }

    // A rocket explodes at what it touches, and throws all who have no wall before them.
    void fly(std::uint32_t owner) {
        Bot& bot = state.bots[owner];
        if (bot.rocket_flies == 0) {
            return;
        }
        const hs::Contact hit = shoot(owner, bot.rocket, bot.rocket_aim * 12);
        bot.rocket = hit.end;
        bot.rocket_flies = hit.hit ? 0 : 1;
        for (std::uint32_t who = 0; hit.hit && who < kBots; ++who) {
            hs::MoverState& mover = state.bots[who].mover;
            const Vec3 away = mover.position - hit.end;
            if (length(away) < kBlast && line_of_sight(doors_.world(), hit.end, mover.position)) {
                mover = pushed(mover, away + away * (500 / (length(away) + 1) - 1));
            }
        }
    }

    hs::Doors doors_;
    hs::MoverBodies bodies_;
    std::vector<Vec3> starts_, items_;
};

int main(int argc, char** argv) {
    const auto level = hs::load_level(argc > 1 ? argv[1] : "arena.hsw");
    if (!level) {
        std::fprintf(stderr, "%s\n", to_string(level.error()).c_str());
        return 1;
    }
    Game game(*level, hs::find_space(*level, "stand").value());
    Game again = game;
    std::minstd_rand dice;
    std::vector<Commands> record(kTicks + 1);
    for (game.state.tick = 1; game.state.tick <= kTicks; ++game.state.tick) {
        Commands& commands = record[game.state.tick];
        for (std::uint32_t who = 0; who < kBots; ++who) {
            commands[who] = record[game.state.tick - 1][who];
            game.think(who, dice(), commands[who]);
        }
        game.step(commands);
    }
    for (again.state.tick = 1; again.state.tick <= kTicks; ++again.state.tick) {
        again.step(record[again.state.tick]);
    }
    std::printf("hash %016llx, again %016llx\n", game.hash(), again.hash());
    return game.hash() == again.hash() ? 0 : 1;
}
