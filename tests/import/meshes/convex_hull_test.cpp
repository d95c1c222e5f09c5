// SPDX-License-Identifier: MIT
#include "import/meshes/convex_hull.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace halfspace::test {
namespace {

using Points = std::vector<GridPoint>;

// Six times the volume under p over the triangle; the sign tells the side.
Int128 six_volumes(const GridPoint& a, const GridPoint& b, const GridPoint& c, const GridPoint& p) {
    std::array<std::array<Int128, 3>, 3> m;
    for (std::size_t i = 0; i < 3; ++i) {
        m[0][i] = b[i] - a[i];
        m[1][i] = c[i] - a[i];
        m[2][i] = p[i] - a[i];
    }
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

// Checks what makes a hull: no point in front of a triangle, edges in pairs, facets in one plane,
// and neighbours of different facets in different planes.
void check_hull(const Points& points, const std::vector<HullTriangle>& hull) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> facet_at;
    for (const HullTriangle& t : hull) {
        const auto& [a, b, c] = t.corners;
        for (const GridPoint& p : points) {
            ASSERT_TRUE(six_volumes(points[a], points[b], points[c], p) <= 0);
        }
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
            ASSERT_TRUE(facet_at.try_emplace({from, to}, t.facet).second);
        }
    }
    for (const HullTriangle& t : hull) {
        const auto& [a, b, c] = t.corners;
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
            const auto back = facet_at.find({to, from});
            ASSERT_TRUE(back != facet_at.end());
            const auto other = std::find_if(hull.begin(), hull.end(), [&](const HullTriangle& o) {
                return o.facet == back->second && o.corners != t.corners &&
                       std::ranges::find(o.corners, from) != o.corners.end() &&
                       std::ranges::find(o.corners, to) != o.corners.end();
            });
            ASSERT_TRUE(other != hull.end());
            const bool is_flat = std::ranges::all_of(other->corners, [&](std::uint32_t p) {
                return six_volumes(points[a], points[b], points[c], points[p]) == 0;
            });
            ASSERT_EQ(is_flat, other->facet == t.facet);
        }
    }
}

TEST(ConvexHull, HasEveryPointBehindItAndNoOpenEdge) {
    for (std::size_t run = 0; run < repeats(200); ++run) {
        Random random(run);
        // Small cubes give many points in one plane, on one line and at one place.
        const std::int64_t reach = run % 3 == 0 ? 2 : run % 3 == 1 ? 20 : (std::int64_t{1} << 37);
        Points points;
        for (std::size_t i = 0; i < 4 + run % 60; ++i) {
            points.push_back({random.integer(-reach, reach),
                              random.integer(-reach, reach),
                              random.integer(-reach, reach)});
        }
        const std::vector<HullTriangle> hull = convex_hull(points);
        const bool is_flat = std::ranges::all_of(points, [&](const GridPoint& p) {
            return std::ranges::all_of(points, [&](const GridPoint& q) {
                return six_volumes(points[0], points[1], p, q) == 0;
            });
        });
        if (hull.empty()) {
            ASSERT_TRUE(is_flat || points[0] == points[1]) << run;
            continue;
        }
        check_hull(points, hull);
    }
}

TEST(ConvexHull, OfACubeWithPointsInItsFacesHasSixFacets) {
    Points points;
    for (std::int64_t x = 0; x <= 4; ++x) {
        for (std::int64_t y = 0; y <= 4; ++y) {
            for (std::int64_t z = 0; z <= 4; ++z) {
                points.push_back({x, y, z});
            }
        }
    }
    const std::vector<HullTriangle> hull = convex_hull(points);
    check_hull(points, hull);
    std::set<std::uint32_t> facets;
    for (const HullTriangle& triangle : hull) {
        facets.insert(triangle.facet);
    }
    EXPECT_EQ(facets.size(), 6u);
}

TEST(ConvexHull, OfFlatPointsIsEmpty) {
    EXPECT_TRUE(convex_hull(Points{}).empty());
    EXPECT_TRUE(convex_hull(Points{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}).empty());
    EXPECT_TRUE(convex_hull(Points{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).empty());
    EXPECT_TRUE(convex_hull(Points{{0, 0, 0}, {8, 0, 1}, {0, 8, 1}, {8, 8, 2}, {4, 4, 1}}).empty());
}

}  // namespace
}  // namespace halfspace::test
