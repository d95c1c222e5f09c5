// SPDX-License-Identifier: MIT
// At the surface of a liquid.
#include "courses.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace halfspace::test {
namespace {

constexpr std::array kRates{20.0, 30.0, 64.0, 125.0, 250.0, 500.0};

// A pool 512 units wide and 128 deep, full of water up to `surface`. The floor around it is at 0.
// `more`: in the pool.
Level pool(std::int64_t surface, const std::vector<Brush>& more = {}) {
    std::vector<Brush> brushes{box_brush({-512, -512, -160}, {512, 512, -128}),
                               box_brush({-512, -512, -128}, {-256, 512, 0}),
                               box_brush({256, -512, -128}, {512, 512, 0}),
                               box_brush({-256, -512, -128}, {256, -256, 0}),
                               box_brush({-256, 256, -128}, {256, 512, 0}),
                               box_brush({-256, -256, -128}, {256, 256, surface}, Contents::Water)};
    brushes.insert(brushes.end(), more.begin(), more.end());
    return level_of(std::move(brushes));
}

struct Wish {
    const char* name;
    Controls controls;
};
const std::array kUpwards{
    Wish{"up", {.up = 1}},
    Wish{"jump", {.jump = true}},
    Wish{"up and jump", {.up = 1, .jump = true}},
    Wish{"ahead, looking up", {.view = {.pitch = -45, .yaw = 20}, .forward = 1}},
    Wish{"ahead and up", {.view = {.yaw = 70}, .forward = 1, .up = 1}},
};

// How often the mode changes, and how far up and down the mover goes, in ten seconds after two.
struct Tremor {
    int changes = 0;
    double low = 1e9;
    double high = -1e9;
};

Tremor tremor_of(const Level& level, const Vec3& start, const Controls& controls, double rate) {
    MoverOptions options;
    options.seconds = 1 / rate;
    MoverState state = mover_at(start);
    Tremor tremor;
    for (int i = 0; i < 12 * rate; ++i) {
        const MoverMode before = state.mode;
        state = step_mover(level, bodies_of(level), state, quantised(controls), options).state;
        if (i >= 2 * rate) {
            tremor.changes += state.mode != before ? 1 : 0;
            tremor.low = std::min(tremor.low, state.position.z);
            tremor.high = std::max(tremor.high, state.position.z);
        }
    }
    EXPECT_EQ(state.mode, MoverMode::Swim);
    return tremor;
}

TEST(Surface, ASwimmerRestsThereWithoutTrembling) {
    // The water ends below the edge, so that nobody steps out.
    const Level level = pool(-24);
    for (const auto& [name, controls] : kUpwards) {
        if (controls.jump && controls.forward > 0) {
            continue;
        }
        for (const double rate : kRates) {
            for (const double height : {-60.0, 200.0}) {
                const Tremor tremor = tremor_of(level, {-100, 0, height}, controls, rate);
                EXPECT_EQ(tremor.changes, 0) << name << ", " << rate << " Hz";
                EXPECT_LT(tremor.high - tremor.low, 1e-9) << name << ", " << rate << " Hz";
                // Its middle is 4 units above its position.
                EXPECT_NEAR(tremor.high, -24 - 4, 0.5) << name << ", " << rate << " Hz";
            }
        }
    }
}

TEST(Surface, ASwimmerRestsAtASteepBankWithoutTrembling) {
    const Level level = pool(-24, {turned_ramp(60, 80, 160, 250, 0, {0, 0, -128})});
    for (const auto& [name, controls] : kUpwards) {
        if (controls.jump) {
            continue;
        }
        for (const double rate : kRates) {
            Controls ahead = controls;
            ahead.view.yaw = 0;
            const Tremor tremor = tremor_of(level, {-100, 0, -60}, ahead, rate);
            EXPECT_EQ(tremor.changes, 0) << name << ", " << rate << " Hz";
            EXPECT_LT(tremor.high - tremor.low, 0.5) << name << ", " << rate << " Hz";
        }
    }
}

// True if the mover stands on the floor around the pool within ten seconds.
bool climbs_out(std::int64_t surface, const Controls& controls, double rate) {
    const Level level = pool(surface);
    MoverOptions options;
    options.seconds = 1 / rate;
    const auto steps = run(
        level, mover_at({150, 0, -60}), quantised(controls), static_cast<int>(10 * rate), options);
    return std::any_of(steps.begin(), steps.end(), [](const MoverStep& step) {
        return step.state.mode == MoverMode::Ground && step.state.position.z > 24;
    });
}

TEST(Surface, ASwimmerJumpsOutOntoAnEdgeAtEveryRate) {
    for (const double rate : kRates) {
        for (const std::int64_t surface : {-39, -30, -16, -8, 0, 8, 20}) {
            EXPECT_TRUE(climbs_out(surface, {.forward = 1, .jump = true}, rate))
                << surface << ", " << rate << " Hz";
        }
        EXPECT_FALSE(climbs_out(-46, {.forward = 1, .jump = true}, rate)) << rate;
    }
}

TEST(Surface, ASwimmerSwimsOutOntoAnEdgeUnderWaterAtEveryRate) {
    for (const double rate : kRates) {
        for (const std::int64_t surface : {11, 14, 18, 22, 26}) {
            EXPECT_TRUE(climbs_out(surface, {.forward = 1, .up = 1}, rate))
                << surface << ", " << rate << " Hz";
            EXPECT_TRUE(climbs_out(surface, {.view = {.pitch = -45}, .forward = 1}, rate))
                << surface << ", " << rate << " Hz";
        }
    }
}

TEST(Surface, ASwimmerWalksOutOverAFlatBeach) {
    const Level level = pool(-24, {turned_ramp(-100, 356, 128, 250, 0, {0, 0, -128})});
    for (const double rate : kRates) {
        for (const double up : {0.0, 1.0}) {
            MoverOptions options;
            options.seconds = 1 / rate;
            const MoverInput ahead = quantised({.forward = 1, .up = up});
            const auto steps =
                run(level, mover_at({-150, 0, -90}), ahead, static_cast<int>(10 * rate), options);
            EXPECT_TRUE(std::any_of(steps.begin(),
                                    steps.end(),
                                    [](const MoverStep& step) {
                                        return step.state.mode == MoverMode::Ground &&
                                               step.state.position.x > 300;
                                    }))
                << rate << " Hz";
        }
    }
}

}  // namespace
}  // namespace halfspace::test
