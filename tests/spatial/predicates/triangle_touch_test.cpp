// SPDX-License-Identifier: MIT
#include "halfspace/spatial/triangle.h"

#include "support/random.h"
#include "support/repeats.h"
#include "support/triangle_oracle.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

using test::Random;
using test::repeats;
using test::share_point;

// Points that often coincide, lie on one line or lie in one plane.
class Points {
public:
    explicit Points(Random& random) : random_(random), kind_(random.integer(0, 5)) {
        for (Vec3& axis : axes_) {
            axis = {whole(3), whole(3), whole(3)};
        }
        origin_ = {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
    }

    Vec3 next() {
        switch (kind_) {
            case 0:
                return {random_.real(-1, 1), random_.real(-1, 1), random_.real(-1, 1)};
            case 1:
                return {whole(2), whole(2), whole(2)};
            case 2:  // one plane or line, exactly
                return axes_[0] * whole(3) + axes_[1] * whole(3);
            case 3:  // one plane, nearly
                return nudged(axes_[0] * whole(3) + axes_[1] * whole(3));
            case 4:  // one plane far away, rounded
                return origin_ * 1000 + origin_ * whole(4) + axes_[0] * (0.1 * whole(3));
            default:  // a few points
                return origin_ + Vec3{whole(1), whole(1), 0} * 0.1;
        }
    }

    Triangle triangle() {
        Triangle made{next(), next(), next()};
        if (random_.one_in(12)) {
            made.c = made.b;
        }
        if (random_.one_in(20)) {
            made.b = made.c = made.a;
        }
        return made;
    }

private:
    double whole(int most) { return static_cast<double>(random_.integer(-most, most)); }
    Vec3 nudged(Vec3 p) {
        const auto axis = static_cast<std::size_t>(random_.integer(0, 2));
        p[axis] = std::nextafter(p[axis], whole(9));
        return p;
    }

    Random& random_;
    std::int64_t kind_;
    std::array<Vec3, 3> axes_;
    Vec3 origin_;
};

Triangle turned(const Triangle& t) {
    return {t.b, t.c, t.a};
}

Triangle mirrored(const Triangle& t) {
    return {t.b, t.a, t.c};
}

TEST(Touch, AgreesWithTheOracleAndItself) {
    std::size_t touching = 0;
    const std::size_t count = repeats(20000);
    for (std::size_t i = 0; i < count; ++i) {
        Random random(i);
        Points points(random);
        const Triangle a = points.triangle();
        const Triangle b = points.triangle();
        const bool is_touching = share_point(a, b);
        touching += is_touching ? 1 : 0;
        ASSERT_EQ(touch(a, b), is_touching) << i;
        ASSERT_EQ(touch(b, a), is_touching) << i;
        ASSERT_EQ(touch(turned(a), mirrored(b)), is_touching) << i;
        ASSERT_EQ(distance(a, b).distance == 0, is_touching) << i;
    }
    EXPECT_GT(touching, count / 4);
    EXPECT_LT(touching, count - count / 5);
}

TEST(Touch, IsExactForSmallAndLargeNumbers) {
    for (std::size_t i = 0; i < repeats(2000); ++i) {
        Random random(i);
        Points points(random);
        Triangle a = points.triangle();
        Triangle b = points.triangle();
        // Each axis has a unit of its own.
        Vec3 unit;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            unit[axis] = std::ldexp(1.0, static_cast<int>(random.integer(-240, 290)));
        }
        for (Vec3* const p : {&a.a, &a.b, &a.c, &b.a, &b.b, &b.c}) {
            *p = {p->x * unit.x, p->y * unit.y, p->z * unit.z};
        }
        ASSERT_EQ(touch(a, b), share_point(a, b)) << i;
    }
}

TEST(Touch, CountsTinyNumbersAsZero) {
    const Triangle flat{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const Triangle above{{0, 0, 0x1p-301}, {1, 0, 0x1p-301}, {0, 0, 1}};
    EXPECT_TRUE(touch(flat, above));
    const Triangle higher{{0, 0, 0x1p-300}, {1, 0, 0x1p-300}, {0, 0, 1}};
    EXPECT_FALSE(touch(flat, higher));
}

TEST(Touch, SegmentsAndPointsAgreeWithTheOracle) {
    for (std::size_t i = 0; i < repeats(10000); ++i) {
        Random random(i);
        Points points(random);
        const Triangle a = points.triangle();
        const Vec3 p = points.next();
        const Vec3 q = points.next();
        ASSERT_EQ(touch(a, p, q), share_point(Triangle{p, q, p}, a)) << i;
        ASSERT_EQ(contains(a, p), share_point(Triangle{p, p, p}, a)) << i;
    }
}

TEST(Touch, BoxesAgreeWithTheOracle) {
    std::size_t touching = 0;
    const std::size_t count = repeats(20000);
    for (std::size_t i = 0; i < count; ++i) {
        Random random(i);
        Points points(random);
        const Triangle a = points.triangle();
        Aabb box = merge(Aabb{}, points.next());
        if (!random.one_in(8)) {
            box = merge(box, points.next());
        }
        const bool is_touching = share_point(a, box);
        touching += is_touching ? 1 : 0;
        ASSERT_EQ(touch(a, box), is_touching) << i;
    }
    EXPECT_GT(touching, count / 4);
    EXPECT_LT(touching, count - count / 5);
}

TEST(Touch, EmptyBoxesTouchNothing) {
    const Triangle t{{-1, -1, 0.5}, {3, -1, 0.5}, {0, 3, 0.5}};
    EXPECT_TRUE(touch(t, Aabb{{0, 0, 0}, {1, 1, 1}}));
    EXPECT_FALSE(touch(t, Aabb{}));
    EXPECT_FALSE(touch(t, Aabb{{1, 0, 0}, {0, 1, 1}}));
    EXPECT_FALSE(touch(t, Aabb{{0, 1, 0}, {1, 0, 1}}));
    EXPECT_FALSE(touch(t, Aabb{{0, 0, 1}, {1, 1, 0}}));
}

}  // namespace
}  // namespace halfspace
