// SPDX-License-Identifier: MIT
#include "nav/convex_pieces.h"

#include "halfspace/base/id.h"

#include "nav/flat.h"
#include "support/random.h"
#include "support/repeats.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

namespace halfspace::test {
namespace {

Piece polygon_of(std::size_t count) {
    Piece polygon;
    for (std::uint32_t i = 0; i < count; ++i) {
        polygon.push_back({i, i});
    }
    return polygon;
}

bool is_convex(const std::vector<Vec3>& vertices, const Piece& piece) {
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const auto at = [&](std::size_t k) {
            return vertices[piece[(i + k) % piece.size()].vertex];
        };
        if (side_of(at(0), at(1), at(2)) < 0) {
            return false;
        }
    }
    return true;
}

double area_of(const std::vector<Vec3>& vertices, const Piece& piece) {
    double sum = 0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const Vec3 a = vertices[piece[i].vertex] - vertices[piece[0].vertex];
        const Vec3 b = vertices[piece[(i + 1) % piece.size()].vertex] - vertices[piece[0].vertex];
        sum += cross(a, b).z;
    }
    return sum;
}

TEST(ConvexPieces, LeavesConvexPolygonsWhole) {
    const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const std::vector<Piece> pieces = convex_pieces(square, polygon_of(5));
    ASSERT_EQ(pieces.size(), 1u);
    EXPECT_EQ(pieces[0].size(), 5u);
}

TEST(ConvexPieces, CutsAPolygonAtAConcaveCorner) {
    const std::vector<Vec3> dented{{0, 0, 0}, {1, 0x1p-52, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    const std::vector<Piece> pieces = convex_pieces(dented, polygon_of(5));
    ASSERT_EQ(pieces.size(), 2u);
    EXPECT_TRUE(is_convex(dented, pieces[0]));
    EXPECT_TRUE(is_convex(dented, pieces[1]));
}

TEST(ConvexPieces, AreConvexAndCoverEachPolygonWhoseCornersAreRounded) {
    Random random(1);
    std::size_t cut = 0;
    for (std::size_t round = 0; round < repeats(2000); ++round) {
        // A rectangle with corners on its edges, turned and moved.
        std::vector<Vec3> vertices;
        const double width = static_cast<double>(random.integer(1, 50));
        const double height = static_cast<double>(random.integer(1, 50));
        const std::vector<Vec3> corners{
            {0, 0, 0}, {width, 0, 0}, {width, height, 0}, {0, height, 0}};
        const double angle = random.real(0, 6);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::int64_t parts = random.integer(1, 6);
            for (std::int64_t k = 0; k < parts; ++k) {
                const Vec3 p = lerp(corners[i],
                                    corners[(i + 1) % 4],
                                    static_cast<double>(k) / static_cast<double>(parts));
                vertices.push_back({std::cos(angle) * p.x - std::sin(angle) * p.y + 12345.678,
                                    std::sin(angle) * p.x + std::cos(angle) * p.y - 9876.543,
                                    0});
            }
        }
        const Piece polygon = polygon_of(vertices.size());
        const std::vector<Piece> pieces = convex_pieces(vertices, polygon);
        double area = 0;
        std::vector<int> uses(vertices.size());
        std::size_t cuts = 0;
        for (const Piece& piece : pieces) {
            ASSERT_TRUE(is_convex(vertices, piece)) << round;
            area += area_of(vertices, piece);
            for (const PieceCorner& corner : piece) {
                if (corner.edge == kNone) {
                    ++cuts;
                } else {
                    ++uses[corner.edge];
                }
            }
        }
        EXPECT_NEAR(area, area_of(vertices, polygon), 1e-6);
        EXPECT_EQ(cuts, 2 * (pieces.size() - 1));
        EXPECT_EQ(uses, std::vector<int>(vertices.size(), 1));
        cut += pieces.size() > 1 ? 1 : 0;
    }
    EXPECT_GT(cut, repeats(2000) / 4);
}

}  // namespace
}  // namespace halfspace::test
