// SPDX-License-Identifier: MIT
#include "move/screw_motion.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

Vec3 random_point(test::Random& random, double size) {
    const double x = random.real(-size, size);
    const double y = random.real(-size, size);
    const double z = random.real(-size, size);
    return {x, y, z};
}

Transform random_place(test::Random& random) {
    const double yaw =
        random.one_in(4) ? 90 * static_cast<double>(random.integer(0, 3)) : random.real(-180, 180);
    Transform t = turned_about(random_point(random, 500),
                               {.pitch = random.one_in(2) ? 0 : random.real(-180, 180),
                                .yaw = yaw,
                                .roll = random.one_in(2) ? 0 : random.real(-180, 180)});
    t.translation += random_point(random, 500);
    return t;
}

double largest_difference(const Transform& a, const Transform& b) {
    return std::max({length(a.x - b.x),
                     length(a.y - b.y),
                     length(a.z - b.z),
                     length(a.translation - b.translation) / 1000});
}

TEST(ScrewMotion, ItsPartsLeadToTheEnd) {
    test::Random random(1);
    for (std::size_t i = 0; i < test::repeats(2000); ++i) {
        const Transform from = random_place(random);
        const Transform to =
            random.one_in(3) ? moved_by(random_point(random, 100)) * from : random_place(random);
        const int halvings = static_cast<int>(random.integer(0, 7));
        const ScrewMotion motion(from, to, halvings);
        Transform at = from;
        for (int part = 0; part < (1 << halvings); ++part) {
            at = motion.part() * at;
            ASSERT_TRUE(is_rigid(at));
        }
        ASSERT_LT(largest_difference(at, to), 1e-9);
    }
}

TEST(ScrewMotion, AHingeStaysWhereItIsInEachPart) {
    const Vec3 hinge{100, -40, 7};
    for (const double yaw : {1.0, 90.0, 179.0, 180.0, -120.0}) {
        const ScrewMotion motion({}, turned_about(hinge, {.yaw = yaw}), 3);
        Transform at;
        for (int part = 0; part < 8; ++part) {
            at = motion.part() * at;
            EXPECT_LT(distance(to_world(at, hinge), hinge), 1e-10) << yaw;
        }
    }
}

TEST(ScrewMotion, NoPointNearGoesFartherThanItSays) {
    test::Random random(2);
    for (std::size_t i = 0; i < test::repeats(300); ++i) {
        const Transform from = random_place(random);
        const Transform to = random_place(random);
        const int halvings = 8;
        const ScrewMotion motion(from, to, halvings);
        const Vec3 middle = random_point(random, 500);
        const double radius = random.real(0, 100);
        const Vec3 aside = random_point(random, 1);
        const Vec3 p = middle + aside * (radius / std::max(1.0, length(aside)));
        double way = 0;
        Transform at;
        for (int part = 0; part < (1 << halvings); ++part) {
            const Transform next = motion.part() * at;
            way += distance(to_world(at, p), to_world(next, p));
            at = next;
        }
        ASSERT_LE(way, motion.longest_way(middle, radius) + 1e-9);
    }
}

}  // namespace
}  // namespace halfspace
