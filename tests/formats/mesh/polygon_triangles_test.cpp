// SPDX-License-Identifier: MIT
#include "formats/mesh/polygon_triangles.h"

#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace halfspace::test {
namespace {

// Whole numbers, so that areas are exact.
struct Spot {
    std::int64_t x = 0;
    std::int64_t y = 0;
    bool operator==(const Spot&) const = default;
};
using Loop = std::vector<Spot>;

std::int64_t twice_area(const Spot& a, const Spot& b, const Spot& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

std::int64_t twice_area(const Loop& loop) {
    std::int64_t sum = 0;
    for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
        sum += twice_area(loop[0], loop[i], loop[i + 1]);
    }
    return sum;
}

// The loop in space: in a slanted plane, seen along one of the three axes.
std::vector<Vec3> in_space(const Loop& loop, std::size_t axis) {
    std::vector<Vec3> corners;
    for (const Spot& spot : loop) {
        Vec3 corner;
        corner[(axis + 1) % 3] = static_cast<double>(spot.x);
        corner[(axis + 2) % 3] = static_cast<double>(spot.y);
        corner[axis] = static_cast<double>(spot.x - spot.y) / 4;
        corners.push_back(corner);
    }
    return corners;
}

// Tells how the triangles differ from a cover of the loop, each part once; "" if they do not.
std::string fault_of(const Loop& loop, const PolygonTriangles& cut) {
    if (cut.triangles.size() != loop.size() - 2) {
        return "wrong number of triangles";
    }
    std::int64_t sum = 0;
    for (const auto& [a, b, c] : cut.triangles) {
        const std::int64_t area = twice_area(loop[a], loop[b], loop[c]);
        if (area < 0) {
            return "a triangle faces the wrong way";
        }
        sum += area;
    }
    return sum == twice_area(loop) ? "" : "the areas differ";
}

void expect_covered(const Loop& loop, const std::string& name) {
    for (const std::size_t axis : {0, 1, 2}) {
        for (std::size_t first = 0; first < loop.size(); ++first) {
            Loop turned = loop;
            std::ranges::rotate(turned, turned.begin() + static_cast<std::ptrdiff_t>(first));
            const PolygonTriangles cut = triangles_of(in_space(turned, axis));
            EXPECT_EQ(fault_of(turned, cut), "") << name << ", first corner " << first;
            EXPECT_FALSE(cut.crosses_itself) << name;
        }
    }
}

// True if c and d lie on the same side of the line through a and b.
bool are_on_one_side(const Spot& a, const Spot& b, const Spot& c, const Spot& d) {
    const std::int64_t at_c = twice_area(a, b, c);
    const std::int64_t at_d = twice_area(a, b, d);
    return (at_c > 0 && at_d > 0) || (at_c < 0 && at_d < 0);
}

// True if an edge of the loop meets the segment, except at its ends.
bool is_crossed_by(const Loop& loop, const Spot& a, const Spot& b) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
        const Spot& p = loop[i];
        const Spot& q = loop[(i + 1) % loop.size()];
        const bool are_apart = are_on_one_side(a, b, p, q);
        const bool are_beyond = are_on_one_side(p, q, a, b);
        const bool is_at_an_end = p == a || q == a || p == b || q == b;
        if (!are_apart && !are_beyond && !is_at_an_end) {
            return true;
        }
    }
    return false;
}

// A polygon around a centre, counter-clockwise.
Loop star(Random& random, const Spot& centre, int corners, int least, int most) {
    Loop loop;
    for (int i = 0; i < corners; ++i) {
        const double angle = 6.283185307179586 * i / corners;
        const double reach = static_cast<double>(random.integer(least, most));
        loop.push_back({centre.x + std::llround(reach * std::cos(angle)),
                        centre.y + std::llround(reach * std::sin(angle))});
    }
    return loop;
}

// Joins a hole to the loop by an edge that runs there and back. False if the hole touches the loop,
// or if no edge is found.
bool join(Loop& loop, const Loop& hole) {
    for (std::size_t h = 0; h < hole.size(); ++h) {
        if (is_crossed_by(loop, hole[h], hole[(h + 1) % hole.size()])) {
            return false;
        }
    }
    for (std::size_t h = 0; h < hole.size(); ++h) {
        for (std::size_t i = 0; i < loop.size(); ++i) {
            if (is_crossed_by(loop, loop[i], hole[h]) || is_crossed_by(hole, loop[i], hole[h])) {
                continue;
            }
            // A corner that occurs twice is at two parts of the loop. The edge must begin between
            // the neighbours of this one.
            const Spot& before = loop[(i + loop.size() - 1) % loop.size()];
            const Spot& after = loop[(i + 1) % loop.size()];
            const bool is_left_of_first = twice_area(before, loop[i], hole[h]) > 0;
            const bool is_left_of_second = twice_area(loop[i], after, hole[h]) > 0;
            const bool is_convex = twice_area(before, loop[i], after) > 0;
            if (is_convex ? !(is_left_of_first && is_left_of_second)
                          : !(is_left_of_first || is_left_of_second)) {
                continue;
            }
            Loop bridge;
            for (std::size_t k = 0; k <= hole.size(); ++k) {
                bridge.push_back(hole[(h + hole.size() - k) % hole.size()]);
            }
            bridge.push_back(loop[i]);
            loop.insert(
                loop.begin() + static_cast<std::ptrdiff_t>(i) + 1, bridge.begin(), bridge.end());
            return true;
        }
    }
    return false;
}

TEST(TrianglesOf, ARingJoinedByABridgeIsNotFilled) {
    const Loop ring{{0, 0}, {8, 0}, {8, 8}, {0, 8}, {0, 0}, {2, 2}, {2, 6}, {6, 6}, {6, 2}, {2, 2}};
    ASSERT_EQ(twice_area(ring), 2 * 48);
    expect_covered(ring, "ring");
}

TEST(TrianglesOf, PolygonsThatTouchThemselvesAreCovered) {
    expect_covered({{0, 0}, {4, 0}, {4, 4}, {8, 4}, {8, 8}, {4, 8}, {4, 4}, {0, 4}}, "two squares");
    expect_covered({{0, 0}, {4, 0}, {8, 0}, {8, 8}, {4, 8}, {4, 0}, {4, 8}, {0, 8}}, "a slit");
    expect_covered({{0, 0}, {8, 0}, {8, 8}, {4, 0}, {0, 8}}, "a corner on an edge");
    expect_covered({{0, 0}, {4, 0}, {4, -4}, {4, 0}, {8, 0}, {8, 8}, {0, 8}}, "a spike outwards");
    expect_covered({{0, 0}, {2, 0}, {4, 0}, {6, 0}, {6, 6}, {4, 6}, {2, 6}, {0, 6}, {0, 3}},
                   "corners on lines");
    expect_covered({{0, 0}, {8, 0}, {8, 8}, {8, 8}, {0, 8}}, "a corner twice");
}

TEST(TrianglesOf, RandomPolygonsWithHolesAreCovered) {
    Random random(27);
    std::size_t holes = 0;
    for (std::uint64_t n = 0; n < repeats(2000); ++n) {
        Loop loop = star(random, {0, 0}, static_cast<int>(random.integer(6, 16)), 500, 1000);
        for (const Spot& centre :
             {Spot{-200, -200}, Spot{200, -200}, Spot{-200, 200}, Spot{200, 200}}) {
            const Loop hole = star(random, centre, static_cast<int>(random.integer(3, 7)), 20, 100);
            if (random.integer(0, 2) != 0) {
                holes += join(loop, hole) ? 1 : 0;
            }
        }
        const PolygonTriangles cut = triangles_of(in_space(loop, n % 3));
        ASSERT_EQ(fault_of(loop, cut), "") << n;
        ASSERT_FALSE(cut.crosses_itself) << n;
    }
    EXPECT_GT(holes, repeats(2000));
}

TEST(TrianglesOf, TellsThatAPolygonCrossesItself) {
    EXPECT_TRUE(triangles_of(in_space({{0, 0}, {8, 8}, {8, 0}, {0, 4}}, 2)).crosses_itself);
    const Loop pentagram{{0, 10}, {-6, -8}, {10, 3}, {-10, 3}, {6, -8}};
    EXPECT_TRUE(triangles_of(in_space(pentagram, 2)).crosses_itself);
    EXPECT_EQ(triangles_of(in_space(pentagram, 2)).triangles.size(), 3u);
}

}  // namespace
}  // namespace halfspace::test
