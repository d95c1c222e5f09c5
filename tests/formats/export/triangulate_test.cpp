// SPDX-License-Identifier: MIT
#include "formats/export/triangulate.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace halfspace {
namespace {

using Polygon = std::vector<Vec3>;

constexpr Vec3 kUp{0, 0, 1};

double twice_area(const Vec3& a, const Vec3& b, const Vec3& c) {
    return dot(cross(b - a, c - a), kUp);
}

double twice_area(const Polygon& polygon) {
    double sum = 0;
    for (std::size_t i = 2; i < polygon.size(); ++i) {
        sum += twice_area(polygon[0], polygon[i - 1], polygon[i]);
    }
    return sum;
}

// Every corner used, no triangle flat or turned, and together the polygon. Triangles whose corners
// are in the polygon's order and whose areas add up to its area cannot overlap.
void expect_whole(const Polygon& polygon) {
    const std::vector<TriangleCorners> triangles = triangulate(polygon, kUp);
    EXPECT_EQ(triangles.size(), polygon.size() - 2);
    std::set<std::uint32_t> used;
    double sum = 0;
    for (TriangleCorners triangle : triangles) {
        std::rotate(
            triangle.begin(), std::min_element(triangle.begin(), triangle.end()), triangle.end());
        EXPECT_TRUE(triangle[0] < triangle[1] && triangle[1] < triangle[2]);
        ASSERT_LT(triangle[2], polygon.size());
        used.insert(triangle.begin(), triangle.end());
        const double size =
            twice_area(polygon[triangle[0]], polygon[triangle[1]], polygon[triangle[2]]);
        EXPECT_GT(size, 0);
        sum += size;
    }
    EXPECT_EQ(used.size(), polygon.size());
    EXPECT_NEAR(sum, twice_area(polygon), 1e-9 * sum);
}

// A triangle with so many more corners on its edges.
Polygon with_corners_on_edges(std::array<std::size_t, 3> counts) {
    const Polygon corners{{0, 0, 0}, {4096, 0, 0}, {0, 4096, 0}};
    Polygon polygon;
    for (std::size_t edge = 0; edge < 3; ++edge) {
        const Vec3 step =
            (corners[(edge + 1) % 3] - corners[edge]) * (1 / static_cast<double>(counts[edge] + 1));
        for (std::size_t i = 0; i <= counts[edge]; ++i) {
            polygon.push_back(corners[edge] + step * static_cast<double>(i));
        }
    }
    return polygon;
}

TEST(Triangulate, ATriangleIsItself) {
    EXPECT_EQ(triangulate(Polygon{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, kUp),
              (std::vector<TriangleCorners>{{0, 1, 2}}));
}

TEST(Triangulate, CornersOnEdgesStayCornersOfTriangles) {
    for (const std::size_t a : {0, 1, 3, 7}) {
        for (const std::size_t b : {0, 1, 3}) {
            for (const std::size_t c : {0, 1, 15}) {
                SCOPED_TRACE(std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c));
                expect_whole(with_corners_on_edges({a, b, c}));
            }
        }
    }
}

TEST(Triangulate, ManyCornersOnOneEdgeOrOnAllAreNoTrouble) {
    expect_whole(with_corners_on_edges({1023, 0, 0}));
    expect_whole(with_corners_on_edges({0, 511, 1}));
    expect_whole(with_corners_on_edges({255, 255, 255}));
    expect_whole(with_corners_on_edges({127, 0, 1}));
    expect_whole(with_corners_on_edges({0, 0, 126}));
}

TEST(Triangulate, EveryTurnOfAPolygonIsCutWhole) {
    Polygon polygon = with_corners_on_edges({3, 0, 1});
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
        expect_whole(polygon);
    }
}

TEST(Triangulate, RoundPolygonsOfAnySizeAreCutWhole) {
    test::Random random(4);
    for (const int count : {4, 5, 16, 128, 129, 300}) {
        Polygon polygon;
        for (int i = 0; i < count; ++i) {
            const double angle = (i + random.real(0, 0.9)) * 2 * M_PI / count;
            polygon.push_back({1000 * std::cos(angle), 1000 * std::sin(angle), 0});
        }
        expect_whole(polygon);
    }
}

TEST(Triangulate, TheThinnestTriangleIsAsThickAsCanBe) {
    // The long diagonal of a kite would give two thin ones.
    const std::vector<TriangleCorners> triangles =
        triangulate(Polygon{{0, 0, 0}, {10, -1, 0}, {20, 0, 0}, {10, 1, 0}}, kUp);
    EXPECT_EQ(triangles, (std::vector<TriangleCorners>{{0, 1, 3}, {1, 2, 3}}));
}

TEST(Triangulate, WhatHasNoAreaIsLeftOut) {
    EXPECT_TRUE(triangulate(Polygon(3, Vec3{1, 2, 3}), kUp).empty());
    EXPECT_TRUE(triangulate(Polygon(400, Vec3{1, 2, 3}), kUp).empty());
    EXPECT_TRUE(triangulate(Polygon{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, kUp).empty());
    // Two corners at one place: one triangle has no area, whatever is cut.
    EXPECT_EQ(triangulate(Polygon{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {0, 1, 0}}, kUp).size(), 1U);
}

}  // namespace
}  // namespace halfspace
