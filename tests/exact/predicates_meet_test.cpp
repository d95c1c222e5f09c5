// SPDX-License-Identifier: MIT
// The doubles of points: correctly rounded, so that equal points have equal ones.
#include "exact/exact.h"
#include "exact/random_planes.h"
#include "exact/shared/predicates.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace halfspace {
namespace {

using test::BigPoint;
using test::cpp_int;

constexpr int kCases = 10'000;

cpp_int power(int exponent) {
    return cpp_int(1) << static_cast<unsigned>(exponent);
}

Vec3 nearest_doubles(const BigPoint& p) {
    return {test::nearest_double(p.x, p.w),
            test::nearest_double(p.y, p.w),
            test::nearest_double(p.z, p.w)};
}

// True if all bits are the same: 0 and -0 differ.
bool same_bits(const Vec3& a, const Vec3& b) {
    return std::bit_cast<std::array<std::uint64_t, 3>>(a) ==
           std::bit_cast<std::array<std::uint64_t, 3>>(b);
}

bool is_integral(const BigPoint& p) {
    // Beyond 2^53 doubles are no longer told apart, and no coordinate gets there.
    const auto fits = [&](const cpp_int& value) { return abs(value) <= power(53); };
    return p.w == 1 && fits(p.x) && fits(p.y) && fits(p.z);
}

// A table with the three planes; `ids` in their orientations.
struct Meeting {
    PlaneTable table;
    std::array<PlaneId, 3> ids;

    explicit Meeting(const std::array<ExactPlane, 3>& planes) {
        for (std::size_t i = 0; i < 3; ++i) {
            ids[i] = table.intern(planes[i]);
        }
    }
    ExactPoint point() const { return Predicates(table).meet(ids[0], ids[1], ids[2]); }
};

void expect_nearest_doubles(const std::array<ExactPlane, 3>& planes) {
    const Meeting meeting(planes);
    const ExactPoint point = meeting.point();
    const BigPoint expected = test::meet_of(planes[0], planes[1], planes[2]);
    ASSERT_NE(expected.w, 0);
    ASSERT_TRUE(same_bits(point.rounded, nearest_doubles(expected)))
        << point << " of widths " << meeting.table.normal_bits() << ", "
        << meeting.table.distance_bits();
    ASSERT_EQ(point.integral, is_integral(expected)) << point;
    ASSERT_EQ(point.planes, meeting.ids);
}

std::array<ExactPlane, 3> random_planes(test::Random& random, int normal_bits, int distance_bits) {
    std::array<ExactPlane, 3> planes;
    do {
        for (ExactPlane& plane : planes) {
            plane = {test::random_normal(random, normal_bits),
                     test::to_int128(test::random_number(random, distance_bits))};
        }
    } while (test::meet_of(planes[0], planes[1], planes[2]).w == 0);
    return planes;
}

TEST(PredicatesMeet, GivesTheNearestDoublesForPlanesOfAllWidths) {
    test::Random random(1);
    for (int i = 0; i < kCases; ++i) {
        const auto normal_bits = static_cast<int>(random.integer(1, 58));
        const int widest = std::min(88, kMaxPredicateBits - 13 - 3 * normal_bits);
        const auto distance_bits = static_cast<int>(random.integer(0, widest));
        expect_nearest_doubles(random_planes(random, normal_bits, distance_bits));
    }
}

TEST(PredicatesMeet, GivesTheNearestDoublesAtTheWidthsWhereTheIntegersChange) {
    test::Random random(2);
    for (const int normal_bits : {19, 20, 21, 51, 58}) {
        for (const int distance_bits : {79, 80, 81, 88}) {
            if (3 * normal_bits + distance_bits + 13 > kMaxPredicateBits) {
                continue;
            }
            for (int i = 0; i < kCases / 20; ++i) {
                expect_nearest_doubles(random_planes(random, normal_bits, distance_bits));
            }
        }
    }
}

// All numbers as large as they get, with the twelve signs given.
std::array<ExactPlane, 3> largest_planes(const cpp_int& largest_n,
                                         const cpp_int& largest_d,
                                         unsigned signs) {
    const auto n = largest_n.convert_to<std::int64_t>();
    const Int128 d = test::to_int128(largest_d);
    std::array<ExactPlane, 3> planes;
    for (ExactPlane& plane : planes) {
        plane.n = {
            (signs & 1) != 0 ? n : -n, (signs & 2) != 0 ? n : 1 - n, (signs & 4) != 0 ? n : -n};
        plane.d = (signs & 8) != 0 ? d : -d;
        signs >>= 4;
    }
    return planes;
}

TEST(PredicatesMeet, GivesTheNearestDoublesOfTheLargestNumbersOfAWidth) {
    for (const auto& [normal_bits, distance_bits] :
         {std::pair{20, 80}, {20, 86}, {21, 81}, {24, 80}, {58, 69}}) {
        for (unsigned signs = 0; signs < 1U << 12; ++signs) {
            const auto planes =
                largest_planes(power(normal_bits) - 1, power(distance_bits) - 1, signs);
            if (test::meet_of(planes[0], planes[1], planes[2]).w != 0) {
                expect_nearest_doubles(planes);
            }
        }
    }
}

// Axial planes n x = d of up to so many bits.
struct AxialCase {
    int normal_bits;
    int distance_bits;
};
// The 128-bit path, and the 256-bit one.
constexpr std::array<AxialCase, 2> kPaths{{{20, 80}, {33, 88}}};

ExactPlane axial(std::size_t axis, const cpp_int& n, const cpp_int& d) {
    ExactPlane plane;
    plane.n[axis] = n.convert_to<std::int64_t>();
    plane.d = test::to_int128(d);
    return plane;
}

cpp_int random_odd(test::Random& random, int bits) {
    cpp_int value = test::random_number(random, bits);
    value += bit_test(cpp_int(abs(value)), 0) ? 0 : (value < 0 ? -1 : 1);
    return value;
}

TEST(PredicatesMeet, RoundsTiesToEven) {
    test::Random random(3);
    for (const AxialCase& path : kPaths) {
        for (int i = 0; i < kCases / 2; ++i) {
            std::array<ExactPlane, 3> planes;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // A 54-bit odd number over a power of two lies midway between two doubles. W is
                // the product of all three divisors.
                const int zeros = static_cast<int>(random.integer(0, path.normal_bits - 1));
                planes[axis] = axial(axis, power(zeros), random_odd(random, 54));
            }
            // Another divisor, so that W is no power of two.
            planes[0] = axial(0, random_odd(random, path.normal_bits), random_odd(random, 40));
            expect_nearest_doubles(planes);
        }
    }
}

TEST(PredicatesMeet, RoundsQuotientsJustBesideAMidpointToTheirSide) {
    test::Random random(4);
    for (const AxialCase& path : kPaths) {
        for (int i = 0; i < kCases / 2; ++i) {
            std::array<ExactPlane, 3> planes;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // (n q +- 1) / n with q of 54 bits and odd; now and then all ones, which rounds up
                // to a power of two.
                const cpp_int n = abs(random_odd(random, path.normal_bits));
                const cpp_int q =
                    random.one_in(8) ? cpp_int(power(54) - 1) : random_odd(random, 54);
                planes[axis] = axial(axis, n, n * q + random.integer(-1, 1));
            }
            expect_nearest_doubles(planes);
        }
    }
}

TEST(PredicatesMeet, CallsPointsIntegralOnlyIfTheyAreNotIfTheirDoublesAre) {
    test::Random random(5);
    for (const AxialCase& path : kPaths) {
        for (int i = 0; i < kCases / 2; ++i) {
            std::array<ExactPlane, 3> planes;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                // Whole, or off by less than a double near it can tell.
                const cpp_int n = abs(random_odd(random, path.normal_bits));
                const cpp_int whole = test::random_number(random, path.distance_bits - 33);
                planes[axis] = axial(axis, n, n * whole + (random.one_in(6) ? 1 : 0));
            }
            expect_nearest_doubles(planes);
        }
    }
}

TEST(PredicatesEqual, HoldsForOnePointMadeFromOtherPlanes) {
    test::Random random(6);
    int count = 0;
    for (int i = 0; i < 2 * kCases; ++i) {
        const auto normal_bits = static_cast<int>(random.integer(2, 40));
        std::array<ExactPlane, 3> planes;
        for (ExactPlane& plane : planes) {
            plane.n = test::random_normal(random, normal_bits);
            plane.d = test::to_int128(test::random_number(random, normal_bits + 15));
        }
        std::array<ExactPlane, 3> others;
        for (ExactPlane& plane : others) {
            plane = test::combined(
                planes,
                std::array<cpp_int, 3>{
                    random.integer(-7, 7), random.integer(-7, 7), random.integer(-7, 7)});
        }
        const BigPoint big = test::meet_of(planes[0], planes[1], planes[2]);
        const cpp_int limit = kMaxGridCoordinate * big.w;
        if (test::meet_of(others[0], others[1], others[2]).w == 0 || big.w == 0 ||
            abs(big.x) > limit || abs(big.y) > limit || abs(big.z) > limit) {
            continue;
        }
        ++count;
        Meeting meeting(planes);
        std::array<PlaneId, 3> ids;
        std::transform(others.begin(), others.end(), ids.begin(), [&](const ExactPlane& plane) {
            return meeting.table.intern(plane);
        });
        const ExactPoint a = meeting.point();
        Predicates predicates(meeting.table);
        const ExactPoint b = predicates.meet(ids[2], ids[0].flipped(), ids[1]);
        ASSERT_TRUE(same_bits(a.rounded, b.rounded));
        ASSERT_EQ(a.integral, b.integral);
        ASSERT_TRUE(predicates.equal(a, b));
        ASSERT_TRUE(predicates.equal(b, a));
    }
    EXPECT_GT(count, kCases / 2);
}

TEST(PredicatesEqual, TellsPointsApartThatHaveTheSameDoubles) {
    test::Random random(7);
    for (int i = 0; i < kCases; ++i) {
        // Steps of 1 / n with n > 2^30 near 2^26: many for each double.
        const std::int64_t n = random.integer(1, 1 << 20) + (std::int64_t{1} << 31);
        const std::int64_t whole = random.integer(1 << 26, kMaxGridCoordinate - 1);
        const std::int64_t part = random.one_in(2) ? 0 : random.integer(1, n - 4);
        PlaneTable table;
        const PlaneId y = table.intern({{0, 1, 0}, 0});
        const PlaneId z = table.intern({{0, 0, 3}, 1});
        const PlaneId z_whole = table.intern({{0, 0, 1}, 1});
        const Int128 d = Int128{n} * whole + part;
        const PlaneId x[] = {table.intern({{n, 0, 0}, d}), table.intern({{n, 0, 0}, d + 1})};
        Predicates predicates(table);
        for (const PlaneId top : {z, z_whole}) {
            const ExactPoint a = predicates.meet(x[0], y, top);
            const ExactPoint b = predicates.meet(x[1], y, top);
            ASSERT_TRUE(predicates.equal(a, a));
            ASSERT_FALSE(predicates.equal(a, b));
            ASSERT_FALSE(predicates.equal(b, a));
            if (part == 0) {
                ASSERT_EQ(a.rounded.x, b.rounded.x);
            }
        }
    }
}

Int256 to_wide(const cpp_int& value) {
    const cpp_int magnitude = abs(value);
    Int256 result;
    for (std::size_t i = 0; i < 4; ++i) {
        result.limb[i] = cpp_int((magnitude >> static_cast<unsigned>(64 * i)) & ~std::uint64_t{0})
                             .convert_to<std::uint64_t>();
    }
    return value < 0 ? -result : result;
}

TEST(ToVec3, GivesTheNearestDoublesOfAnyQuotient) {
    test::Random random(8);
    for (int i = 0; i < kCases; ++i) {
        const cpp_int w =
            abs(test::random_number(random, static_cast<int>(random.integer(1, 197))));
        const auto coordinate = [&]() -> cpp_int {
            const cpp_int q = random.one_in(8) ? cpp_int(power(54) - 1) : random_odd(random, 54);
            switch (random.integer(0, 3)) {
                case 0:  // beside a midpoint, by as little as there is
                    return w * q + random.integer(-1, 1);
                case 1:  // a midpoint, whatever the divisor, of a smaller quotient
                    return w % 4 == 0 ? cpp_int(w / 4 * q) : cpp_int(w * q);
                case 2:
                    return test::random_number(random, static_cast<int>(random.integer(0, 254)));
                default:
                    return random.integer(-1, 1);
            }
        };
        const BigPoint p{coordinate(), coordinate(), coordinate(), w};
        const Vec3 doubles = to_vec3({to_wide(p.x), to_wide(p.y), to_wide(p.z), to_wide(p.w)});
        ASSERT_TRUE(same_bits(doubles, nearest_doubles(p)))
            << p.x << ' ' << p.y << ' ' << p.z << " / " << p.w;
    }
}

}  // namespace
}  // namespace halfspace
