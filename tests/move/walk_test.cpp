// SPDX-License-Identifier: MIT
// Bodies of all shapes on stairs.
#include "courses.h"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

struct NamedBodies {
    std::string name;
    MoverBodies bodies;
};

ShapeBody at_feet(Result<ConvexShape> shape, double height) {
    return {std::move(*shape), {0, 0, height / 2}};
}

// An octagon below, with a narrower bottom at the feet.
ShapeBody barrel_of_points(double height) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) {
        const double angle = (i + 0.5) * std::numbers::pi / 4;
        const double x = std::cos(angle);
        const double y = std::sin(angle);
        points.push_back({15 * x, 15 * y, height / 2 - 12});
        points.push_back({15 * x, 15 * y, 12 - height / 2});
        points.push_back({6 * x, 6 * y, -height / 2});
        points.push_back({6 * x, 6 * y, height / 2});
    }
    return at_feet(ConvexShape::points(points), height);
}

// The positions are at the feet.
std::vector<NamedBodies> all_bodies() {
    const auto both = [](const auto& of_height) {
        return MoverBodies{of_height(56), of_height(40)};
    };
    return {
        {"box", both([](double h) { return at_feet(ConvexShape::box({15, 15, h / 2}), h); })},
        {"cylinder", both([](double h) { return at_feet(ConvexShape::cylinder(h / 2, 15), h); })},
        {"capsule",
         both([](double h) { return at_feet(ConvexShape::capsule(h / 2 - 15, 15), h); })},
        {"sphere", both([](double) { return at_feet(ConvexShape::sphere(20), 40); })},
        {"hull", both(barrel_of_points)},
    };
}

std::vector<MoverStep> walked(const Level& level,
                              const MoverBodies& bodies,
                              MoverState state,
                              const MoverInput& input,
                              int count) {
    std::vector<MoverStep> steps;
    for (int i = 0; i < count; ++i) {
        steps.push_back(step_mover(level, bodies, state, input));
        state = steps.back().state;
    }
    return steps;
}

// A floor at 0, and a stair from x = 64.
Level stair(std::int64_t height) {
    return level_of({box_brush({-1024, -1024, -16}, {1024, 1024, 0}),
                     box_brush({64, -512, -8}, {600, 512, height})});
}

TEST(Walk, EveryShapeClimbsEveryStairFromEveryStart) {
    for (std::int64_t height = 2; height <= 18; ++height) {
        const Level level = stair(height);
        for (const auto& [name, bodies] : all_bodies()) {
            for (const double yaw : {0.0, 30.0}) {
                for (int offset = 0; offset < 6; ++offset) {
                    const MoverState start =
                        walked(level, bodies, mover_at({-20.0 - offset, -60, 2}), {}, 32)
                            .back()
                            .state;
                    const auto steps = walked(level, bodies, start, forward(yaw), 64);
                    EXPECT_NEAR(
                        steps.back().state.position.z, static_cast<double>(height) + 1.0 / 32, 0.01)
                        << name << ", stair " << height << ", yaw " << yaw << ", start " << offset;
                    EXPECT_GT(steps.back().state.position.x, 100);
                    for (const MoverStep& step : steps) {
                        ASSERT_EQ(step.state.mode, MoverMode::Ground) << name << height;
                    }
                }
            }
        }
    }
}

TEST(Walk, NoShapeClimbsAWallThatIsHigherThanAStair) {
    for (const std::int64_t height : {19, 20, 22, 25, 30, 36, 45, 60}) {
        const Level level = stair(height);
        for (const auto& [name, bodies] : all_bodies()) {
            for (const double yaw : {0.0, 30.0}) {
                for (int offset = 0; offset < 6; ++offset) {
                    const MoverState start = mover_at({-20.0 - offset, -60, 1});
                    for (const MoverStep& step : walked(level, bodies, start, forward(yaw), 96)) {
                        ASSERT_LT(step.state.position.z, 2) << name << ", wall " << height;
                        ASSERT_LT(step.state.position.x, 64) << name << ", wall " << height;
                    }
                }
            }
        }
    }
}

TEST(Walk, EveryShapeGoesDownAStairOnTheGround) {
    for (const std::int64_t height : {2, 6, 10, 16, 18}) {
        const Level level = stair(height);
        const double top = static_cast<double>(height);
        for (const auto& [name, bodies] : all_bodies()) {
            for (int offset = 0; offset < 6; ++offset) {
                const MoverState start =
                    walked(level, bodies, mover_at({140.0 + offset, 0, top + 2}), {}, 32)
                        .back()
                        .state;
                for (const MoverStep& step : walked(level, bodies, start, forward(180), 64)) {
                    ASSERT_EQ(step.state.mode, MoverMode::Ground) << name << height;
                    EXPECT_GE(step.stepped, -18.1);
                }
            }
        }
    }
}

TEST(Walk, ARoundBodyRestsOnTheEdgeOfAStairAndWalksOn) {
    const Level level = stair(16);
    for (const auto& [name, bodies] : all_bodies()) {
        for (const double beside : {2.0, 5.0}) {
            const MoverState start =
                walked(level, bodies, mover_at({64 - beside, 0, 20}), {}, 64).back().state;
            EXPECT_EQ(start.mode, MoverMode::Ground) << name << " " << beside;
            EXPECT_GT(start.position.z, 8) << name << " " << beside;
            EXPECT_EQ(walked(level, bodies, start, {}, 32).back().state, start) << name;
            for (const double yaw : {0.0, 80.0, 180.0}) {
                const auto steps = walked(level, bodies, start, forward(yaw), 64);
                EXPECT_GT(distance(steps.back().state.position, start.position), 150)
                    << name << " " << beside << " " << yaw;
            }
        }
    }
}

TEST(Walk, EveryShapeGoesUpAndDownAFlightOfStairs) {
    std::vector<Brush> brushes{box_brush({-1024, -1024, -16}, {1024, 1024, 0})};
    for (int i = 0; i < 8; ++i) {
        brushes.push_back(box_brush({64 + 24 * i, -512, -8}, {800, 512, 16 * (i + 1)}));
    }
    const Level level = level_of(brushes);
    for (const auto& [name, bodies] : all_bodies()) {
        const auto up = walked(level, bodies, mover_at({-60, 0, 2}), forward(), 160);
        EXPECT_NEAR(up.back().state.position.z, 128 + 1.0 / 32, 0.01) << name;
        const auto down = walked(level, bodies, up.back().state, forward(180), 200);
        EXPECT_NEAR(down.back().state.position.z, 1.0 / 32, 0.01) << name;
        for (const MoverStep& step : down) {
            ASSERT_EQ(step.state.mode, MoverMode::Ground) << name;
        }
    }
}

// No body stands on a ramp steeper than 45 degrees.
TEST(Walk, NoShapeClimbsASteepRamp) {
    Brush ramp;
    ramp.sides = {side_through({0, 128, 0}, {0, -128, 0}, {256, -128, 288}),
                  side_through({256, 128, 0}, {256, 128, 288}, {256, -128, 288}),
                  side_through({0, -128, 0}, {256, -128, 0}, {256, -128, 288}),
                  side_through({0, 128, 0}, {256, 128, 288}, {256, 128, 0}),
                  side_through({0, 128, 0}, {256, 128, 0}, {256, -128, 0})};
    const Level level = level_of({box_brush({-1024, -1024, -16}, {1024, 1024, 0}), ramp});
    for (const auto& [name, bodies] : all_bodies()) {
        const auto up = walked(level, bodies, mover_at({-60, 0, 2}), forward(), 200);
        EXPECT_LT(up.back().state.position.z, 20) << name;
        const auto down = walked(level, bodies, mover_at({128, 0, 200}), {}, 300);
        EXPECT_LT(down.back().state.position.x, 0) << name;
        EXPECT_EQ(down.back().state.mode, MoverMode::Ground) << name;
    }
}

}  // namespace
}  // namespace halfspace::test
