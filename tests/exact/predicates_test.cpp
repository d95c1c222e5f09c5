// SPDX-License-Identifier: MIT
#include "exact/shared/predicates.h"

#include "exact/exact.h"
#include "exact/random_planes.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

namespace halfspace {
namespace {

using test::BigPoint;
using test::cpp_int;

constexpr int kCases = 10'000;

// Bits of the widest |n| and |d|; predicate_bits of a table is 3 * normal + distance + 13.
struct Widths {
    int normal;
    int distance;
};

constexpr std::array<Widths, 8> kSideWidths{
    {{2, 20}, {10, 30}, {20, 44}, {26, 44}, {36, 60}, {45, 72}, {54, 78}, {57, 69}}};

// Planes near a common grid point, so that they meet within the range of coordinates.
class Bundle {
public:
    Bundle(test::Random& random, const Widths& widths) : random_(random), widths_(widths) {
        const int room = std::clamp(widths.distance - widths.normal - 3, 0, 26);
        for (std::int64_t& c : center_) {
            c = test::random_number(random, room).convert_to<std::int64_t>();
        }
    }

    // `spare` bits are left free in the normal and the distance.
    ExactPlane plane(int spare) {
        ExactPlane plane{test::random_normal(random_, std::max(1, widths_.normal - spare)), 0};
        for (std::size_t i = 0; i < 3; ++i) {
            plane.d += Int128{plane.n[i]} * center_[i];
        }
        const auto offset_bits = static_cast<int>(random_.integer(0, widths_.normal));
        plane.d += test::to_int128(test::random_number(random_, offset_bits));
        return plane;
    }

private:
    test::Random& random_;
    Widths widths_;
    GridPoint center_{};
};

bool is_in_range(const BigPoint& p) {
    const cpp_int limit = kMaxGridCoordinate * p.w;
    return abs(p.x) <= limit && abs(p.y) <= limit && abs(p.z) <= limit;
}

std::uint64_t total(const SideCounters& c) {
    return c.identity + c.filter + c.integral + c.exact128 + c.exact192 + c.exact256;
}

// Asks for both orientations and for the homogeneous point, and holds the answers against the
// exact one. Three planes that meet in the range, and a fourth.
class SideCheck {
public:
    // Not asked if the fourth is no plane or if the four are too wide for any predicate.
    void expect(const std::array<ExactPlane, 3>& planes, const ExactPlane& fourth) {
        if (!test::is_plane(fourth)) {
            return;
        }
        PlaneTable table;
        std::array<PlaneId, 3> ids;
        for (std::size_t i = 0; i < 3; ++i) {
            ids[i] = table.intern(planes[i]);
        }
        const PlaneId id = table.intern(fourth);
        if (table.predicate_bits() > kMaxPredicateBits) {
            return;
        }
        ++asked;
        Predicates predicates(table);
        const ExactPoint point = predicates.meet(ids[0], ids[1], ids[2]);
        const BigPoint big = test::meet_of(planes[0], planes[1], planes[2]);
        const Side expected = test::side_of(big, fourth);
        ASSERT_EQ(predicates.side(point, id), expected);
        expect_one_step(predicates.counters(), table, point, id);
        ASSERT_EQ(predicates.side(point, id.flipped()), opposite(expected));
        counters += predicates.counters();
        on += expected == Side::On ? 1 : 0;

        const HomogeneousPoint homogeneous = predicates.homogeneous(point);
        ASSERT_EQ(test::exact(homogeneous), big);
        ASSERT_GT(homogeneous.w.sign(), 0);
        ASSERT_EQ(predicates.side(homogeneous, id), expected);
        ASSERT_EQ(predicates.side(homogeneous, id.flipped()), opposite(expected));
    }

    SideCounters counters;
    int asked = 0;
    int on = 0;
    std::set<int> exact_bits;  // what the integers had to hold

private:
    // One call, one count; and of the integers, the narrowest that hold the four planes.
    void expect_one_step(const SideCounters& c,
                         const PlaneTable& table,
                         const ExactPoint& point,
                         PlaneId id) {
        ASSERT_EQ(total(c), 1U);
        const bool is_own = std::any_of(point.planes.begin(), point.planes.end(), [&](PlaneId p) {
            return p.pair() == id.pair();
        });
        ASSERT_EQ(c.identity, is_own ? 1U : 0U);
        const int bits = 3 * table.normal_bits() + table.distance_bits() + 6;
        if (c.exact128 + c.exact192 + c.exact256 != 0) {
            exact_bits.insert(bits);
        }
        ASSERT_TRUE(c.exact128 == 0 || bits <= 128);
        ASSERT_TRUE(c.exact192 == 0 || (bits > 128 && bits <= 192));
        ASSERT_TRUE(c.exact256 == 0 || bits > 192);
        ASSERT_TRUE(c.integral == 0 || (point.integral && table.filter(id).is_small));
    }
};

// Three planes of a bundle that meet in the range.
std::optional<std::array<ExactPlane, 3>> random_meet(Bundle& bundle, int spare) {
    const std::array<ExactPlane, 3> planes{
        bundle.plane(spare), bundle.plane(spare), bundle.plane(spare)};
    const bool are_planes = std::all_of(planes.begin(), planes.end(), test::is_plane);
    const BigPoint big = test::meet_of(planes[0], planes[1], planes[2]);
    if (!are_planes || big.w == 0 || !is_in_range(big)) {
        return std::nullopt;
    }
    return planes;
}

// A plane through the point where the three meet.
ExactPlane through_meet(test::Random& random, const std::array<ExactPlane, 3>& planes) {
    std::array<cpp_int, 3> factors;
    for (cpp_int& factor : factors) {
        factor = random.integer(-7, 7);
    }
    return test::combined(planes, factors);
}

// Calls `check(planes, bundle)` for `count` meets.
template <class Check>
void for_meets(test::Random& random, const Widths& widths, int spare, int count, Check check) {
    int done = 0;
    for (int tries = 0; done < count && tries < 20 * count; ++tries) {
        Bundle bundle(random, widths);
        if (const auto planes = random_meet(bundle, spare)) {
            ++done;
            check(*planes, bundle);
        }
    }
    ASSERT_EQ(done, count) << "too few meets of " << widths.normal << ", " << widths.distance;
}

TEST(PredicatesSide, IsTheSignOfTheDistanceForRandomPlanesOfEveryWidth) {
    test::Random random(1);
    SideCheck check;
    for (const Widths& widths : kSideWidths) {
        for_meets(random, widths, 0, kCases / 8, [&](const auto& planes, Bundle& bundle) {
            check.expect(planes, bundle.plane(0));
        });
    }
    EXPECT_GT(check.counters.filter, std::uint64_t{kCases});
}

TEST(PredicatesSide, IsOnForExactlyCoplanarPlanesAndTheTrueSideOneUnitBeside) {
    test::Random random(2);
    SideCheck check;
    SideCheck beside;
    for (int i = 0; i < 2 * kCases; ++i) {
        const auto normal = static_cast<int>(random.integer(2, 57));
        Bundle bundle(random, {normal, normal + static_cast<int>(random.integer(3, 29))});
        const auto planes = random_meet(bundle, 2);
        if (!planes) {
            continue;
        }
        ExactPlane fourth = through_meet(random, *planes);
        check.expect(*planes, fourth);
        const Int128 step = random.one_in(2) ? 1 : -1;
        if (const auto moved = static_cast<std::size_t>(random.integer(0, 3)); moved < 3) {
            fourth.n[moved] += static_cast<std::int64_t>(step);
        } else {
            fourth.d += step;
        }
        beside.expect(*planes, fourth);
    }
    EXPECT_GT(check.on, kCases);
    EXPECT_EQ(check.on, check.asked);
    EXPECT_GT(beside.asked, kCases);
    EXPECT_LT(beside.on, kCases / 10);
    for (const SideCheck& c : {check, beside}) {
        EXPECT_GT(c.counters.exact128, 1000U);
        EXPECT_GT(c.counters.exact192, 1000U);
        EXPECT_GT(c.counters.exact256, 1000U);
        // Each kind of integers held the widest numbers that it is asked to.
        for (const int limit : {128, 129, 192, 193, 249}) {
            EXPECT_TRUE(c.exact_bits.contains(limit)) << limit;
        }
    }
}

// Distances around 2^-20 of the scaled plane, where the filter's bound lies, at the largest
// coordinates, where its error is largest.
TEST(PredicatesSide, IsRightOnBothSidesOfTheFiltersBound) {
    test::Random random(3);
    SideCheck check;
    for (int i = 0; i < kCases; ++i) {
        const auto bits = static_cast<int>(random.integer(22, 50));
        std::array<ExactPlane, 3> axes;
        ExactPlane fourth{test::random_normal(random, bits), 0};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::int64_t whole =
                random.integer(0, 1) != 0 ? kMaxGridCoordinate - 1 : -kMaxGridCoordinate;
            // The coordinate is whole + 1/3 or whole + 1/2, so that its double is rounded.
            const std::int64_t part = random.integer(2, 3);
            axes[k].n[k] = part;
            axes[k].d = Int128{whole} * part + 1;
            fourth.d += Int128{fourth.n[k]} * whole;
        }
        const std::int64_t bound = std::int64_t{1} << (bits - 20);
        const auto off = static_cast<Int128>(random.integer(0, bound));
        const Int128 center = (Int128{fourth.n[0]} + fourth.n[1] + fourth.n[2]) / 2;
        fourth.d += center + (random.one_in(2) ? off : -off);
        check.expect(axes, fourth);
    }
    EXPECT_GT(check.counters.filter, std::uint64_t{kCases} / 2);
    EXPECT_GT(check.counters.exact128 + check.counters.exact192 + check.counters.exact256,
              std::uint64_t{kCases} / 10);
}

TEST(PredicatesSide, AnswersByIdentityForThePlanesOfThePointInBothOrientations) {
    test::Random random(4);
    SideCheck check;
    for_meets(random, {48, 74}, 0, 500, [&](const auto& planes, Bundle&) {
        for (const ExactPlane& plane : planes) {
            check.expect(planes, plane);
            check.expect(planes, flipped(plane));
        }
    });
    EXPECT_EQ(check.counters.identity, total(check.counters));
    EXPECT_EQ(check.on, 6 * 500);
}

TEST(PredicatesSide, AnswersInDoublesForIntegralPointsOnlyIfThePlaneIsSmall) {
    test::Random random(5);
    SideCheck check;
    for (int i = 0; i < kCases; ++i) {
        const auto coordinate = [&] {
            return random.integer(-kMaxGridCoordinate, kMaxGridCoordinate);
        };
        const GridPoint p{coordinate(), coordinate(), coordinate()};
        const std::array<ExactPlane, 3> axes{
            {{{1, 0, 0}, p[0]}, {{0, 1, 0}, p[1]}, {{0, 0, 1}, p[2]}}};
        // Half of the planes are small; doubles would round for most of the others.
        const auto bits = random.one_in(2) ? 22 : static_cast<int>(random.integer(23, 50));
        ExactPlane fourth{test::random_normal(random, bits), random.integer(-1, 1)};
        for (std::size_t k = 0; k < 3; ++k) {
            fourth.d += Int128{fourth.n[k]} * p[k];
        }
        check.expect(axes, fourth);
    }
    EXPECT_GT(check.counters.integral, std::uint64_t{kCases} / 2);
    EXPECT_GT(check.counters.exact192, std::uint64_t{kCases} / 4);
    EXPECT_GT(check.on, kCases / 4);
}

TEST(SideCounters, AddUp) {
    SideCounters sum{1, 2, 3, 4, 5, 6};
    sum += {10, 20, 30, 40, 50, 60};
    EXPECT_EQ(sum.identity, 11U);
    EXPECT_EQ(sum.filter, 22U);
    EXPECT_EQ(sum.integral, 33U);
    EXPECT_EQ(sum.exact128, 44U);
    EXPECT_EQ(sum.exact192, 55U);
    EXPECT_EQ(sum.exact256, 66U);
}

}  // namespace
}  // namespace halfspace
