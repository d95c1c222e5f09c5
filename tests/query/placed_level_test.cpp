// SPDX-License-Identifier: MIT
// Questions about a world and its models where they stand now, against brute force over the brushes
// of the world and the moved brushes of the models.
#include "halfspace/query/placed_level.h"

#include "halfspace/math/sin_cos.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/first_hit.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/sweep.h"
#include "halfspace/query/trace.h"

#include "support/brushes.h"
#include "support/moved_brushes.h"
#include "support/queries.h"
#include "support/query_checks.h"
#include "support/same_contact.h"
#include "support/scene_levels.h"
#include "support/scenes.h"
#include "support/small_level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

using test::box_brush;
using test::Oracle;

constexpr ModelId kDoor{1};

Level small_level() {
    return *Level::from_bytes(write_level(test::small_level()), "small");
}

TEST(LineOfSight, DoesNotGoThroughAClosedDoor) {
    const Level level = small_level();
    const PlacedModel closed{kDoor, {}};
    PlacedModel open{kDoor, {}};
    open.transform.translation = {0, 40, 0};
    const Vec3 a{0, 0, 32};
    const Vec3 b{60, 0, 32};
    EXPECT_TRUE(line_of_sight(level, a, b)) << "the world alone";
    EXPECT_FALSE(line_of_sight({level, {&closed, 1}}, a, b));
    EXPECT_TRUE(line_of_sight({level, {&open, 1}}, a, b));
}

TEST(IsFree, KnowsADoorThatHasMovedThere) {
    const Level level = small_level();
    PlacedModel moved{kDoor, {}};
    moved.transform.translation = {-36, 0, 0};
    EXPECT_TRUE(is_free(level, SpaceId(0), {0, 0, 32}));
    EXPECT_FALSE(is_free({level, {&moved, 1}}, SpaceId(0), {0, 0, 32}));
    EXPECT_TRUE(is_free({level, {&moved, 1}}, SpaceId(0), {4, 0, 32})) << "touches";
    EXPECT_EQ(point_contents({level, {&moved, 1}}, {0, 0, 32}), Contents::Detail);
    EXPECT_EQ(point_contents({level, {&moved, 1}}, {0, 0, 8}), Contents::Detail) << "in the water";
    EXPECT_EQ(point_contents({level, {&moved, 1}}, {20, 0, 8}), Contents::Water);
}

TEST(Sweep, TouchesADoorWhereItHasMoved) {
    const Level level = small_level();
    const ConvexShape ball = *ConvexShape::sphere(3);
    const Vec3 from{-20, 0, 32};
    const Vec3 to{60, 0, 32};
    const Contact closed = sweep({level, models_at_rest(level)}, {ball}, from, to);
    ASSERT_TRUE(closed.hit);
    EXPECT_EQ(closed.model, kDoor);
    EXPECT_NEAR(closed.point.x, 29, 0x1p-19);
    const PlacedModel turned{kDoor, turned_about({36, 0, 32}, {.yaw = 180})};
    const PlacedModel moved{kDoor, moved_by({-6, 0, 0})};
    for (const std::vector<PlacedModel>& doors :
         {std::vector{moved}, std::vector{turned, moved}, std::vector{moved, turned}}) {
        const Contact contact = sweep({level, doors}, {ball}, from, to);
        EXPECT_NEAR(contact.point.x, 23, 0x1p-19);
        EXPECT_FALSE(is_free({level, doors}, {ball}, contact.point + Vec3{1, 0, 0}));
    }
    EXPECT_TRUE(is_free(level, {ball}, closed.point + Vec3{1, 0, 0}));
    EXPECT_FALSE(sweep(level, {ball}, from, to).hit) << "the world alone";
}

// A floor up to 0 and a plat in it, which the game lifts or lowers.
World floor_with_a_plat() {
    World world = test::world_of({box_brush({-64, -64, -16}, {64, 64, 0})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_plat"}},
                                    .brushes = {box_brush({-32, -32, -8}, {32, 32, 0})}});
    return world;
}

TEST(Trace, FromLessThanAHairInAFloorAndAPlatEndsFree) {
    const auto level = test::compiled_level(floor_with_a_plat());
    ASSERT_TRUE(level) << to_string(level.error());
    for (const double lift : {-0x1p-12, 0.0, 0x1p-13, 0x1p-12, 0x1p-11}) {
        const PlacedModel plat{ModelId(1), moved_by({0, 0, lift})};
        const PlacedLevel here{*level, {&plat, 1}};
        const Contact contact = trace(here, SpaceId(0), {0, 0, -0x1p-14}, {0, 0, -24});
        EXPECT_TRUE(contact.hit);
        EXPECT_FALSE(contact.start_blocked);
        EXPECT_EQ(contact.fraction, 0);
        EXPECT_TRUE(is_free(here, SpaceId(0), contact.end));
        EXPECT_NEAR(contact.end.z, std::max(0.0, lift), 0x1p-40);
        EXPECT_EQ(contact.point, contact.end);
        EXPECT_EQ(contact.normal, (Vec3{0, 0, 1}));
    }
    // Together deeper than a hair.
    const PlacedModel plat{ModelId(1), moved_by({0, 0, 1.0 / 1024})};
    const PlacedLevel here{*level, {&plat, 1}};
    EXPECT_TRUE(trace(here, SpaceId(0), {0, 0, -0x1p-14}, {0, 0, -24}).start_blocked);
}

TEST(Trace, FromLessThanAHairInAPlateOverAFloorIsBlocked) {
    World world = test::world_of({box_brush({-64, -64, -16}, {64, 64, 0})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({-32, -32, 0}, {32, 32, 8})}});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    const PlacedModel plate{ModelId(1), moved_by({0, 0, -0x1p-14})};
    const PlacedLevel here{*level, {&plate, 1}};
    const Contact contact = trace(here, SpaceId(0), {0, 0, 0x1p-14}, {0, 0, 24});
    EXPECT_TRUE(contact.start_blocked) << "back from the plate is in the floor";
    EXPECT_EQ(contact.end, (Vec3{0, 0, 0x1p-14}));
    EXPECT_EQ(contact.fraction, 0);
}

TEST(Unstick, LeavesADoorThatHasMovedIntoTheBody) {
    const Level level = small_level();
    PlacedModel moved{kDoor, {}};
    moved.transform.translation = {-36, 0, 0};
    const PlacedLevel here{level, {&moved, 1}};
    const auto free = unstick(here, SpaceId(0), {3, 0, 32}, 8);
    ASSERT_TRUE(free);
    EXPECT_NEAR(free->x, 4, 0x1p-9);
    EXPECT_TRUE(is_free(here, SpaceId(0), *free));
    EXPECT_FALSE(unstick(here, SpaceId(0), {0, 0, 32}, 3));
}

// The door has pushed the body against a wall: the way out of the door leads into the wall.
TEST(Unstick, LeavesADoorAndAWallAtOnce) {
    World world = test::world_of({box_brush({-64, -64, -16}, {64, 64, 0})});
    world.entities.push_back(Entity{.keys = {{"classname", "func_door"}},
                                    .brushes = {box_brush({0, -64, -8}, {16, 64, 40})}});
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    const std::vector<PlacedModel> doors = models_at_rest(*level);
    const auto free = unstick({*level, doors}, SpaceId(0), {2, 0, -3}, 32);
    ASSERT_TRUE(free);
    EXPECT_TRUE(is_free({*level, doors}, SpaceId(0), *free));
    EXPECT_NEAR(free->x, 0, 0x1p-9);
    EXPECT_NEAR(free->z, 0, 0x1p-9);
}

// The block, asked last, leaves no free position within the distance. Seven crates stand in it.
// Each of them parts the free cells of those before it, so the common free cells are more than a
// million.
TEST(Unstick, EndsInABlockThatHoldsManyCrates) {
    World world = test::world_of({box_brush({-2048, -2048, -2064}, {2048, 2048, -2048})});
    for (const std::int64_t size : {16, 1024}) {
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}},
                   .brushes = {box_brush({-size, -size, -size}, {size, size, size})}});
    }
    const auto level = test::compiled_level(world);
    ASSERT_TRUE(level) << to_string(level.error());
    std::vector<PlacedModel> placed;
    for (int i = 0; i < 7; ++i) {
        placed.push_back({ModelId(1), moved_by({3.0 * i, 2.0 * i, 0})});
    }
    placed.push_back({ModelId(2), {}});
    EXPECT_FALSE(unstick({*level, placed}, SpaceId(0), {1, 2, 3}, 64));
}

// A scene with four models of different contents.
World scene_with_models(test::SceneKind kind, std::uint64_t seed) {
    World world = test::make_scene(kind, 25, seed, test::SceneContents::Mixed);
    const auto add = [&](std::vector<Brush> brushes) {
        world.entities.push_back(
            Entity{.keys = {{"classname", "func_door"}}, .brushes = std::move(brushes)});
    };
    add({box_brush({80, -64, 0}, {96, 64, 96}), box_brush({96, -16, 90}, {116, 16, 120})});
    add({test::turned_box({120, -40, 8}, {128, 40, 80}, 20, 3)});
    add({box_brush({-200, -200, 10}, {-100, -190, 100}, Contents::Fence),
         box_brush({-200, -200, 10}, {-190, -100, 100}, Contents::Water)});
    add({box_brush({70, 70, 8}, {90, 90, 60}, Contents::Detail)});
    return world;
}

class PlacedInScene : public testing::TestWithParam<test::SceneKind> {
protected:
    void SetUp() override {
        auto compiled = test::compiled_level(scene_with_models(GetParam(), 3));
        ASSERT_TRUE(compiled) << to_string(compiled.error());
        level.emplace(std::move(*compiled));
        test::Random random(7);
        for (const PlacedModel& model : models_at_rest(*level)) {
            const ModelRecord& record = level->models()[model.model.value];
            const Vec3 middle{(record.min[0] + record.max[0]) / 2,
                              (record.min[1] + record.max[1]) / 2,
                              (record.min[2] + record.max[2]) / 2};
            models.push_back({model.model, test::random_quarter_turn(random, middle, 64)});
        }
        models.push_back({ModelId(1), test::random_quarter_turn(random, {}, 100)});
    }

    std::optional<Level> level;
    std::vector<PlacedModel> models;  // one of them twice
};

TEST_P(PlacedInScene, QuestionsAreAnsweredAsByBruteForce) {
    for (std::uint32_t s = 0; s < level->spaces().size(); ++s) {
        const test::PlacedBrushes brushes(*level, SpaceId(s), models);
        const test::CheckReport points = test::check_points(brushes, 120, s);
        EXPECT_EQ(points.differences, 0u) << joined(points);
        ASSERT_FALSE(points.by_models.empty());
        for (const auto& [question, count] : points.by_models) {
            EXPECT_GT(count, 5u) << question << " in space " << s;
        }
    }
    const test::PlacedBrushes brushes(*level, SpaceId(0), models);
    const test::CheckReport segments = test::check_segments(brushes, 200, 0);
    EXPECT_EQ(segments.differences, 0u) << joined(segments);
    ASSERT_FALSE(segments.by_models.empty());
    for (const auto& [question, count] : segments.by_models) {
        EXPECT_GT(count, 20u) << question;
    }
}

TEST_P(PlacedInScene, TracesTouchTheFirstAndEndFree) {
    const PlacedLevel here{*level, models};
    const SpaceId space(1);
    const auto oracles = test::PlacedBrushes(*level, space, models).oracles;
    std::size_t hits = 0;
    for (std::size_t o = 0; o < oracles.size(); ++o) {
        const std::vector<Segment> segments = test::make_segments(oracles[o], 100, o + 50);
        std::vector<Contact> together(segments.size());
        trace_all(here, space, segments, together);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto& [from, to] = segments[i];
            const Contact contact = trace(here, space, from, to);
            ASSERT_EQ(together[i].end, contact.end);
            ASSERT_EQ(together[i].model, contact.model);
            const TraceHit hit = first_hit(here, space, from, to);
            ASSERT_EQ(test::difference(here, space, segments[i], hit, contact), "");
            if (!is_free(here, space, from)) {
                continue;
            }
            ASSERT_TRUE(is_free(here, space, contact.end));
            double first = 1;
            bool is_hit = false;
            for (const Oracle& oracle : oracles) {
                const test::OracleChange change = oracle.first_change(from, to, kBodyBlockers);
                is_hit = is_hit || change.kind == Transition::Kind::EmptyToBlocked;
                first = std::min(first, change.fraction);
            }
            ASSERT_EQ(contact.hit, is_hit);
            if (is_hit && length(to - from) < 1e4) {
                ASSERT_NEAR(contact.fraction * length(to - from), first * length(to - from), 1e-3);
                hits += contact.model.is_valid() && contact.model != kWorldModel ? 1 : 0;
            }
        }
    }
    EXPECT_GT(hits, 5u);
}

// The first touch is the first of the touches in the models' own frames.
TEST_P(PlacedInScene, SweepsTouchTheFirstOfAllModelsAndEndFree) {
    std::vector<PlacedModel> all = models;
    all.push_back({kWorldModel, {}});
    const PlacedLevel here{*level, models};
    test::Random random(21);
    const auto place = [&] {
        return Vec3{random.real(-300, 300), random.real(-300, 300), random.real(-100, 200)};
    };
    std::size_t hits_of_models = 0;
    for (std::size_t i = 0; i < 1500; ++i) {
        const ConvexShape& shape = test::swept_bodies()[i % 5];
        const Transform stands =
            i % 2 == 0 ? Transform{} : turned_about({}, {random.real(-90, 90), 20, 0});
        const PlacedShape body{shape, stands};
        const Vec3 from = place();
        const Vec3 to = place();
        double first = 1;
        bool is_start_free = true;
        for (const auto& [model, transform] : all) {
            Transform turn = inverse(transform);
            turn.translation = {};
            const PlacedLevel alone{*level, model};
            const PlacedShape own{shape, turn * stands};
            const Vec3 local_from = to_local(transform, from);
            const Contact touch = sweep(alone, own, local_from, to_local(transform, to));
            first = std::min(first, touch.fraction);
            is_start_free = is_start_free && is_free(alone, own, local_from);
        }
        const Contact contact = sweep(here, body, from, to);
        ASSERT_EQ(is_free(here, body, from), is_start_free) << i;
        ASSERT_NEAR(contact.fraction, first, 1e-6) << i;
        ASSERT_EQ(contact.hit, first < 1) << i;
        ASSERT_TRUE(contact.start_blocked || is_free(here, body, contact.end)) << i;
        hits_of_models +=
            is_start_free && contact.model.is_valid() && contact.model != kWorldModel ? 1 : 0;
    }
    EXPECT_GT(hits_of_models, 10u);
}

TEST_P(PlacedInScene, UnstickFindsTheNearestThatSamplingFinds) {
    const PlacedLevel here{*level, models};
    test::Random random(11);
    const SpaceId space(1);
    constexpr double kDistance = 48;
    int found = 0;
    const auto oracles = test::PlacedBrushes(*level, space, models).oracles;
    for (std::size_t o = 1; o < oracles.size(); ++o) {
        for (const Vec3& point : test::make_points(oracles[o], 30, o)) {
            if (is_free(here, space, point)) {
                continue;
            }
            const auto free = unstick(here, space, point, kDistance);
            double away = kDistance;
            if (free) {
                ++found;
                away = length(*free - point);
                ASSERT_TRUE(is_free(here, space, *free));
                ASSERT_LE(away, kDistance);
            }
            for (int i = 0; i < 100; ++i) {
                const Vec3 aside{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
                const double least = away - 0.01;
                const Vec3 other = point + aside * (least * random.real(0, 1) / length(aside));
                ASSERT_FALSE(least > 0 && is_free(here, space, other))
                    << point.x << " " << point.y << " " << point.z << ": " << away << " but "
                    << length(other - point);
            }
        }
    }
    EXPECT_GT(found, 5);
}

INSTANTIATE_TEST_SUITE_P(All,
                         PlacedInScene,
                         testing::ValuesIn(test::kAllScenes),
                         [](const auto& scene) { return test::to_string(scene.param); });

// A brush in doubles, where its model stands.
struct RoundBrush {
    std::vector<std::pair<Vec3, double>> planes;  // outward unit normals and distances
};

std::vector<RoundBrush> round_brushes(const Oracle& oracle, const Transform& transform) {
    std::vector<RoundBrush> brushes;
    for (const test::OracleBrush& brush : oracle.brushes()) {
        RoundBrush& round = brushes.emplace_back();
        for (const ExactPlane& plane : brush.planes) {
            const Vec3 n{static_cast<double>(plane.n[0]),
                         static_cast<double>(plane.n[1]),
                         static_cast<double>(plane.n[2])};
            const double size = length(n);
            const Vec3 local = n * (1 / size);
            const Vec3 turned =
                transform.x * local.x + transform.y * local.y + transform.z * local.z;
            const double d =
                std::ldexp(static_cast<double>(plane.d), -oracle.grid_exponent()) / size;
            round.planes.push_back({turned, d + dot(turned, transform.translation)});
        }
    }
    return brushes;
}

constexpr double kNear = 1e-6;

// How long the segment is in the brush [units]; below 0 how far from being so.
double length_inside(const RoundBrush& brush, const Vec3& from, const Vec3& to) {
    double enter = 0;
    double leave = 1;
    double nearest = 1;
    for (const auto& [n, d] : brush.planes) {
        const double a = dot(n, from) - d;
        const double b = dot(n, to) - d;
        if (a > 0 && b > 0) {
            return -std::min(a, b);
        }
        nearest = std::min(nearest, std::max(-a, -b));
        if (a > 0) {
            enter = std::max(enter, a / (a - b));
        } else if (b > 0) {
            leave = std::min(leave, a / (a - b));
        }
    }
    return std::min((leave - enter) * length(to - from), nearest);
}

// Doors at any angle, in doubles: what is within a millionth unit of a surface is not asked.
TEST(PlacedLevel, AnswersAboutModelsAtAnyAngleAsByBruteForce) {
    World world = test::world_of({box_brush({-256, -256, -16}, {256, 256, 0})});
    world.entities.push_back(Entity{
        .keys = {{"classname", "func_door"}},
        .brushes = {box_brush({0, -4, 0}, {64, 4, 96}), box_brush({56, -4, 96}, {64, 4, 120})}});
    const Level level = *test::compiled_level(world);
    const Oracle world_oracle(level);
    const Oracle door_oracle(level, kDoor);
    test::Random random(5);
    const auto place = [&] {
        return Vec3{random.real(-80, 80), random.real(-80, 80), random.real(-8, 130)};
    };
    int asked = 0;
    int blocked = 0;
    for (int i = 0; i < 3000; ++i) {
        const SinCos turn = sin_cos(random.real(0, 360));
        const SinCos tilt = sin_cos(random.real(0, 90));
        const Vec3 x{turn.cosine, turn.sine, 0};
        const Vec3 y = Vec3{-turn.sine, turn.cosine, 0} * tilt.cosine + Vec3{0, 0, tilt.sine};
        const PlacedModel door{kDoor, {x, y, cross(x, y), {random.real(-20, 20), 3, 1}}};
        const PlacedLevel here{level, {&door, 1}};
        const std::vector<RoundBrush> brushes = round_brushes(door_oracle, door.transform);
        const Vec3 from = place();
        const Vec3 to = place();
        double inside = -1;
        double at = -1;
        for (const RoundBrush& brush : brushes) {
            inside = std::max(inside, length_inside(brush, from, to));
            at = std::max(at, length_inside(brush, from, from + Vec3{1e-5, 0, 0}));
        }
        if (std::abs(inside) > kNear) {
            const bool expected = inside < 0 && world_oracle.line_of_sight(from, to);
            ASSERT_EQ(line_of_sight(here, from, to), expected) << i;
            ++asked;
            blocked += inside > 0 ? 1 : 0;
        }
        if (at < -kNear || at > 0.9e-5) {
            ASSERT_EQ(is_free(here, SpaceId(0), from),
                      at < 0 && !world_oracle.is_blocked(from, kBodyBlockers))
                << i;
        }
    }
    EXPECT_GT(asked, 2900);
    EXPECT_GT(blocked, 300);
}

}  // namespace
}  // namespace halfspace
