// SPDX-License-Identifier: MIT
// Balls in a tree of their boxes, compared with all balls one by one.
#include "halfspace/spatial/aabb_bvh.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Vec3 random_place(Random& random, double range) {
    return {random.real(-range, range), random.real(-range, range), random.real(-range, range)};
}

struct Ball {
    Vec3 centre;
    double radius = 0;

    Aabb box() const {
        const Vec3 half{radius, radius, radius};
        return {centre - half, centre + half};
    }
    // Where a ray enters the ball.
    std::optional<double> met_at(const Ray& ray) const {
        const Vec3 away = ray.origin - centre;
        const double a = dot(ray.direction, ray.direction);
        const double b = dot(ray.direction, away);
        const double c = dot(away, away) - radius * radius;
        const double under_root = b * b - a * c;
        if (under_root < 0) {
            return std::nullopt;
        }
        const double t = (-b - std::sqrt(under_root)) / a;
        return t < 0 ? std::nullopt : std::optional(t);
    }
    double distance_to(const Vec3& p) const { return std::max(0.0, distance(p, centre) - radius); }
};

std::vector<Ball> random_balls(std::size_t count, double range, Random& random) {
    std::vector<Ball> balls;
    for (std::size_t i = 0; i < count; ++i) {
        balls.push_back({random_place(random, range),
                         random.one_in(10) ? 0 : range * std::exp2(-random.real(1, 10))});
    }
    return balls;
}

std::vector<Aabb> boxes_of(const std::vector<Ball>& balls) {
    std::vector<Aabb> boxes;
    std::ranges::transform(balls, std::back_inserter(boxes), &Ball::box);
    return boxes;
}

void check(const AabbBvh& tree, const std::vector<Ball>& balls, double range, Random& random) {
    const Ray ray{random_place(random, 2 * range),
                  random_place(random, 1),
                  random.one_in(2) ? kInfinity : random.real(0, 3 * range)};
    double first = ray.max_t;
    for (const Ball& ball : balls) {
        first = std::min(first, ball.met_at(ray).value_or(kInfinity));
    }
    double found = ray.max_t;
    tree.on_ray(ray, [&](std::uint32_t i, double most) {
        EXPECT_EQ(most, found);
        found = std::min(most, balls[i].met_at(ray).value_or(kInfinity));
        return found;
    });
    ASSERT_EQ(found, first);

    const Vec3 p = random_place(random, 2 * range);
    double nearest = kInfinity;
    for (const Ball& ball : balls) {
        nearest = std::min(nearest, ball.distance_to(p));
    }
    double reached = kInfinity;
    tree.near_point(p, [&](std::uint32_t i, double most) {
        reached = std::min(most, balls[i].distance_to(p));
        return reached;
    });
    ASSERT_EQ(reached, nearest);

    const Vec3 q = random_place(random, 2 * range);
    const Aabb box{min(p, q), max(p, q)};
    std::vector<std::uint32_t> inside;
    for (std::uint32_t i = 0; i < balls.size(); ++i) {
        if (touch(balls[i].box(), box)) {
            inside.push_back(i);
        }
    }
    std::vector<std::uint32_t> taken;
    tree.in_box(box, [&](std::uint32_t i) {
        taken.push_back(i);
        return true;
    });
    std::ranges::sort(taken);
    ASSERT_EQ(taken, inside);
}

TEST(AabbBvh, AnswersAreThoseOfAllObjectsOneByOne) {
    Random random(1);
    for (std::size_t i = 0; i < repeats(60); ++i) {
        const double range = std::exp2(static_cast<double>(random.integer(-20, 20)));
        const auto count = static_cast<std::size_t>(random.integer(0, 300));
        std::vector<Ball> balls = random_balls(count, range, random);
        for (const auto method : {BvhBuilder::Sah, BvhBuilder::Ploc}) {
            auto tree = AabbBvh::build(boxes_of(balls), {method});
            ASSERT_TRUE(tree.has_value());
            ASSERT_EQ(tree->size(), count);
            for (int k = 0; k < 20; ++k) {
                check(*tree, balls, range, random);
            }
            const std::vector<Ball> moved = random_balls(count, 2 * range, random);
            ASSERT_TRUE(tree->refit(boxes_of(moved)).has_value());
            for (int k = 0; k < 5; ++k) {
                check(*tree, moved, 2 * range, random);
            }
            if (testing::Test::HasFatalFailure()) {
                FAIL() << "scene " << i;
            }
        }
    }
}

TEST(AabbBvh, ANegativeAnswerAndFalseEndTheWalk) {
    Random random(2);
    const auto tree = AabbBvh::build(boxes_of(random_balls(100, 10, random)));
    ASSERT_TRUE(tree.has_value());
    int asked = 0;
    const auto stop = [&](std::uint32_t, double) {
        ++asked;
        return -1.0;
    };
    tree->near_point({0, 0, 0}, stop);
    EXPECT_EQ(asked, 1);
    asked = 0;
    tree->in_box({{-20, -20, -20}, {20, 20, 20}}, [&](std::uint32_t) { return ++asked < 7; });
    EXPECT_EQ(asked, 7);
}

// Of the first 1000 boxes, the width is almost nothing beside the whole.
TEST(AabbBvh, BoxesThatLieNearlyAtOnePlaceAreDivided) {
    for (const double range : {1.0, 1e-3, 1e-8}) {
        Random random(3);
        std::vector<Aabb> boxes;
        for (int i = 0; i < 1000; ++i) {
            const Vec3 p = random_place(random, range);
            boxes.push_back({p, p});
        }
        for (const double far : {1e30, 1e37}) {
            const Vec3 p{far, far, far};
            boxes.push_back({p, p});
            for (const auto method : {BvhBuilder::Sah, BvhBuilder::Ploc}) {
                const auto tree = AabbBvh::build(boxes, {method});
                ASSERT_TRUE(tree.has_value());
                std::size_t found = 0;
                tree->in_box({-p, p}, [&](std::uint32_t) { return ++found > 0; });
                EXPECT_EQ(found, boxes.size());
            }
            boxes.pop_back();
        }
    }
}

TEST(AabbBvh, AsksAboutAllNearAPointThatIsFarAway) {
    Random random(4);
    const auto tree = AabbBvh::build(boxes_of(random_balls(1000, 1, random)));
    ASSERT_TRUE(tree.has_value());
    for (const double far : {1e10, 1e14, 1e15, 1e16, 1e17, 1e20, 1e38, 1e100}) {
        std::size_t asked = 0;
        tree->near_point({far, 0, 0}, [&](std::uint32_t, double most) {
            ++asked;
            return most;
        });
        EXPECT_EQ(asked, 1000) << far;
    }
}

TEST(AabbBvh, RaysFromFarAwayMeetBoxes) {
    for (const double size : {1.0, 1e-250}) {
        const std::vector<Aabb> boxes(20, Aabb{{-size, -size, -size}, {size, size, size}});
        const auto tree = AabbBvh::build(boxes);
        ASSERT_TRUE(tree.has_value());
        for (const double far : {1e10, 1e20, 1e31, 1e40, 1e60, 1e99}) {
            for (const double sign : {-1.0, 1.0}) {
                std::size_t asked = 0;
                tree->on_ray({{sign * far, 0, 0}, {-sign, 0, 0}}, [&](std::uint32_t, double most) {
                    ++asked;
                    return most;
                });
                EXPECT_EQ(asked, boxes.size()) << far;
            }
        }
    }
}

TEST(AabbBvh, ABoxWithoutAPointFindsNothing) {
    const auto tree = AabbBvh::build(std::vector{Aabb{{-1, -1, -1}, {2, 2, 2}}});
    ASSERT_TRUE(tree.has_value());
    for (const Aabb& none : {Aabb{{1, 0, 0}, {0, 1, 1}}, Aabb{{0, 0, 1}, {1, 1, 0}}, Aabb{}}) {
        tree->in_box(none, [](std::uint32_t) {
            ADD_FAILURE();
            return true;
        });
    }
}

TEST(AabbBvh, BadBoxesAreErrorsAndChangeNothing) {
    const Aabb good{{0, 0, 0}, {1, 1, 1}};
    auto tree = AabbBvh::build(std::vector{good, good});
    ASSERT_TRUE(tree.has_value());
    for (const Aabb& bad : {Aabb{},
                            Aabb{{0, 0, 0}, {1, -1, 1}},
                            Aabb{{0, 0, 0}, {1, 1, kInfinity}},
                            Aabb{{-2e37, 0, 0}, {1, 1, 1}}}) {
        const auto refused = AabbBvh::build(std::vector{good, bad});
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().code, ErrorCode::Range);
        EXPECT_EQ(refused.error().message, "box 1 is empty, not finite, or reaches beyond 1e37");
        EXPECT_FALSE(tree->refit(std::vector{good, bad}).has_value());
    }
    EXPECT_FALSE(tree->refit(std::vector{good}).has_value());
    int found = 0;
    tree->in_box(good, [&](std::uint32_t) { return ++found > 0; });
    EXPECT_EQ(found, 2);
}

}  // namespace
}  // namespace halfspace::test
