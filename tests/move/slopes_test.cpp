// SPDX-License-Identifier: MIT
// Slopes too steep to stand on: nobody gains height there, at any rate of steps.
#include "halfspace/query/free.h"

#include "courses.h"
#include "support/random.h"
#include "support/repeats.h"
#include "support/walk_slopes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace halfspace::test {
namespace {

constexpr std::array kRates{20.0, 30.0, 50.0, 64.0, 100.0, 125.0, 200.0, 250.0, 333.0, 500.0};

// Of 46 to 89 degrees, with the foot at `foot` before it is turned by quarters around the z axis.
// Its surface looks towards -x before the turn.
Brush slope(double degrees, std::int64_t foot, int quarters = 0) {
    const auto run =
        std::max<std::int64_t>(1, std::llround(1600 / std::tan(degrees * std::numbers::pi / 180)));
    return turned_ramp(foot, run, 1600, 1600, quarters);
}

Brush wide_floor() {
    return box_brush({-2048, -2048, -16}, {2048, 2048, 0});
}

MoverOptions at_rate(double rate) {
    MoverOptions options;
    options.seconds = 1 / rate;
    return options;
}

// Checks each step of a walk on a floor at z = 0 and on steep slopes.
class SlopeWalk {
public:
    SlopeWalk(const Level& level,
              const MoverBodies& bodies,
              const MoverOptions& options,
              const MoverState& start)
        : level_(level),
          bodies_(bodies),
          options_(options),
          state_(start),
          highest_(highest_place(start, options)) {}

    // False after the first step that breaks a rule.
    bool step(const MoverInput& input) {
        const MoverStep step = step_mover(level_, bodies_, state_, input, options_);
        const MoverState before = std::exchange(state_, step.state);
        if (step.jumped) {
            MoverState leaping = before;
            leaping.velocity.z = options_.jump_speed;
            highest_ = std::max(highest_, highest_place(leaping, options_));
        }
        const double above = state_.position.z - highest_;
        touched_ += step.wall_count > 0 ? 1 : 0;
        if (step.problem != MoverProblem::None || step.was_freed) {
            return fail("is stuck");
        }
        if (above > options_.skin) {
            return fail("is too high by " + std::to_string(above));
        }
        const std::string problem = problem_with_slopes(options_, before, step);
        return problem.empty() || fail(problem);
    }

    const MoverState& state() const { return state_; }
    int touched() const { return touched_; }
    const std::string& problem() const { return problem_; }

private:
    bool fail(const std::string& what) {
        problem_ = what + ", now at " + std::to_string(state_.position.x) + " " +
                   std::to_string(state_.position.y) + " " + std::to_string(state_.position.z);
        return false;
    }

    const Level& level_;
    const MoverBodies& bodies_;
    const MoverOptions& options_;
    MoverState state_;
    double highest_;
    int touched_ = 0;
    std::string problem_;
};

TEST(Slopes, NobodyWhoJumpsOnceAndHoldsForwardClimbsASteepSlope) {
    for (const double degrees : {46.0, 50.0, 55.0, 60.0, 65.0, 70.0, 75.0, 80.0, 85.0, 89.0}) {
        const Level level = level_of({wide_floor(), slope(degrees, 64)});
        const MoverBodies bodies = bodies_of(level);
        for (const double rate : kRates) {
            for (const double yaw : {0.0, 30.0, 60.0}) {
                const MoverOptions options = at_rate(rate);
                SlopeWalk walk(level, bodies, options, settled_at(level, {0, 0, 30}));
                bool is_good = true;
                for (int i = 0; i < 10 * rate && is_good; ++i) {
                    is_good = walk.step(quantised(
                        {.view = {.yaw = yaw}, .forward = 1, .jump = i == std::floor(rate / 4)}));
                }
                EXPECT_TRUE(is_good) << degrees << " degrees, " << rate << " Hz, yaw " << yaw
                                     << ": " << walk.problem();
                EXPECT_GT(walk.touched(), 0);
                EXPECT_LT(walk.state().position.z, kStandHeight + 1) << degrees << " " << rate;
            }
        }
    }
}

TEST(Slopes, NobodyCrossesARampOfSeventyDegreesWithMuchControlInTheAir) {
    const Level level = level_of({wide_floor(), slope(70, 64)});
    const MoverBodies bodies = bodies_of(level);
    for (const double rate : kRates) {
        MoverOptions options = at_rate(rate);
        options.air_speed = 320;
        SlopeWalk walk(level, bodies, options, settled_at(level, {0, 0, 30}));
        bool is_good = true;
        for (int i = 0; i < 10 * rate && is_good; ++i) {
            is_good = walk.step(quantised({.forward = 1, .jump = i % 100 < 50}));
        }
        EXPECT_TRUE(is_good) << rate << ": " << walk.problem();
    }
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): one walk, from its start to its end
TEST(Slopes, NobodyGainsHeightThereHoweverHeComes) {
    Random random(7);
    int touched = 0;
    for (std::size_t round = 0; round < repeats(100); ++round) {
        const auto degrees = [&] { return random.real(46, 89); };
        // One slope, a corner of two, a groove between two, or a corner with a wall.
        std::vector<Brush> brushes{wide_floor(), slope(degrees(), 64)};
        switch (round % 4) {
            case 1:
                brushes.push_back(slope(degrees(), 64, 1));
                break;
            case 2:
                brushes.push_back(slope(degrees(), random.integer(-60, 200), 2));
                break;
            case 3:
                brushes.push_back(box_brush({-1024, 64, 0}, {1024, 128, 1600}));
                break;
            default:
                break;
        }
        const Level level = level_of(brushes);
        const MoverBodies bodies = bodies_of(level);
        for (int start = 0; start < 4; ++start) {
            MoverOptions options = at_rate(random.real(20, 500));
            options.air_speed = random.one_in(3) ? 320 : 30;
            MoverState state =
                mover_at({random.real(-200, 50), random.real(-200, 40), random.real(30, 600)});
            if (!is_free(level, *find_space(level, "stand"), state.position)) {
                continue;
            }
            const double speed = random.one_in(3) ? 1500 : 400;
            const auto part = [&] { return random.real(-speed, speed); };
            state.velocity = {part(), part(), part()};
            SlopeWalk walk(level, bodies, options, state);
            MoverInput input;
            bool is_good = true;
            double chosen = 0;
            // Until it leaves the floor at its border, perhaps.
            for (double at = 0; at < 6 && is_good && walk.state().position.z > 0;
                 at += options.seconds) {
                if (at >= chosen) {
                    chosen = at + random.real(0.1, 1);
                    const Vec3 wish{random.real(-1, 1), random.real(-1, 1), 0};
                    input = quantised({.view = {.yaw = random.real(-60, 120)},
                                       .forward = random.one_in(3) ? wish.x : 1,
                                       .left = random.one_in(2) ? wish.y : 0,
                                       .jump = random.one_in(2)});
                }
                is_good = walk.step(input);
            }
            ASSERT_TRUE(is_good) << "round " << round << ", start " << start << ": "
                                 << walk.problem();
            touched += walk.touched();
        }
    }
    EXPECT_GT(touched, 1000);
}

TEST(Slopes, NoRoundBodyClimbsASteepSlope) {
    const auto both = [](const Result<ConvexShape>& shape, double height) {
        const ShapeBody body{*shape, {0, 0, height}};
        return MoverBodies{body, body};
    };
    for (const MoverBodies& bodies : {both(ConvexShape::cylinder(28, 15), 28),
                                      both(ConvexShape::capsule(13, 15), 28),
                                      both(ConvexShape::sphere(20), 20)}) {
        for (const double degrees : {46.0, 60.0, 80.0}) {
            const Level level = level_of({wide_floor(), slope(degrees, 64)});
            for (const double rate : {20.0, 64.0, 125.0, 500.0}) {
                const MoverOptions options = at_rate(rate);
                SlopeWalk walk(level, bodies, options, mover_at({0, 0, 2}));
                bool is_good = true;
                for (int i = 0; i < 4 * rate && is_good; ++i) {
                    is_good = walk.step(quantised(
                        {.view = {.yaw = 20}, .forward = 1, .jump = i == std::floor(rate / 4)}));
                }
                EXPECT_TRUE(is_good)
                    << degrees << " degrees, " << rate << " Hz: " << walk.problem();
                EXPECT_GT(walk.touched(), 0);
            }
        }
    }
}

// Whoever presses against a slope slides down, too, and hardly slower than whoever does nothing.
TEST(Slopes, PressingForwardHoldsNobodyUp) {
    const Level level = level_of({wide_floor(), slope(60, 64)});
    for (const double rate : kRates) {
        const MoverOptions options = at_rate(rate);
        const auto time_down = [&](const MoverInput& input) {
            MoverState state = mover_at({200, 0, 400});
            double time = 0;
            for (; state.mode != MoverMode::Ground && time < 10; time += options.seconds) {
                state = step_mover(level, bodies_of(level), state, input, options).state;
            }
            return time;
        };
        const double idle = time_down({});
        EXPECT_LT(idle, 2) << rate;
        EXPECT_LT(time_down(forward()), 1.5 * idle) << rate;
    }
}

// Without controls, sliding is that of a body without friction: the speed follows from the way
// down.
TEST(Slopes, ABodySlidesDownWithoutFriction) {
    for (const double degrees : {50.0, 60.0, 75.0}) {
        const Level level = level_of({wide_floor(), slope(degrees, 64)});
        for (const double rate : {20.0, 64.0, 500.0}) {
            const MoverOptions options = at_rate(rate);
            MoverState state =
                mover_at({64 + 800 / std::tan(degrees * std::numbers::pi / 180) - 15, 0, 850});
            double energy = 0;
            for (int i = 0; state.position.z > 100 && i < 10 * rate; ++i) {
                state = step_mover(level, bodies_of(level), state, {}, options).state;
                const bool is_first = energy == 0 && state.position.z < 700;
                energy = is_first ? highest_place(state, options) : energy;
            }
            EXPECT_NEAR(highest_place(state, options), energy, 1) << degrees << " " << rate;
            const double slope = std::tan(degrees * std::numbers::pi / 180);
            const double half_gain = options.gravity * options.seconds / 2;
            // It touches the slope in every few steps, and falls freely in between.
            EXPECT_NEAR(state.velocity.z, state.velocity.x * slope, half_gain + 8);
        }
    }
}

// On a moving platform of a game, and wherever it uses move_and_slide, a slope lifts as it did.
TEST(Slopes, MoveAndSlideStaysPlainPhysics) {
    const Level level = level_of({wide_floor(), slope(60, 64)});
    const Slide slide =
        move_and_slide(level, bodies_of(level).stand, {40, 0, 100}, {320, 0, 0}, 0.5);
    EXPECT_NEAR(slide.velocity.x, 80, 1);
    EXPECT_NEAR(slide.velocity.z, 80 * std::sqrt(3.0), 1);
    EXPECT_GT(slide.position.z, 110);
}

}  // namespace
}  // namespace halfspace::test
