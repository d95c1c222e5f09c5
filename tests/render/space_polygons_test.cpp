// SPDX-License-Identifier: MIT
#include "halfspace/render/space_polygons.h"

#include "halfspace/query/free.h"
#include "halfspace/query/space.h"
#include "halfspace/render/sorted.h"

#include "support/brushes.h"
#include "support/repeats.h"
#include "support/scene_levels.h"
#include "support/scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

namespace halfspace {
namespace {

Vec3 middle(const PolygonList& list, const PaintPolygon& polygon) {
    Vec3 sum;
    for (std::uint32_t i = 0; i < polygon.count; ++i) {
        sum = sum + list.vertices[polygon.first + i].point;
    }
    return sum * (1.0 / polygon.count);
}

double area(const PolygonList& list, const PaintPolygon& polygon) {
    Vec3 sum;
    const Vec3& first = list.vertices[polygon.first].point;
    for (std::uint32_t i = 2; i < polygon.count; ++i) {
        sum = sum + cross(list.vertices[polygon.first + i - 1].point - first,
                          list.vertices[polygon.first + i].point - first);
    }
    return dot(sum, polygon.plane.n) / 2;  // its sign tells a wrong orientation
}

TEST(SpacePolygons, AreTheFacesOfTheGrownBoxThatLookToTheEye) {
    const Level level =
        *test::compiled_level(test::world_of({test::box_brush({0, 0, 0}, {64, 64, 64})}));
    const PolygonList list = space_polygons(level, *find_space(level, "stand"), {300, 300, 300});
    double total = 0;
    for (const PaintPolygon& polygon : list.polygons) {
        total += area(list, polygon);
        EXPECT_EQ(polygon.face, kNone);
    }
    EXPECT_NEAR(total, 94.0 * 94 + 2 * 94.0 * 120, 1e-6);
}

TEST(SpacePolygons, ShowEdgesApartFromSides) {
    const Level level =
        *test::compiled_level(test::world_of({test::turned_box({0, 0, 0}, {64, 64, 64}, 30, 0)}));
    const PolygonList list = space_polygons(level, *find_space(level, "stand"), {300, 10, 20});
    bool has_side = false;
    bool has_edge = false;
    for (const PaintPolygon& polygon : list.polygons) {
        const bool is_axial = polygon.plane.n.x == 1;
        has_edge = has_edge || is_axial;
        has_side = has_side || !is_axial;
        EXPECT_EQ(polygon.colour.r > polygon.colour.b, is_axial);
    }
    EXPECT_TRUE(has_side && has_edge);
}

constexpr DrawOrder kOrder = DrawOrder::BackToFront;

std::vector<std::uint32_t> numbers(const std::vector<WallRun>& runs) {
    std::vector<std::uint32_t> numbers;
    for (const WallRun run : runs) {
        for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
            numbers.push_back(i);
        }
    }
    return numbers;
}

// True if all corners lie behind one plane of the frustum.
bool is_outside(const Frustum& frustum, const SpaceWalls& walls, std::uint32_t wall) {
    const PaintPolygon& polygon = walls.polygons[wall];
    const auto corners = std::span(walls.vertices).subspan(polygon.first, polygon.count);
    return std::ranges::any_of(frustum.planes, [&](const Plane& plane) {
        return std::ranges::all_of(corners, [&](const FaceVertex& corner) {
            return signed_distance(plane, corner.point) < 0;
        });
    });
}

using SceneParameter = std::tuple<test::SceneKind, std::uint32_t>;
class SpaceOfScene : public testing::TestWithParam<SceneParameter> {};

TEST_P(SpaceOfScene, IsFreeBeforeAndBlockedBehind) {
    const auto& [kind, s] = GetParam();
    const auto level = test::compiled_level(test::make_scene(kind, test::scene_brushes(30), 5));
    ASSERT_TRUE(level) << to_string(level.error());
    const SpaceId space(s);
    const Vec3 eye{1500, -900, 1100};
    const PolygonList list = space_polygons(*level, space, eye);
    int checked = 0;
    for (const PaintPolygon& polygon : list.polygons) {
        const Vec3 at = middle(list, polygon);
        EXPECT_GT(dot(polygon.plane.n, eye) - polygon.plane.d, 0);
        EXPECT_GT(area(list, polygon), 0);
        if (area(list, polygon) > 1) {
            const double hair = 1e-6;
            EXPECT_TRUE(is_free(*level, space, at + polygon.plane.n * hair));
            EXPECT_FALSE(is_free(*level, space, at - polygon.plane.n * hair));
            ++checked;
        }
    }
    EXPECT_GT(checked, test::scene_brushes(30) / 2);
}

// The order of the tree hides as depths do.
TEST_P(SpaceOfScene, IsPaintedInOrder) {
    const auto& [kind, s] = GetParam();
    const auto level = test::compiled_level(test::make_scene(kind, test::scene_brushes(30), 5));
    ASSERT_TRUE(level) << to_string(level.error());
    PaintOptions options;
    options.width = 160;
    options.height = 120;
    const TextureSet textures(*level, {});
    const Vec3 eye{1500, -900, 1100};
    const auto view = look_at(eye, {0, 0, 0}, 90, 4.0 / 3);
    ASSERT_TRUE(view);
    const PolygonList list = space_polygons(*level, SpaceId(s), eye);
    const Painting painting = paint(list, *level, textures, *view, options);
    const PaintingDifferences differences =
        compare(painting.image, paint_sorted(list, *level, textures, *view, options));
    EXPECT_EQ(differences.different, differences.ties);
    EXPECT_GT(painting.fragments, test::repeats(50));
}

// The walls in view come in the order of all walls, and what is missing lies outside of the view.
TEST_P(SpaceOfScene, OfAViewLacksOnlyWhatIsOutside) {
    const auto& [kind, s] = GetParam();
    const auto level = test::compiled_level(test::make_scene(kind, test::scene_brushes(30), 5));
    ASSERT_TRUE(level) << to_string(level.error());
    const SpaceWalls walls = space_walls(*level, SpaceId(s));
    const Vec3 eye{900, -500, 700};
    const std::vector<std::uint32_t> all = numbers(walls_in_order(walls, eye, kOrder));
    ASSERT_FALSE(all.empty());
    const PolygonList list{kOrder, walls.polygons, walls.vertices};
    const auto view = look_at(eye, middle(list, list.polygons[all.front()]), 1, 4.0 / 3);
    ASSERT_TRUE(view);
    const Frustum frustum = frustum_of(*view);
    const std::vector<std::uint32_t> seen = numbers(walls_in_order(walls, eye, kOrder, &frustum));
    std::size_t next = 0;
    for (const std::uint32_t wall : all) {
        if (next < seen.size() && seen[next] == wall) {
            ++next;
        } else {
            EXPECT_TRUE(is_outside(frustum, walls, wall));
        }
    }
    EXPECT_EQ(next, seen.size());
    EXPECT_LT(seen.size(), all.size());
    EXPECT_GT(seen.size(), 0u);
}

std::string scene_name(const testing::TestParamInfo<SceneParameter>& info) {
    const auto& [kind, s] = info.param;
    return test::to_string(kind) + "_" + std::to_string(s);
}

INSTANTIATE_TEST_SUITE_P(All,
                         SpaceOfScene,
                         testing::Combine(testing::ValuesIn(test::kAllScenes),
                                          testing::Values(0u, 1u, 3u)),
                         scene_name);

}  // namespace
}  // namespace halfspace
