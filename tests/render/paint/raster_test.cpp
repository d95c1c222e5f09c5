// SPDX-License-Identifier: MIT
// Coverage in whole numbers: against brute force, and of meshes whose polygons share their edges.
#include "render/paint/raster.h"

#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace halfspace::test {
namespace {

using Corners = std::vector<SnappedPoint>;
__extension__ using Wide = __int128;

bool is_covered(const TileMask& mask, int x, int y) {
    return (mask[static_cast<std::size_t>(y)] >> x & 1) != 0;
}

// The rule of painter.h word by word, for triangles of either direction.
bool is_inside_or_left_or_upper(const Corners& triangle, const SnappedPoint& p) {
    const auto doubled_area =
        [](const SnappedPoint& a, const SnappedPoint& b, const SnappedPoint& c) {
            return Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x);
        };
    Corners t = triangle;
    const Wide area = doubled_area(t[0], t[1], t[2]);
    if (area == 0) {
        return false;
    }
    if (area < 0) {
        std::swap(t[1], t[2]);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const SnappedPoint& a = t[i];
        const SnappedPoint& b = t[(i + 1) % 3];
        const Wide at = doubled_area(a, b, p);
        // With y downwards and positive area the inside is to the right on the picture of the way
        // a-b: ways up are left edges, ways right upper ones.
        const bool is_left = b.y < a.y;
        const bool is_upper = b.y == a.y && b.x > a.x;
        if (at < 0 || (at == 0 && !is_left && !is_upper)) {
            return false;
        }
    }
    return true;
}

SnappedPoint centre(int x, int y) {
    return {x * kPixel + kPixel / 2, y * kPixel + kPixel / 2};
}

TEST(Cover, AgreesWithTheRuleForEveryTriangle) {
    Random random(1);
    for (int round = 0; round < 600; ++round) {
        // Every third on pixel centres, where edges meet centres exactly; some far off the tile.
        const std::int64_t unit = round % 3 == 0 ? kPixel / 2 : 1;
        const std::int64_t reach = (round % 5 == 0 ? 8000 : 80) * kPixel / unit;
        Corners triangle;
        for (int i = 0; i < 3; ++i) {
            triangle.push_back(
                {random.integer(-reach, reach) * unit, random.integer(-reach, reach) * unit});
        }
        const auto first_x = static_cast<std::int32_t>(random.integer(-1, 1)) * kTileSize;
        const auto first_y = static_cast<std::int32_t>(random.integer(-1, 1)) * kTileSize;
        TileMask mask;
        cover(triangle, first_x, first_y, mask);
        for (int y = 0; y < kTileSize; ++y) {
            for (int x = 0; x < kTileSize; ++x) {
                ASSERT_EQ(is_covered(mask, x, y),
                          is_inside_or_left_or_upper(triangle, centre(first_x + x, first_y + y)))
                    << "round " << round << " pixel " << x << " " << y;
            }
        }
    }
}

TEST(Cover, DoesNotDependOnTheDirectionOrTheFirstCorner) {
    Random random(2);
    for (int round = 0; round < 200; ++round) {
        Corners polygon;
        for (int i = 0; i < 4; ++i) {
            polygon.push_back({random.integer(0, 64 * kPixel), random.integer(0, 64 * kPixel)});
        }
        TileMask mask;
        cover(polygon, 0, 0, mask);
        std::reverse(polygon.begin(), polygon.end());
        std::rotate(polygon.begin(), polygon.begin() + 1, polygon.end());
        TileMask turned;
        cover(polygon, 0, 0, turned);
        EXPECT_EQ(mask, turned);
    }
}

// A grid of moved corners around the tile, each square cut along one of its diagonals.
std::vector<Corners> random_mesh(Random& random, std::int64_t unit) {
    constexpr int kSquares = 9;
    const std::int64_t step = 10 * kPixel / unit;
    std::vector<Corners> rows;
    for (int y = 0; y <= kSquares; ++y) {
        Corners row;
        for (int x = 0; x <= kSquares; ++x) {
            const std::int64_t move = step / 5;  // no triangle turns over
            row.push_back({(x * step - step + random.integer(-move, move)) * unit,
                           (y * step - step + random.integer(-move, move)) * unit});
        }
        rows.push_back(row);
    }
    std::vector<Corners> mesh;
    for (std::size_t y = 0; y < kSquares; ++y) {
        for (std::size_t x = 0; x < kSquares; ++x) {
            const SnappedPoint a = rows[y][x];
            const SnappedPoint b = rows[y][x + 1];
            const SnappedPoint c = rows[y + 1][x + 1];
            const SnappedPoint d = rows[y + 1][x];
            if (random.one_in(2)) {
                mesh.insert(mesh.end(), {{a, b, c}, {a, c, d}});
            } else {
                mesh.insert(mesh.end(), {{a, b, d}, {b, c, d}});
            }
        }
    }
    return mesh;
}

TEST(Cover, OfAMeshTakesEveryPixelExactlyOnce) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        std::vector<int> counts(kTileSize * kTileSize);
        for (const Corners& polygon : random_mesh(random, round % 2 == 0 ? 1 : kPixel / 2)) {
            TileMask mask;
            cover(polygon, 0, 0, mask);
            for (int i = 0; i < kTileSize * kTileSize; ++i) {
                counts[static_cast<std::size_t>(i)] +=
                    is_covered(mask, i % kTileSize, i / kTileSize) ? 1 : 0;
            }
        }
        for (int y = 0; y < kTileSize; ++y) {
            for (int x = 0; x < kTileSize; ++x) {
                ASSERT_EQ(counts[static_cast<std::size_t>(y * kTileSize + x)], 1)
                    << "round " << round << " pixel " << x << " " << y;
            }
        }
    }
}

TEST(Cover, GoesOnAcrossTiles) {
    Random random(4);
    const Corners triangle{{-300 * kPixel + 7, 5 * kPixel + 1},
                           {500 * kPixel + 3, 40 * kPixel},
                           {90 * kPixel, 400 * kPixel + 11}};
    for (int tile_y = 0; tile_y < 6; ++tile_y) {
        for (int tile_x = 0; tile_x < 8; ++tile_x) {
            TileMask mask;
            cover(triangle, tile_x * kTileSize, tile_y * kTileSize, mask);
            for (int i = 0; i < 200; ++i) {
                const auto x = static_cast<int>(random.integer(0, kTileSize - 1));
                const auto y = static_cast<int>(random.integer(0, kTileSize - 1));
                const SnappedPoint p = centre(tile_x * kTileSize + x, tile_y * kTileSize + y);
                ASSERT_EQ(is_covered(mask, x, y), is_inside_or_left_or_upper(triangle, p));
            }
        }
    }
}

TEST(FirstPixel, IsTheFirstOneWhoseCentreIsNotBefore) {
    for (std::int64_t c = -3 * kPixel; c < 3 * kPixel; c += 17) {
        const std::int32_t pixel = first_pixel(c);
        EXPECT_GE(pixel * kPixel + kPixel / 2, c);
        EXPECT_LT((pixel - 1) * kPixel + kPixel / 2, c);
    }
    EXPECT_EQ(first_pixel(kPixel / 2), 0);
    EXPECT_EQ(first_pixel(kPixel / 2 + 1), 1);
}

}  // namespace
}  // namespace halfspace::test
