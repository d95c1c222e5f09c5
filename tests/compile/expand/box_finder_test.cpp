// SPDX-License-Identifier: MIT
#include "compile/expand/box_finder.h"

#include "math/shared/clearance.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace halfspace::test {
namespace {

Aabb random_box(Random& random, std::int64_t size) {
    Aabb box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.min[i] = static_cast<double>(random.integer(-100, 100));
        box.max[i] = box.min[i] + static_cast<double>(random.integer(1, size));
    }
    return box;
}

std::vector<Aabb> random_boxes(Random& random, std::size_t count) {
    std::vector<Aabb> boxes;
    for (std::size_t i = 0; i < count; ++i) {
        boxes.push_back(random_box(random, 60));
    }
    return boxes;
}

TEST(BoxFinder, FindsAllBoxesThatTouchAndNoOther) {
    Random random(1);
    for (const std::size_t count : {0, 1, 4, 5, 300}) {
        const BoxFinder index(random_boxes(random, count));
        for (int repeat = 0; repeat < 100; ++repeat) {
            const Aabb box = random_box(random, 40);
            std::vector<std::uint32_t> found;
            EXPECT_FALSE(index.visit_touching(box, [&](std::uint32_t i) {
                found.push_back(i);
                return false;
            }));
            std::sort(found.begin(), found.end());
            std::vector<std::uint32_t> right;
            for (std::uint32_t i = 0; i < count; ++i) {
                if (touch(index.box(i), box)) {
                    right.push_back(i);
                }
            }
            EXPECT_EQ(found, right);
        }
    }
}

TEST(BoxFinder, StopsWhereItIsTold) {
    Random random(2);
    const BoxFinder index(random_boxes(random, 100));
    int calls = 0;
    EXPECT_TRUE(index.visit_touching({{-100, -100, -100}, {160, 160, 160}},
                                     [&](std::uint32_t) { return ++calls == 3; }));
    EXPECT_EQ(calls, 3);
}

TEST(BoxFinder, FindsTheBoxesThatReachFarthestAround) {
    Random random(3);
    const BoxFinder index(random_boxes(random, 300));
    for (int repeat = 0; repeat < 200; ++repeat) {
        const Aabb within = random_box(random, 10);
        std::vector<double> right;
        for (std::uint32_t i = 0; i < index.size(); ++i) {
            if (const double distance = clearance(within, index.box(i)); distance > 0) {
                right.push_back(distance);
            }
        }
        std::sort(right.rbegin(), right.rend());
        std::array<std::uint32_t, 4> found;
        const std::size_t count = index.farthest_around(within, found);
        ASSERT_EQ(count, std::min<std::size_t>(right.size(), 4));
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_EQ(clearance(within, index.box(found[i])), right[i]);
        }
    }
}

}  // namespace
}  // namespace halfspace::test
