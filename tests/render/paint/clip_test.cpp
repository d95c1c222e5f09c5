// SPDX-License-Identifier: MIT
#include "render/paint/clip.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace halfspace::test {
namespace {

constexpr ClipRegion kRegion{0.125, 2, 1.5};

CameraPoint random_point(Random& random) {
    return {random.real(-40, 40), random.real(-40, 40), random.real(-20, 40)};
}

std::vector<ClipCorner> polygon_of(std::initializer_list<CameraPoint> points) {
    std::vector<ClipCorner> polygon;
    for (const CameraPoint& p : points) {
        polygon.push_back({p, true});
    }
    return polygon;
}

std::vector<ClipCorner> clipped(std::vector<ClipCorner> polygon) {
    std::vector<ClipCorner> scratch;
    clip(polygon, scratch, kRegion);
    return polygon;
}

using Point = std::tuple<double, double, double>;

std::set<Point> points_of(const std::vector<ClipCorner>& polygon) {
    std::set<Point> points;
    for (const auto& [p, is_edge] : polygon) {
        points.insert({p.x, p.y, p.z});
    }
    return points;
}

bool is_inside(const CameraPoint& p, double slack) {
    return p.z >= kRegion.near - slack && std::abs(p.x) <= kRegion.guard_x * p.z + slack &&
           std::abs(p.y) <= kRegion.guard_y * p.z + slack;
}

TEST(Clip, LeavesAPolygonInsideAsItIs) {
    const auto polygon = polygon_of({{0, 0, 1}, {1, 0, 2}, {0, 1, 3}});
    EXPECT_EQ(points_of(clipped(polygon)), points_of(polygon));
    EXPECT_EQ(clipped(polygon).size(), 3u);
}

TEST(Clip, LeavesNothingOfAPolygonOutside) {
    EXPECT_TRUE(clipped(polygon_of({{0, 0, -1}, {1, 0, -2}, {0, 1, -3}})).empty());
    EXPECT_TRUE(clipped(polygon_of({{9, 0, 1}, {10, 0, 2}, {11, 1, 3}})).empty());
}

TEST(Clip, KeepsOnlyWhatIsInside) {
    Random random(1);
    for (int round = 0; round < 2000; ++round) {
        const auto polygon =
            clipped(polygon_of({random_point(random), random_point(random), random_point(random)}));
        for (const auto& [p, is_edge] : polygon) {
            EXPECT_TRUE(is_inside(p, 1e-12)) << p.x << " " << p.y << " " << p.z;
        }
    }
}

// The points of two triangles on their common edge: cut the same, to the last bit.
TEST(Clip, CutsASharedEdgeAlikeInBothPolygons) {
    Random random(2);
    int cut = 0;
    for (int round = 0; round < 4000; ++round) {
        const CameraPoint a = random_point(random);
        const CameraPoint b = random_point(random);
        const auto one = clipped(polygon_of({a, b, random_point(random)}));
        const auto other = clipped(polygon_of({b, a, random_point(random)}));
        // What is left of the edge alone.
        const std::set<Point> ends = points_of(clipped(polygon_of({a, b})));
        if (ends.size() != 2 || ends == std::set<Point>{{a.x, a.y, a.z}, {b.x, b.y, b.z}}) {
            continue;
        }
        ++cut;
        for (const Point& end : ends) {
            EXPECT_EQ(points_of(one).count(end), 1u);
            EXPECT_EQ(points_of(other).count(end), 1u);
        }
    }
    EXPECT_GT(cut, 500);
}

TEST(Clip, TellsCutsFromEdges) {
    // The near plane cuts off the corner at z = -1: two edges are shortened, one is new.
    const auto polygon = clipped(polygon_of({{0, 0, -1}, {0.5, 0, 2}, {0, 0.5, 2}}));
    ASSERT_EQ(polygon.size(), 4u);
    EXPECT_EQ(
        std::count_if(polygon.begin(), polygon.end(), [](const auto& c) { return !c.is_edge; }), 1);
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const bool is_new = polygon[i].at.z == polygon[(i + 1) % 4].at.z && polygon[i].at.z < 1;
        EXPECT_EQ(polygon[i].is_edge, !is_new);
    }
}

}  // namespace
}  // namespace halfspace::test
