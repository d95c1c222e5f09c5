// SPDX-License-Identifier: MIT
// Sweeps of bodies of any shape against brute force over the brushes, and against traces of bodies
// that the level was compiled for.
#include "halfspace/query/sweep.h"

#include "halfspace/query/free.h"
#include "halfspace/query/space.h"

#include "support/queries.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/shape_checks.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace halfspace::test {
namespace {

class ShapeScene : public testing::TestWithParam<std::tuple<SceneKind, SceneContents>> {};

TEST_P(ShapeScene, IsMetAsByBruteForce) {
    const auto& [kind, contents] = GetParam();
    const auto level = compiled_level(make_scene(kind, scene_brushes(40), 3, contents));
    ASSERT_TRUE(level) << to_string(level.error());
    const CheckReport report = check_shape_sweeps(*level, repeats(700), 5);
    EXPECT_EQ(report.differences, 0u) << joined(report);
}

using ShapeParameter = std::tuple<SceneKind, SceneContents>;

std::string scene_name(const testing::TestParamInfo<ShapeParameter>& info) {
    const auto& [kind, contents] = info.param;
    return to_string(kind) + (contents == SceneContents::Mixed ? "_mixed" : "_solid");
}

INSTANTIATE_TEST_SUITE_P(All,
                         ShapeScene,
                         testing::Combine(testing::ValuesIn(kAllScenes),
                                          testing::Values(SceneContents::Solid,
                                                          SceneContents::Mixed)),
                         scene_name);

// The body of a space as a shape. REQUIRES: not the point.
ConvexShape box_of(const Level& level, SpaceId space) {
    const Aabb box = body_of(level, space);
    return *ConvexShape::box((box.max - box.min) * 0.5);
}
Transform place_of(const Level& level, SpaceId space) {
    const Aabb box = body_of(level, space);
    return moved_by((box.max + box.min) * 0.5);
}

// A trace is exact, so a sweep may differ only where a hair decides. There a box that is smaller by
// a hair and one that is larger differ, too.
bool is_decided_by_a_hair(const Level& level,
                          const Transform& place,
                          const Vec3& half,
                          const Segment& way) {
    constexpr double kHair = 1e-6;
    const Vec3 by{kHair, kHair, kHair};
    const ConvexShape smaller = *ConvexShape::box(half - by);
    const ConvexShape larger = *ConvexShape::box(half + by);
    const Contact a = sweep(level, {smaller, place}, way.from, way.to);
    const Contact b = sweep(level, {larger, place}, way.from, way.to);
    return a.hit != b.hit || a.start_blocked != b.start_blocked ||
           std::abs(a.fraction - b.fraction) * length(way.to - way.from) > 10 * kHair;
}

void expect_as_traced(const Level& level, std::size_t count, std::uint64_t seed) {
    for (std::uint32_t s = 1; s < level.spaces().size(); ++s) {
        const SpaceId space(s);
        const ConvexShape shape = box_of(level, space);
        const Transform place = place_of(level, space);
        std::vector<Segment> segments =
            make_segments(Oracle::of_space(level, space), repeats(count), seed + s);
        std::erase_if(segments, [](const Segment& way) {
            return length(way.from) > kMaxSweepCoordinate || length(way.to) > kMaxSweepCoordinate;
        });
        std::vector<Contact> swept(segments.size());
        sweep_all(level, {shape, place}, segments, swept);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto& [from, to] = segments[i];
            const Contact traced = trace(level, space, from, to);
            const double off = std::abs(traced.fraction - swept[i].fraction) * length(to - from);
            const bool is_same = traced.hit == swept[i].hit &&
                                 traced.start_blocked == swept[i].start_blocked && off < 1e-6;
            EXPECT_TRUE(is_same || is_decided_by_a_hair(level, place, shape.half(), segments[i]))
                << "space " << s << ", segment " << i << ": " << traced.hit << traced.start_blocked
                << " " << traced.fraction << ", but " << swept[i].hit << swept[i].start_blocked
                << " " << swept[i].fraction;
        }
    }
}

TEST(RealLevels, AreMetByShapesAsByBruteForce) {
    const std::filesystem::path path = test_data("maps/id1/dm4.map");
    if (path.empty()) {
        GTEST_SKIP() << "no test data";
    }
    const auto level = compiled_brushes(path);
    ASSERT_TRUE(level) << to_string(level.error());
    const CheckReport report = check_shape_sweeps(*level, repeats(1500), 7);
    EXPECT_EQ(report.differences, 0u) << joined(report);
    expect_as_traced(*level, 2000, 9);
}

}  // namespace
}  // namespace halfspace::test
