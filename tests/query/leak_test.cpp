// SPDX-License-Identifier: MIT
// Where levels leak, asked of their files alone.
#include "halfspace/query/leak.h"

#include "halfspace/compile/compile.h"
#include "halfspace/formats/read_world.h"
#include "halfspace/query/entities.h"
#include "halfspace/query/trace.h"
#include "halfspace/world/describe.h"

#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

namespace halfspace::test {
namespace {

CompileOptions without_bodies() {
    CompileOptions options;
    options.bodies.clear();
    options.visibility = std::nullopt;
    return options;
}

World world_of_file(const std::filesystem::path& path) {
    return read_world(path.string()).value().world;
}

// The distance between a point and a segment.
double distance_to_segment(const Vec3& point, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    const double t = std::clamp(dot(point - from, way) / dot(way, way), 0.0, 1.0);
    return length(point - (from + way * t));
}

// The way begins at the entity, is free of what seals, ends outside, and goes through the opening.
void expect_way_out(const Level& level, const Leak& leak) {
    EXPECT_EQ(leak.line.front(), vec3_value(level, EntityId(leak.entity), "origin"));
    EXPECT_FALSE(contains(level.model_bounds(kWorldModel), leak.line.back()));
    double nearest = 1e9;
    for (std::size_t i = 0; i + 1 < leak.line.size(); ++i) {
        const Vec3& from = leak.line[i];
        const Vec3& to = leak.line[i + 1];
        EXPECT_EQ(first_transition(level, SpaceId(0), from, to, kSealing).kind,
                  Transition::Kind::AllEmpty)
            << i;
        nearest = std::min(nearest, distance_to_segment(place_of(leak), from, to));
    }
    Aabb opening;
    for (const Vec3& corner : leak.opening) {
        opening = merge(opening, corner);
    }
    EXPECT_LE(nearest, leak.opening.empty() ? 0 : length(opening.max - opening.min));
}

class LeakOf : public testing::TestWithParam<const char*> {
protected:
    std::filesystem::path path() const {
        const std::string name = GetParam();
        return name.find('/') == std::string::npos ? project_file("examples/levels/" + name)
                                                   : test_data("maps/" + name);
    }
};

TEST_P(LeakOf, ALevelIsThatOfItsSource) {
    if (path().empty()) {
        GTEST_SKIP() << "no test data";
    }
    const World world = world_of_file(path());
    const auto compiled = compile(world, without_bodies());
    ASSERT_TRUE(compiled);
    ASSERT_TRUE(compiled->leak);
    const Level level = *Level::from_bytes(write_level(compiled->level));
    const std::optional<Leak> leak = find_leak(level);
    ASSERT_TRUE(leak);
    EXPECT_EQ(leak->entity, compiled->leak->entity);
    EXPECT_EQ(leak->line, compiled->leak->line);
    EXPECT_EQ(leak->opening, compiled->leak->opening);
    EXPECT_EQ(leak->brush_lines, compiled->leak->brush_lines);
    expect_way_out(level, *leak);
    EXPECT_EQ(describe_leak(level, *leak),
              describe_leak(*leak, describe_entity(world, leak->entity)));
}

INSTANTIATE_TEST_SUITE_P(Levels,
                         LeakOf,
                         testing::Values("leak.map", "features/q2_leaked.map"),
                         [](const auto& given) {
                             const std::string name = std::filesystem::path(given.param).stem();
                             return name;
                         });

// Nothing is filled, and no visibility says that the level is sealed.
class SealedLevel : public LeakOf {};

TEST_P(SealedLevel, HasNoLeak) {
    if (path().empty()) {
        GTEST_SKIP() << "no test data";
    }
    const World world = world_of_file(path());
    for (const bool is_filled : {true, false}) {
        CompileOptions options = without_bodies();
        options.fill_outside = is_filled;
        const auto compiled = compile(world, options);
        ASSERT_TRUE(compiled);
        ASSERT_FALSE(compiled->leak);
        EXPECT_FALSE(find_leak(*Level::from_data(compiled->level))) << is_filled;
    }
}

// lq_e1m1 has a crack that moving sides onto the grid has opened.
INSTANTIATE_TEST_SUITE_P(
    Levels,
    SealedLevel,
    testing::Values("keep.map", "station.map", "castle.grid", "librequake/lq_e1m1.map"),
    [](const auto& given) {
        const std::string name = std::filesystem::path(given.param).stem();
        return name;
    });

TEST(FindLeak, OfALevelWithoutClustersIsUnknown) {
    EXPECT_FALSE(find_leak(Level()));
}

}  // namespace
}  // namespace halfspace::test
