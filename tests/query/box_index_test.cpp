// SPDX-License-Identifier: MIT
#include "query/box_index.h"

#include "query/placed_things.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

namespace halfspace {
namespace {

Vec3 anywhere(test::Random& random, double size) {
    const double x = random.real(-size, size);
    const double y = random.real(-size, size);
    return {x, y, random.real(-size, size)};
}

Aabb random_box(test::Random& random) {
    const Vec3 a = anywhere(random, 1000);
    return merge(Aabb{a, a}, a + anywhere(random, random.one_in(8) ? 400 : 30));
}

template <class Passes>
std::set<std::uint32_t> found(const BoxIndex& index, const Passes& passes) {
    std::set<std::uint32_t> result;
    index.visit(passes, [&](std::uint32_t object) {
        EXPECT_TRUE(result.insert(object).second) << "twice";
    });
    return result;
}

// Source of truth: the boxes themselves, and places along the motion.
bool touches(const Aabb& box, const Vec3& from, const Vec3& to, const Vec3& half) {
    for (int i = 0; i <= 200; ++i) {
        const Vec3 at = lerp(from, to, i / 200.0);
        if (touch(box, {at - half, at + half})) {
            return true;
        }
    }
    return false;
}

TEST(BoxIndex, FindsAllThatTouchWhileBoxesComeMoveAndGo) {
    test::Random random(5);
    for (std::size_t round = 0; round < test::repeats(20); ++round) {
        BoxIndex index;
        std::map<std::uint32_t, Aabb> boxes;
        for (int step = 0; step < 400; ++step) {
            const auto object = static_cast<std::uint32_t>(random.integer(0, 90));
            if (!boxes.contains(object)) {
                boxes[object] = random_box(random);
                index.insert(object, boxes[object]);
            } else if (random.one_in(3)) {
                boxes.erase(object);
                index.remove(object);
            } else {
                boxes[object] = random.one_in(3) ? random_box(random)
                                                 : moved(boxes[object], anywhere(random, 3));
                index.update(object, boxes[object]);
            }
            EXPECT_EQ(index.empty(), boxes.empty());
            const Aabb asked = random_box(random);
            const auto by_box = found(index, NearBox(asked));
            const Vec3 from = anywhere(random, 1000);
            const Vec3 to = random.one_in(4) ? from : anywhere(random, 1000);
            const Vec3 half = random.one_in(2) ? Vec3{} : Vec3{16, 16, 28};
            const NearMotion motion(from, to, half);
            const auto by_motion = found(index, motion);
            for (const auto& [id, box] : boxes) {
                ASSERT_TRUE(!touch(box, asked) || by_box.contains(id));
                if (touches(box, from, to, half)) {
                    ASSERT_TRUE(by_motion.contains(id));
                    ASSERT_TRUE(motion(box));
                }
            }
        }
    }
}

// A tree that hangs to one side would be as deep as it has objects, and overflow the visit's stack.
TEST(BoxIndex, StaysShallowForBoxesInARow) {
    BoxIndex index;
    constexpr std::uint32_t kCount = 20'000;
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const double x = 3.0 * i;
        index.insert(i, {{x, 0, 0}, {x + 1, 1, 1}});
    }
    for (std::uint32_t i = 0; i < kCount; i += 2) {
        index.remove(i);
    }
    std::size_t tests = 0;
    const NearBox near({{30'003, 0, 0}, {30'004, 1, 1}});
    std::size_t count = 0;
    index.visit(
        [&](const BoxIndex::Box& box) {
            ++tests;
            return near(box);
        },
        [&](std::uint32_t) { ++count; });
    EXPECT_GE(count, 1u);
    EXPECT_LT(tests, 200u);
}

TEST(NearMotion, MotionsThatOverflowPassEverything) {
    const NearMotion motion({-1e300, 0, 0}, {1e300, 1e300, 0}, {});
    EXPECT_TRUE(motion(Aabb{{-1, -1, -1}, {1, 1e299, 1}}));
}

}  // namespace
}  // namespace halfspace
