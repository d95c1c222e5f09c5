// SPDX-License-Identifier: MIT
#include "game_answers.h"

#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/player.h"
#include "halfspace/move/slide.h"
#include "halfspace/move/triggers.h"
#include "halfspace/query/space.h"

#include <optional>

namespace halfspace::test {
namespace {

constexpr int kSteps = 300;
constexpr int kBetweenJumps = 40;
constexpr double kTurn = 12;  // degrees in a step: circles of 24 units, so that all stay near
// When all doors are locked, so that they close on who is below, and unlocked again.
constexpr int kLocked = 60;
constexpr int kUnlocked = 220;

void push(std::vector<double>& to, const Vec3& p) {
    to.insert(to.end(), {p.x, p.y, p.z});
}

void push(std::vector<double>& to, const Doors& doors) {
    for (const DoorState& state : doors.states()) {
        to.insert(to.end(), {state.open, state.waits, static_cast<double>(state.mode)});
    }
}

MoverInput input_of(const Segment& row, int step) {
    return quantised({.view = {.yaw = row.to.x + kTurn * step},
                      .forward = 1,
                      .left = 0.25,
                      .jump = step % kBetweenJumps == 0});
}

// Each mover alone among doors of its own.
void push_alone(const Level& level,
                const MoverBodies& bodies,
                std::span<const Segment> rows,
                std::vector<double>& to) {
    for (const Segment& row : rows) {
        Doors doors(level);
        MoverState state = mover_at(row.from);
        for (int step = 0; step < kSteps; ++step) {
            state = step_among(doors, bodies, state, input_of(row, step)).state;
        }
        push(to, state.position);
        push(to, doors);
    }
}

// All movers among the same doors: where one is crushed, its door turns back, and all step again.
void push_together(const Level& level,
                   const MoverBodies& bodies,
                   std::span<const Segment> rows,
                   std::vector<double>& to) {
    Doors doors(level);
    const Triggers triggers(level);
    std::vector<MoverState> states;
    for (const Segment& row : rows) {
        states.push_back(mover_at(row.from));
    }
    for (int step = 0; step < kSteps; ++step) {
        for (std::size_t d = 0; d < doors.doors().size(); ++d) {
            if (step == kLocked) {
                doors.lock(d);
            } else if (step == kUnlocked) {
                doors.unlock(d);
            }
        }
        std::vector<Vec3> visitors;
        for (const MoverState& state : states) {
            visitors.push_back(state.position);
        }
        doors.step(MoverOptions().seconds, visitors);
        std::vector<MoverState> after(rows.size());
        for (bool is_again = true; is_again;) {
            std::vector<ModelId> crushers;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const MoverStep made =
                    step_mover(doors.world(), bodies, states[i], input_of(rows[i], step));
                after[i] = made.state;
                if (made.crush && made.crush->model.is_valid()) {
                    crushers.push_back(made.crush->model);
                }
            }
            is_again = false;
            for (const ModelId model : crushers) {
                is_again |= doors.turn_back(model);
            }
        }
        doors.finish();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            states[i] = triggers.apply(doors.world(), bodies, after[i]);
        }
        push(to, doors);
    }
    for (const MoverState& state : states) {
        push(to, state.position);
    }
}

void push_triggers(const Level& level,
                   const MoverBodies& bodies,
                   std::span<const Segment> rows,
                   std::vector<double>& to) {
    const Triggers triggers(level);
    for (const Segment& row : rows) {
        MoverState state = mover_at(row.from);
        state.velocity = row.to;
        state = triggers.apply(level, bodies, state);
        push(to, state.position);
        push(to, state.velocity);
    }
}

void push_slides(const Level& level,
                 const MoverBodies& bodies,
                 std::span<const Segment> rows,
                 std::vector<double>& to) {
    for (const Segment& row : rows) {
        const Slide slide = move_and_slide(level, bodies.stand, row.from, row.to, 0.25);
        push(to, slide.position);
        push(to, slide.velocity);
        to.push_back(static_cast<double>(slide.contact_count));
        for (const Contact& contact : slide.touched()) {
            push(to, contact.normal);
        }
    }
}

void push_players(const Level& level, std::span<const Segment> rows, std::vector<double>& to) {
    constexpr double kFrame = 0.03;
    constexpr int kFrames = 100;
    for (const Segment& row : rows) {
        Doors doors(level);
        Player player(usual_body(level));
        player.look_along({.pitch = row.to.y, .yaw = row.to.x});
        if (player.stand_at(doors.world(), row.from)) {
            player.drop(doors.world());
        }
        for (int frame = 0; frame < kFrames; ++frame) {
            player.advance(doors,
                           kFrame,
                           {.forward = 1,
                            .turn = row.to.z,
                            .begins_jump = frame % kBetweenJumps == 0,
                            .crouches = frame % 16 < 4});
            push(to, player.eye());
        }
        push(to, doors);
        to.push_back(static_cast<double>(player.touches().size()));
    }
}

}  // namespace

std::vector<double> game_answers(const Level& level,
                                 const std::string& question,
                                 std::span<const Segment> rows) {
    const MoverBodies bodies{*find_space(level, "stand"), *find_space(level, "crouch")};
    std::vector<double> answers;
    if (question == "game_alone") {
        push_alone(level, bodies, rows, answers);
    } else if (question == "game_together") {
        push_together(level, bodies, rows, answers);
    } else if (question == "game_triggers") {
        push_triggers(level, bodies, rows, answers);
    } else if (question == "game_slides") {
        push_slides(level, bodies, rows, answers);
    } else {
        push_players(level, rows, answers);
    }
    return answers;
}

}  // namespace halfspace::test
