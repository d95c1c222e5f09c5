// SPDX-License-Identifier: MIT
#include "import/surfaces/open_edges.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace halfspace::test {
namespace {

// open_edges reads the corners only.
ImportedPolygon polygon_of(const std::vector<GridPoint>& points) {
    ImportedPolygon polygon;
    for (const GridPoint& point : points) {
        Corner corner{};
        corner.point.rounded.x = static_cast<double>(point[0]);
        corner.point.rounded.y = static_cast<double>(point[1]);
        corner.point.rounded.z = static_cast<double>(point[2]);
        polygon.polygon.corners.push_back(corner);
    }
    return polygon;
}

void turn(ImportedPolygon& polygon) {
    std::reverse(polygon.polygon.corners.begin(), polygon.polygon.corners.end());
}

// -x, +x, -y, +y, -z, +z, looking out.
std::vector<ImportedPolygon> box_surface(const GridPoint& a, const GridPoint& b) {
    const auto at = [&](int x, int y, int z) {
        return GridPoint{x == 0 ? a[0] : b[0], y == 0 ? a[1] : b[1], z == 0 ? a[2] : b[2]};
    };
    return {polygon_of({at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0)}),
            polygon_of({at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}),
            polygon_of({at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)}),
            polygon_of({at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), at(1, 1, 0)}),
            polygon_of({at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)}),
            polygon_of({at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)})};
}

TEST(OpenEdges, AreNoneOfAClosedSurface) {
    EXPECT_TRUE(open_edges({}).empty());
    EXPECT_TRUE(open_edges(box_surface({0, 0, 0}, {8, 8, 8})).empty());
}

TEST(OpenEdges, AreThoseOfAMissingPolygon) {
    for (std::size_t missing = 0; missing < 6; ++missing) {
        std::vector<ImportedPolygon> surface = box_surface({0, 0, 0}, {8, 4, 2});
        const std::vector<Corner> corners = surface[missing].polygon.corners;
        surface.erase(surface.begin() + static_cast<std::ptrdiff_t>(missing));
        const std::vector<OpenEdge> open = open_edges(surface);
        ASSERT_EQ(open.size(), 4u);
        for (std::size_t i = 0; i < 4; ++i) {
            // The neighbours run against it.
            const GridPoint from = grid_point(corners[(i + 1) % 4].point);
            const GridPoint to = grid_point(corners[i].point);
            EXPECT_TRUE(std::any_of(open.begin(), open.end(), [&](const OpenEdge& edge) {
                return edge.from == from && edge.to == to && edge.along == 1 && edge.against == 0;
            })) << missing;
        }
    }
}

TEST(OpenEdges, AreRunAlongTwiceWhereAPolygonFacesTheWrongWay) {
    std::vector<ImportedPolygon> surface = box_surface({0, 0, 0}, {8, 8, 8});
    turn(surface[3]);
    const std::vector<OpenEdge> open = open_edges(surface);
    ASSERT_EQ(open.size(), 4u);
    for (const OpenEdge& edge : open) {
        EXPECT_EQ(edge.along, 2u);
        EXPECT_EQ(edge.against, 0u);
    }
}

TEST(OpenEdges, AreClosedByShorterOnes) {
    std::vector<ImportedPolygon> surface = box_surface({0, 0, 0}, {8, 8, 8});
    // The top in three strips, of which the edges of the sides know nothing.
    surface.pop_back();
    for (const auto& [low, high] : {std::pair(0, 2), std::pair(2, 7), std::pair(7, 8)}) {
        surface.push_back(polygon_of({{low, 0, 8}, {high, 0, 8}, {high, 8, 8}, {low, 8, 8}}));
    }
    EXPECT_TRUE(open_edges(surface).empty());
    surface.erase(surface.begin() + 6);  // the strip in the middle
    const std::vector<OpenEdge> open = open_edges(surface);
    ASSERT_EQ(open.size(), 4u);
    EXPECT_TRUE(std::any_of(open.begin(), open.end(), [](const OpenEdge& edge) {
        return edge.from == GridPoint{7, 0, 8} && edge.to == GridPoint{2, 0, 8};
    }));
}

// A square of width and height in the plane z = 0.
ImportedPolygon square_at(std::int64_t x, std::int64_t width, bool is_upward) {
    ImportedPolygon square =
        polygon_of({{x, 0, 0}, {x + width, 0, 0}, {x + width, 1, 0}, {x, 1, 0}});
    if (!is_upward) {
        turn(square);
    }
    return square;
}

// Which squares run along x from `at` to at + 1 on the line y = 0, and which against it.
struct Stretch {
    std::vector<std::uint32_t> along;
    std::vector<std::uint32_t> against;
};
Stretch stretch_at(const std::vector<ImportedPolygon>& squares, std::int64_t at) {
    Stretch stretch;
    for (std::uint32_t i = 0; i < squares.size(); ++i) {
        const std::vector<Corner>& corners = squares[i].polygon.corners;
        const bool looks_up = corners.front().point.rounded.y == 0;
        const double begin = corners[looks_up ? 0 : 3].point.rounded.x;
        const double end = corners[looks_up ? 1 : 2].point.rounded.x;
        if (begin <= static_cast<double>(at) && static_cast<double>(at) < end) {
            (looks_up ? stretch.along : stretch.against).push_back(i);
        }
    }
    return stretch;
}

TEST(OpenEdges, OfSquaresInARowAreThoseThatCountingFinds) {
    Random random(17);
    for (int round = 0; round < 300; ++round) {
        std::vector<ImportedPolygon> squares;
        for (int i = 0; i < 12; ++i) {
            squares.push_back(square_at(random.integer(0, 9), random.integer(1, 6), i % 3 != 0));
        }
        const std::vector<OpenEdge> open = open_edges(squares);
        for (std::int64_t at = -1; at < 17; ++at) {
            Stretch stretch = stretch_at(squares, at);
            if (stretch.along.size() < stretch.against.size()) {
                std::swap(stretch.along, stretch.against);
            }
            std::size_t found = 0;
            for (const OpenEdge& edge : open) {
                if (edge.from[1] != 0 || edge.to[1] != 0 ||
                    std::min(edge.from[0], edge.to[0]) > at ||
                    std::max(edge.from[0], edge.to[0]) <= at) {
                    continue;  // not here on the line y = 0
                }
                ++found;
                EXPECT_EQ(edge.along, stretch.along.size()) << round << " at " << at;
                EXPECT_EQ(edge.against, stretch.against.size()) << round << " at " << at;
                EXPECT_EQ(edge.polygon, stretch.along.front()) << round << " at " << at;
            }
            EXPECT_EQ(found, stretch.along.size() == stretch.against.size() ? 0u : 1u)
                << round << " at " << at;
        }
    }
}

}  // namespace
}  // namespace halfspace::test
