// SPDX-License-Identifier: MIT
// overlaps_box against rational arithmetic over the brushes.
#include "halfspace/exact/predicates.h"
#include "halfspace/query/free.h"

#include "support/brushes.h"
#include "support/moved_brushes.h"
#include "support/oracle.h"
#include "support/queries.h"
#include "support/random.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_level.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <tuple>
#include <vector>

namespace halfspace {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

// n.p < d
struct Bound {
    std::array<Rational, 3> n;
    Rational d;
};

Bound bound_of(const ExactPlane& plane, int grid_exponent) {
    const Integer d = (Integer(static_cast<std::int64_t>(plane.d >> 64)) << 64) +
                      static_cast<std::uint64_t>(plane.d);
    return {{Rational(plane.n[0]), Rational(plane.n[1]), Rational(plane.n[2])},
            Rational(d, Integer(1) << static_cast<unsigned>(grid_exponent))};
}

std::vector<Bound> bounds_of(const Aabb& box) {
    return {{{-1, 0, 0}, -Rational(box.min.x)},
            {{1, 0, 0}, Rational(box.max.x)},
            {{0, -1, 0}, -Rational(box.min.y)},
            {{0, 1, 0}, Rational(box.max.y)},
            {{0, 0, -1}, -Rational(box.min.z)},
            {{0, 0, 1}, Rational(box.max.z)}};
}

// Fourier and Motzkin: a coordinate is taken out by joining each bound from above with each from
// below; what is left has a solution if and only if the whole has.
bool has_solution(std::vector<Bound> bounds) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<Bound> left;
        for (const Bound& a : bounds) {
            if (a.n[axis] == 0) {
                left.push_back(a);
            }
            for (const Bound& b : bounds) {
                if (a.n[axis] > 0 && b.n[axis] < 0) {
                    const Rational s = Rational(1) / a.n[axis];
                    const Rational t = Rational(-1) / b.n[axis];
                    Bound& joined = left.emplace_back();
                    for (std::size_t i = 0; i < 3; ++i) {
                        joined.n[i] = s * a.n[i] + t * b.n[i];
                    }
                    joined.d = s * a.d + t * b.d;
                }
            }
        }
        bounds = std::move(left);
    }
    for (const Bound& bound : bounds) {
        if (bound.d <= 0) {
            return false;
        }
    }
    return true;
}

// Where the box lies: wholly on one side of the plane (a corner may touch it), or on both.
Side side_of_box(const Aabb& box, const ExactPlane& plane, int grid_exponent) {
    Vec3 lowest;
    Vec3 highest;
    for (int axis = 0; axis < 3; ++axis) {
        lowest[axis] = plane.n[axis] > 0 ? box.min[axis] : box.max[axis];
        highest[axis] = plane.n[axis] > 0 ? box.max[axis] : box.min[axis];
    }
    if (side(lowest, plane, grid_exponent) != Side::Back) {
        return Side::Front;
    }
    return side(highest, plane, grid_exponent) == Side::Front ? Side::On : Side::Back;
}

// True if the box shares volume with a brush, each side of which is moved in by `margin` units. A
// plane that has the box in front of it rules the brush out, and one that has the box behind it
// bounds nothing: that saves nearly all of the work.
bool overlaps(const test::Oracle& oracle, const Aabb& box, Contents mask, double margin = 0) {
    for (const test::OracleBrush& brush : oracle.brushes()) {
        bool is_out = !any(brush.contents & mask);
        std::vector<Bound> bounds = bounds_of(box);
        for (const ExactPlane& plane : brush.planes) {
            const Side at = side_of_box(box, plane, oracle.grid_exponent());
            is_out = is_out || at == Side::Front;
            if (is_out || (at == Side::Back && margin == 0)) {
                continue;
            }
            bounds.push_back(bound_of(plane, oracle.grid_exponent()));
            const Vec3 n{static_cast<double>(plane.n[0]),
                         static_cast<double>(plane.n[1]),
                         static_cast<double>(plane.n[2])};
            bounds.back().d -= Rational(margin * length(n));
        }
        if (!is_out && has_solution(std::move(bounds))) {
            return true;
        }
    }
    return false;
}

// Around or beside a point that is likely to be hard, of all sizes and forms.
Aabb random_box(const Vec3& point, test::Random& random) {
    const auto extent = [&] {
        const double size = std::ldexp(1.0, static_cast<int>(random.integer(-12, 8)));
        return random.one_in(2) ? size : size * random.real(0.5, 1);
    };
    const Vec3 size{extent(), extent(), extent()};
    const auto share = [&] { return static_cast<double>(random.integer(0, 2)) / 2; };
    const Vec3 at{share(), share(), share()};
    Aabb box;
    box.min = {point.x - at.x * size.x, point.y - at.y * size.y, point.z - at.z * size.z};
    box.max = box.min + size;
    return box;
}

using SceneParameter = std::tuple<test::SceneKind, std::uint64_t>;
class OverlapInScene : public testing::TestWithParam<SceneParameter> {};

TEST_P(OverlapInScene, IsAnsweredAsByRationalNumbers) {
    const auto& [kind, seed] = GetParam();
    const auto level =
        test::compiled_level(test::make_scene(kind, 30, seed, test::SceneContents::Mixed));
    ASSERT_TRUE(level) << to_string(level.error());
    const test::Oracle oracle(*level);
    test::Random random(seed);
    int hits = 0;
    int misses = 0;
    for (const Vec3& point : test::make_points(oracle, 400, seed)) {
        const Aabb box = random_box(point, random);
        if (!(box.min.x < box.max.x && box.min.y < box.max.y && box.min.z < box.max.z)) {
            continue;  // a point so far off that the box is lost in rounding
        }
        const bool expected = overlaps(oracle, box, kBodyBlockers);
        (expected ? hits : misses) += 1;
        ASSERT_EQ(overlaps_box(*level, box), expected)
            << box.min.x << " " << box.min.y << " " << box.min.z << " to " << box.max.x << " "
            << box.max.y << " " << box.max.z;
    }
    EXPECT_GT(hits, 20);
    EXPECT_GT(misses, 20);
}

std::string scene_name(const testing::TestParamInfo<SceneParameter>& info) {
    const auto& [kind, seed] = info.param;
    return test::to_string(kind) + "_" + std::to_string(seed);
}

INSTANTIATE_TEST_SUITE_P(All,
                         OverlapInScene,
                         testing::Combine(testing::ValuesIn(test::kAllScenes), testing::Values(1)),
                         scene_name);

// A model that is moved, and a model that is turned by quarters and moved.
TEST_P(OverlapInScene, OfPlacedModelsIsAnsweredAsByRationalNumbers) {
    const auto& [kind, seed] = GetParam();
    World world = test::world_of({test::box_brush({-256, -256, -300}, {256, 256, -280})});
    world.entities.push_back(Entity{
        .keys = {{"classname", "func_door"}},
        .brushes =
            test::make_scene(kind, 12, seed, test::SceneContents::Mixed).entities[0].brushes});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    test::Random random(seed + 20);
    int hits = 0;
    int misses = 0;
    for (const bool is_turned : {false, true}) {
        Transform transform = test::random_quarter_turn(random, {}, 50);
        while (is_turned != !(transform.x == Vec3{1, 0, 0} && transform.y == Vec3{0, 1, 0})) {
            transform = is_turned ? test::random_quarter_turn(random, {}, 50)
                                  : moved_by(transform.translation);
        }
        const PlacedModel placed{ModelId(1), transform};
        const test::Oracle model = test::moved(test::Oracle(*level, ModelId(1)), transform);
        const test::Oracle floor(*level);
        for (const Vec3& point : test::make_points(model, 200, seed)) {
            const Aabb box = random_box(point, random);
            // A box that overlaps a leaf by less than 2^-20 units may count as touching a turned
            // model, and leaves are parts of brushes.
            constexpr double kThin = 0x1p-11;
            const Vec3 thin{kThin, kThin, kThin};
            const Aabb smaller{box.min + thin, box.max - thin};
            if (!is_finite(box.min) ||
                !(smaller.min.x < smaller.max.x && smaller.min.y < smaller.max.y &&
                  smaller.min.z < smaller.max.z)) {
                continue;
            }
            const bool expected =
                overlaps(model, box, kBodyBlockers) || overlaps(floor, box, kBodyBlockers);
            const bool got = overlaps_box({*level, {&placed, 1}}, box);
            const bool is_thin =
                is_turned && expected && !overlaps(model, smaller, kBodyBlockers, kThin);
            (expected ? hits : misses) += 1;
            ASSERT_TRUE(got == expected || is_thin)
                << box.min.x << " " << box.min.y << " " << box.min.z << " to " << box.max.x << " "
                << box.max.y << " " << box.max.z << (is_turned ? " turned" : "");
        }
    }
    EXPECT_GT(hits, 10);
    EXPECT_GT(misses, 10);
}

TEST(OverlapsBox, IsNoneWhereItMerelyTouches) {
    const Level level = *Level::from_data(test::small_level(), "small");
    EXPECT_FALSE(overlaps_box(level, {{-32, -64, 0}, {64, 64, 128}}));
    EXPECT_TRUE(overlaps_box(level, {{std::nextafter(-32, -33), -64, 0}, {64, 64, 128}}))
        << "the ramp begins there";
    EXPECT_TRUE(overlaps_box(level, {{-32, -64, -0x1p-1000}, {64, 64, 128}}));
    EXPECT_TRUE(overlaps_box(level, {{-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}}));
    EXPECT_FALSE(overlaps_box(level, {{200, 0, 0}, {1e300, 1, 1}}));
}

TEST(OverlapsBox, AsksOneModelAndAMask) {
    const Level level = *Level::from_data(test::small_level(), "small");
    const Aabb at_door{{30, -4, 4}, {36, 4, 8}};
    EXPECT_FALSE(overlaps_box(level, at_door));
    EXPECT_TRUE(overlaps_box({level, ModelId(1)}, at_door));
    EXPECT_TRUE(overlaps_box(level, at_door, Contents::Water));
    EXPECT_FALSE(overlaps_box(level, at_door, Contents::Lava));
}

// The corner of a pyramid: three slanted planes run through the box, and no two of them keep it
// out.
TEST(OverlapsBox, TellsTheTipOfAPyramidApartFromTheAirAroundIt) {
    Brush pyramid;
    pyramid.sides = {test::side_through({-64, -64, 0}, {64, -64, 0}, {0, 0, 64}),
                     test::side_through({64, -64, 0}, {64, 64, 0}, {0, 0, 64}),
                     test::side_through({64, 64, 0}, {-64, 64, 0}, {0, 0, 64}),
                     test::side_through({-64, 64, 0}, {-64, -64, 0}, {0, 0, 64}),
                     test::side_through({-64, 64, 0}, {64, 64, 0}, {64, -64, 0})};
    const Level level = *test::compiled_level(test::world_of({pyramid}));
    for (const double hair : {0x1p-10, 0x1p-40, 0x1p-46}) {
        EXPECT_FALSE(overlaps_box(level, {{-8, -8, 64}, {8, 8, 65}}));
        EXPECT_TRUE(overlaps_box(level, {{-8, -8, 64 - hair}, {8, 8, 65}})) << hair;
        EXPECT_FALSE(overlaps_box(level, {{hair, -8, 64 - hair}, {8, 8, 65}})) << hair;
        EXPECT_TRUE(overlaps_box(level, {{hair / 2, -8, 64 - hair}, {8, 8, 65}})) << hair;
    }
}

}  // namespace
}  // namespace halfspace
