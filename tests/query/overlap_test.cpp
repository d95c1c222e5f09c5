// SPDX-License-Identifier: MIT
// overlaps_box against rational arithmetic over the brushes.
#include "halfspace/query/free.h"

#include "exact/shared/predicates.h"
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
#include <cstdint>
#include <set>
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
        if (!has_volume(box)) {
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

// How many planes of the tree run through the box. The transform places the model.
int planes_through(const Level& level, ModelId model, const Transform& transform, const Aabb& box) {
    const Vec3 half = (box.max - box.min) * 0.5;
    const Vec3 middle = box.min + half;
    std::set<std::uint32_t> found;
    std::vector<std::int32_t> open{level.models()[model.value].root};
    while (!open.empty()) {
        const std::int32_t child = open.back();
        open.pop_back();
        if (child < 0) {
            continue;
        }
        const NodeRecord& node = level.nodes()[static_cast<std::size_t>(child)];
        const Plane plane = level.scaled_plane(node.plane);
        const Vec3 n = direction_to_world(transform, plane.n);
        const double extent =
            std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
        if (std::abs(dot(n, middle - transform.translation) - plane.d) < extent) {
            found.insert(node.plane);
        }
        open.insert(open.end(), {node.child[0], node.child[1]});
    }
    return static_cast<int>(found.size());
}

// What a box in a turned model must have in common with one brush to be found: room for a ball of
// this radius. The query finds a ball of 2^-22 units in a leaf (see kTouch). Leaves are parts of
// brushes. Let m planes divide the common part of box and brush, which has room for a ball of the
// radius r. Then some piece has room for a ball of the radius r / (m + 1): points nearer than that
// to one of the planes lie in m slabs, and slabs cover no convex body whose least width is larger
// than the sum of theirs (T. Bang, A solution of the "plank problem", 1951).
double least_ball(int planes) {
    return (planes + 1) * 0x1p-22;
}

Aabb moved_in(const Aabb& box, double margin) {
    const Vec3 by{margin, margin, margin};
    return {box.min + by, box.max - by};
}

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
            if (!is_finite(box.min) || !has_volume(box)) {
                continue;  // lost in rounding
            }
            const bool expected =
                overlaps(model, box, kBodyBlockers) || overlaps(floor, box, kBodyBlockers);
            const bool got = overlaps_box({*level, {&placed, 1}}, box);
            (expected ? hits : misses) += 1;
            if (got == expected) {
                continue;
            }
            const double ball = least_ball(planes_through(*level, ModelId(1), transform, box));
            const Aabb smaller = moved_in(box, ball);
            const bool is_thin =
                is_turned && expected &&
                !(has_volume(smaller) && overlaps(model, smaller, kBodyBlockers, ball));
            ASSERT_TRUE(is_thin) << box.min.x << " " << box.min.y << " " << box.min.z << " to "
                                 << box.max.x << " " << box.max.y << " " << box.max.z
                                 << (is_turned ? " turned" : "");
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

TEST(OverlapsBox, OfAnySizeFindsATurnedModel) {
    World world = test::world_of({test::box_brush({-512, -512, -512}, {512, 512, -500})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {test::box_brush({-32, -4, 0}, {32, 4, 64})}});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    for (int turn = 1; turn < 24; ++turn) {
        const PlacedModel door{ModelId(1), turned_about({5, 7, 0}, {.yaw = 14.9 * turn})};
        const PlacedLevel here{*level, {&door, 1}};
        for (const double big : {1e3, 1e10, 1e12, 1e16, 1e20, 1e300, 1.7e308}) {
            for (const double overlap : {0x1p-16, 0.01, 10.0}) {
                EXPECT_TRUE(overlaps_box(here, {{-big, -big, 64 - overlap}, {big, big, big}}));
                EXPECT_TRUE(overlaps_box(here, {{-big, -big, 64 - overlap}, {10, 10, big}}));
                EXPECT_FALSE(overlaps_box(here, {{-big, -big, 64 + overlap}, {big, big, big}}));
            }
        }
    }
}

// A crate that lies on a side, on an edge or on a corner, and a box above the crate.
TEST(OverlapsBox, FindsASideAnEdgeAndACornerOfATurnedModelThatAreNotThin) {
    World world = test::world_of({test::box_brush({-512, -512, -512}, {512, 512, -500})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {test::box_brush({-16, -16, -16}, {16, 16, 16})}});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    constexpr double kDegrees = 57.29577951308232;
    const double on_corner = std::atan(std::sqrt(0.5)) * kDegrees;
    for (const Angles& angles :
         {Angles{.yaw = 90}, Angles{.pitch = 45}, Angles{.pitch = on_corner, .roll = 45}}) {
        const PlacedModel crate{ModelId(1), turned_about({0, 0, 0}, angles)};
        const PlacedLevel here{*level, {&crate, 1}};
        const Transform& turn = crate.transform;
        const double top = 16 * (std::abs(turn.x.z) + std::abs(turn.y.z) + std::abs(turn.z.z));
        EXPECT_TRUE(overlaps_box(here, {{-64, -64, top - 0x1.01p-20}, {64, 64, 64}}))
            << angles.pitch << " " << angles.roll;
        EXPECT_FALSE(overlaps_box(here, {{-64, -64, top}, {64, 64, 64}}));
    }
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
