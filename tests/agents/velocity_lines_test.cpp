// SPDX-License-Identifier: MIT
#include "agents/velocity_lines.h"

#include "halfspace/math/sin_cos.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace halfspace::test {
namespace {

constexpr double kMost = 10;

double breach(const VelocityLine& line, const Vec3& v) {
    const Vec3 normal{-line.direction.y, line.direction.x, 0};
    return dot(normal, line.point - v);
}

double worst_breach(const std::vector<VelocityLine>& lines, std::size_t first, const Vec3& v) {
    double worst = 0;
    for (std::size_t i = first; i < lines.size(); ++i) {
        worst = std::max(worst, breach(lines[i], v));
    }
    return worst;
}

std::vector<VelocityLine> random_lines(Random& random, std::size_t count, double away) {
    std::vector<VelocityLine> lines;
    for (std::size_t i = 0; i < count; ++i) {
        const SinCos turn = sin_cos(random.real(0, 360));
        const Vec3 normal{turn.cosine, turn.sine, 0};
        lines.push_back({normal * random.real(-away, 4), {normal.y, -normal.x, 0}});
    }
    return lines;
}

Vec3 random_velocity(Random& random) {
    for (;;) {
        const Vec3 v{random.real(-kMost, kMost), random.real(-kMost, kMost), 0};
        if (length(v) <= kMost) {
            return v;
        }
    }
}

TEST(BestVelocity, IsNearerThanAllThatArePermitted) {
    Random random(1);
    std::vector<VelocityLine> spare;
    std::size_t permitted = 0;
    for (std::size_t i = 0; i < repeats(500); ++i) {
        const auto lines = random_lines(random, 6, 12);
        const Vec3 wanted = random_velocity(random) * 1.5;
        const Vec3 best = best_velocity(lines, 0, kMost, wanted, spare);
        EXPECT_LE(length(best), kMost + 1e-9);
        for (int k = 0; k < 500; ++k) {
            const Vec3 other = random_velocity(random);
            if (worst_breach(lines, 0, other) <= 0) {
                ++permitted;
                EXPECT_LE(worst_breach(lines, 0, best), 1e-9);
                EXPECT_LE(distance(best, wanted), distance(other, wanted) + 1e-9);
            }
        }
    }
    EXPECT_GT(permitted, repeats(500));
}

TEST(BestVelocity, BreaksSoftLinesAsLittleAsPossibleAndHardOnesNever) {
    Random random(2);
    std::vector<VelocityLine> spare;
    std::size_t broken = 0;
    for (std::size_t i = 0; i < repeats(500); ++i) {
        // Standing still is permitted by the hard lines, as by those of borders.
        auto lines = random_lines(random, 3, 0);
        for (VelocityLine& line : lines) {
            line.point = -length(line.point) * Vec3{-line.direction.y, line.direction.x, 0};
        }
        const auto soft = random_lines(random, 6, 2);
        lines.insert(lines.end(), soft.begin(), soft.end());
        const Vec3 best = best_velocity(lines, 3, kMost, random_velocity(random), spare);
        const std::vector<VelocityLine> hard(lines.begin(), lines.begin() + 3);
        EXPECT_LE(worst_breach(hard, 0, best), 1e-9);
        const double worst = worst_breach(lines, 3, best);
        broken += worst > 1e-9 ? 1 : 0;
        for (int k = 0; k < 300; ++k) {
            const Vec3 other = random_velocity(random);
            if (worst_breach(hard, 0, other) <= 0) {
                EXPECT_GE(worst_breach(lines, 3, other), worst - 1e-6);
            }
        }
    }
    EXPECT_GT(broken, repeats(500) / 10);
}

}  // namespace
}  // namespace halfspace::test
