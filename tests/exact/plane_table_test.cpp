// SPDX-License-Identifier: MIT
#include "exact/shared/plane_table.h"

#include "exact/exact.h"
#include "exact/random_planes.h"

#include <gtest/gtest.h>

#include <vector>

namespace halfspace {
namespace {

using test::cpp_int;

constexpr int kCases = 10'000;

ExactPlane random_plane(test::Random& random, int normal_bits, int distance_bits) {
    return {test::random_normal(random, normal_bits),
            test::to_int128(test::random_number(random, distance_bits))};
}

ExactPlane random_plane(test::Random& random) {
    return random_plane(
        random, static_cast<int>(random.integer(1, 58)), static_cast<int>(random.integer(0, 88)));
}

ExactPlane scaled(const ExactPlane& plane, std::int64_t by) {
    return {{plane.n[0] * by, plane.n[1] * by, plane.n[2] * by}, plane.d * by};
}

cpp_int common_divisor(const ExactPlane& plane) {
    return gcd(gcd(cpp_int(plane.n[0]), cpp_int(plane.n[1])),
               gcd(cpp_int(plane.n[2]), test::to_cpp(plane.d)));
}

TEST(PlaneTableIntern, GivesMultiplesOfAPlaneOneIdAndTurnedOnesItsPartner) {
    test::Random random(1);
    PlaneTable table;
    for (int i = 0; i < kCases; ++i) {
        const ExactPlane plane = random_plane(random);
        const PlaneId id = table.intern(plane);
        const std::uint32_t count = table.pair_count();
        const std::int64_t by = random.integer(1, 31);
        ASSERT_EQ(table.intern(scaled(plane, by)), id);
        ASSERT_EQ(table.intern(scaled(plane, -by)), id.flipped());
        ASSERT_EQ(table.find(scaled(plane, by)), id);
        ASSERT_EQ(table.find(scaled(plane, -by)), id.flipped());
        ASSERT_EQ(table.pair_count(), count);
        ASSERT_EQ(id.flipped().value, id.value ^ 1U);
    }
    EXPECT_GT(table.pair_count(), std::uint32_t{kCases} * 9 / 10);
}

TEST(PlaneTableIntern, KeepsThePlaneInItsOrientationDividedByTheGreatestCommonDivisor) {
    test::Random random(2);
    PlaneTable table;
    for (int i = 0; i < kCases; ++i) {
        const ExactPlane plane = scaled(random_plane(random), random.integer(1, 31));
        const PlaneId id = table.intern(plane);
        const ExactPlane kept = table.plane(id);
        const auto divisor = common_divisor(plane).convert_to<std::int64_t>();
        ASSERT_EQ(scaled(kept, divisor), plane);
        ASSERT_EQ(common_divisor(kept), 1);
        ASSERT_EQ(table.plane(id.flipped()), flipped(kept));
        const ExactPlane even = table.even_plane(id);
        ASSERT_EQ(even, id.is_flipped() ? flipped(kept) : kept);
        ASSERT_GT(even.n, (std::array<std::int64_t, 3>{})) << "its first number is positive";
        ASSERT_EQ(table.even_plane(id.flipped()), even);
    }
}

TEST(PlaneTableIntern, TellsPlanesApartThatDifferInOneNumber) {
    PlaneTable table;
    const PlaneId id = table.intern({{2, 4, 6}, 8});
    EXPECT_EQ(table.plane(id), (ExactPlane{{1, 2, 3}, 4}));
    EXPECT_NE(table.intern({{2, 4, 6}, 7}), id) << "the distance takes part in the divisor";
    EXPECT_NE(table.intern({{2, 4, 7}, 8}), id);
    EXPECT_NE(table.intern({{1, 2, 3}, 4 + (Int128{1} << 64)}), id) << "beyond 64 bits";
    EXPECT_NE(table.intern({{1, 2, 3}, -4}).pair(), id.pair());
    EXPECT_EQ(table.pair_count(), 5U);
    EXPECT_EQ(table.plane(table.intern({{0, -3, 0}, 0})), (ExactPlane{{0, -1, 0}, 0}));
    EXPECT_TRUE(table.intern({{0, 0, -3}, 5}).is_flipped());
}

TEST(PlaneTableFind, AddsNothing) {
    PlaneTable table;
    EXPECT_FALSE(table.find({{1, 0, 0}, 1}));
    table.intern({{1, 0, 0}, 1});
    EXPECT_TRUE(table.find({{-2, 0, 0}, -2}));
    EXPECT_FALSE(table.find({{1, 0, 0}, 2}));
    EXPECT_EQ(table.pair_count(), 1U);
}

TEST(PlaneTableInternThrough, HoldsThePointsAndLooksWhereTheyTurnCounterClockwise) {
    test::Random random(3);
    PlaneTable table;
    for (int i = 0; i < kCases; ++i) {
        const std::int64_t range = kMaxGridCoordinate >> random.integer(0, 26);
        const auto coordinate = [&] {
            return random.one_in(4) ? range * random.integer(-1, 1) : random.integer(-range, range);
        };
        const auto point = [&] { return GridPoint{coordinate(), coordinate(), coordinate()}; };
        const GridPoint a = point();
        const GridPoint b = point();
        const GridPoint c = point();
        const auto big = [](const GridPoint& p) { return test::BigPoint{p[0], p[1], p[2], 1}; };
        const auto id = table.intern_through(a, b, c);
        const auto back = table.intern_through(a, c, b);
        ASSERT_EQ(id.has_value(), back.has_value());
        if (!id) {
            for (const auto n : {GridPoint{1, 0, 0}, GridPoint{0, 1, 0}, GridPoint{0, 0, 1}}) {
                ASSERT_EQ(test::turn(n, big(a), big(b), big(c)), 0);
            }
            continue;
        }
        const ExactPlane plane = table.plane(*id);
        for (const GridPoint& p : {a, b, c}) {
            ASSERT_EQ(test::side_of(big(p), plane), Side::On);
        }
        ASSERT_EQ(test::turn(plane.n, big(a), big(b), big(c)), 1);
        ASSERT_EQ(*back, id->flipped());
        ASSERT_EQ(table.intern_through(b, c, a), id);
    }
}

TEST(PlaneTableInternThrough, RefusesPointsOnALine) {
    test::Random random(4);
    PlaneTable table;
    for (int i = 0; i < kCases; ++i) {
        const std::int64_t step = kMaxGridCoordinate / 256;
        GridPoint a{};
        GridPoint b{};
        GridPoint c{};
        const std::int64_t along = random.integer(-15, 15);
        for (std::size_t k = 0; k < 3; ++k) {
            const std::int64_t u = random.integer(-step, step);
            a[k] = random.integer(-step, step);
            b[k] = a[k] + u;
            c[k] = a[k] + along * u;
        }
        ASSERT_FALSE(table.intern_through(a, b, c));
        ASSERT_FALSE(table.intern_through(a, a, b));
    }
    EXPECT_EQ(table.pair_count(), 0U);
    const std::int64_t r = kMaxGridCoordinate;
    EXPECT_TRUE(table.intern_through({-r, -r, -r}, {0, 0, 0}, {r, r, r - 1}))
        << "one step off the longest line";
}

TEST(PlaneTableFilter, HoldsTheNearestDoublesOfTheScaledEvenPlane) {
    test::Random random(5);
    PlaneTable table;
    for (int i = 0; i < kCases; ++i) {
        const PlaneId id = table.intern(random_plane(random));
        const ExactPlane even = table.even_plane(id);
        const PlaneTable::Filter& filter = table.filter(id);
        const int bits = test::normal_bits(even);
        const cpp_int scale = cpp_int(1) << static_cast<unsigned>(bits);
        for (std::size_t k = 0; k < 3; ++k) {
            ASSERT_EQ(filter.n[k], test::nearest_double(even.n[k], scale));
        }
        ASSERT_EQ(filter.d, test::nearest_double(test::to_cpp(even.d), scale));
        ASSERT_EQ(filter.normal_bits, bits);
        ASSERT_EQ(filter.distance_bits, test::bits_of(test::to_cpp(even.d)));
        ASSERT_EQ(&table.filter(id.flipped()), &filter);
    }
}

// The largest magnitude of any sum of some of the four terms over all integral points.
cpp_int largest_sum(const ExactPlane& plane) {
    cpp_int sum = abs(test::to_cpp(plane.d));
    for (const std::int64_t n : plane.n) {
        sum += abs(cpp_int(n)) * kMaxGridCoordinate;
    }
    return sum;
}

TEST(PlaneTableFilter, CallsPlanesSmallExactlyWhenEveryIntermediateOfTheirDoublesIsWhole) {
    test::Random random(6);
    PlaneTable table;
    int small = 0;
    for (int i = 0; i < kCases; ++i) {
        ExactPlane plane = random_plane(random,
                                        static_cast<int>(random.integer(1, 26)),
                                        static_cast<int>(random.integer(0, 54)));
        if (random.one_in(2)) {  // just at the limit
            plane.d = 0;
            const cpp_int rest = (cpp_int(1) << 53) - largest_sum(plane);
            plane.d = test::to_int128(rest) + random.integer(-2, 2);
        }
        const PlaneId id = table.intern(plane);
        const ExactPlane even = table.even_plane(id);
        const PlaneTable::Filter& filter = table.filter(id);
        ASSERT_EQ(filter.is_small, largest_sum(even) < cpp_int(1) << 53);
        if (!filter.is_small) {
            continue;
        }
        ++small;
        for (int corner = 0; corner < 8; ++corner) {
            const auto at = [&](int axis) {
                return ((corner >> axis & 1) != 0 ? 1 : -1) *
                       (kMaxGridCoordinate - (random.one_in(2) ? 0 : random.integer(0, 9)));
            };
            const GridPoint p{at(0), at(1), at(2)};
            const double value = filter.n[0] * static_cast<double>(p[0]) +
                                 filter.n[1] * static_cast<double>(p[1]) +
                                 filter.n[2] * static_cast<double>(p[2]) - filter.d;
            const auto unscaled =
                static_cast<std::int64_t>(std::ldexp(value, int{filter.normal_bits}));
            ASSERT_EQ(cpp_int(unscaled), test::distance({p[0], p[1], p[2], 1}, even));
        }
    }
    EXPECT_GT(small, kCases / 4);
    EXPECT_LT(small, kCases * 3 / 4);
}

TEST(PlaneTablePredicateBits, HoldTheSideOfAnyMeetAndOfTheSumOf128Corners) {
    test::Random random(7);
    for (int i = 0; i < 2'000; ++i) {
        PlaneTable table;
        const auto normal_bits = static_cast<int>(random.integer(1, 58));
        const auto distance_bits = static_cast<int>(random.integer(0, 88));
        const auto extreme = [&](int bits) {
            const cpp_int magnitude = (cpp_int(1) << static_cast<unsigned>(bits)) - 1;
            return random.one_in(2) ? magnitude : cpp_int(-magnitude);
        };
        std::array<ExactPlane, 4> planes{};
        for (ExactPlane& plane : planes) {
            for (std::int64_t& n : plane.n) {
                n = extreme(normal_bits).convert_to<std::int64_t>();
            }
            plane.d = test::to_int128(extreme(distance_bits));
            // The table's width is that of the planes without their common divisor.
            plane = table.plane(table.intern(plane));
        }
        ASSERT_EQ(table.predicate_bits(), 3 * table.normal_bits() + table.distance_bits() + 13);
        const auto column = [&](std::size_t k) {
            return test::BigVector{planes[0].n[k], planes[1].n[k], planes[2].n[k]};
        };
        const test::BigVector d{
            test::to_cpp(planes[0].d), test::to_cpp(planes[1].d), test::to_cpp(planes[2].d)};
        const test::BigPoint unreduced{test::determinant(d, column(1), column(2)),
                                       test::determinant(column(0), d, column(2)),
                                       test::determinant(column(0), column(1), d),
                                       test::determinant(column(0), column(1), column(2))};
        const cpp_int sum = 128 * test::distance(unreduced, planes[3]);
        ASSERT_LE(test::bits_of(sum) + 1, table.predicate_bits());
    }
}

TEST(PlaneTablePredicateBits, GrowWithTheWidestPlane) {
    PlaneTable table;
    EXPECT_EQ(table.predicate_bits(), 13);
    table.intern({{1, 0, 0}, 0});
    EXPECT_EQ(table.predicate_bits(), 3 + 13);
    table.intern({{0, 255, 0}, 1});
    EXPECT_EQ(table.predicate_bits(), 24 + 1 + 13);
    table.intern({{1, 0, 0}, -(Int128{1} << 80)});
    EXPECT_EQ(table.predicate_bits(), 24 + 81 + 13);
}

TEST(PlaneTableSorted, IsAscendingAndTheSameForEveryOrder) {
    test::Random random(8);
    std::vector<ExactPlane> planes;
    planes.reserve(2'000);
    for (int i = 0; i < 2'000; ++i) {
        planes.push_back(random_plane(random,
                                      static_cast<int>(random.integer(1, 4)),
                                      static_cast<int>(random.integer(0, 70))));
    }
    std::vector<ExactPlane> first_order;
    for (int order = 0; order < 4; ++order) {
        for (std::size_t i = planes.size(); i-- > 1;) {
            const auto k =
                static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(i)));
            std::swap(planes[i], planes[k]);
        }
        PlaneTable table;
        for (const ExactPlane& plane : planes) {
            table.intern(random.one_in(2) ? plane : flipped(plane));
        }
        const PlaneTable::Sorted sorted = table.sorted();
        ASSERT_EQ(sorted.table.pair_count(), table.pair_count());
        ASSERT_EQ(sorted.new_id.size(), 2 * table.pair_count());
        std::vector<ExactPlane> in_order;
        for (std::uint32_t i = 0; i < sorted.table.pair_count(); ++i) {
            in_order.push_back(sorted.table.plane(PlaneId{2 * i}));
            ASSERT_TRUE(i == 0 || in_order[i - 1] < in_order[i]);
        }
        for (std::uint32_t id = 0; id < sorted.new_id.size(); ++id) {
            ASSERT_EQ(sorted.table.plane(sorted.new_id[id]), table.plane(PlaneId{id}));
        }
        first_order = order == 0 ? in_order : first_order;
        ASSERT_EQ(in_order, first_order);
    }
}

}  // namespace
}  // namespace halfspace
