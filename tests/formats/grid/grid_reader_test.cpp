// SPDX-License-Identifier: MIT
#include "formats/shared/grid_reader.h"

#include "halfspace/base/file.h"

#include "support/random.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using test::Random;

World world_of(std::string_view text) {
    Result<ReadWorld> read = read_grid(text, "test.grid");
    EXPECT_TRUE(read) << to_string(read.error());
    return read ? std::move(read->world) : World{.entities = {{}}};
}

std::string error_of(std::string_view text) {
    const Result<ReadWorld> read = read_grid(text, "test.grid");
    EXPECT_FALSE(read);
    return read ? "" : to_string(read.error());
}

Vec3 area_of(const SurfacePolygon& polygon) {
    Vec3 twice;
    const Vec3 origin = to_vec3(polygon.corners[0].point);
    for (std::size_t i = 1; i + 1 < polygon.corners.size(); ++i) {
        twice = twice + cross(to_vec3(polygon.corners[i].point) - origin,
                              to_vec3(polygon.corners[i + 1].point) - origin);
    }
    return twice * 0.5;
}

// How much of the sphere around the point a triangle covers, after Van Oosterom and Strackee.
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double la = length(a);
    const double lb = length(b);
    const double lc = length(c);
    return 2 * std::atan2(dot(a, cross(b, c)),
                          la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}

// How often the surface runs around the point.
double winding(const World& world, const Vec3& p) {
    double sum = 0;
    for (const SurfacePolygon& polygon : world.entities[0].polygons) {
        const Vec3 a = to_vec3(polygon.corners[0].point) - p;
        for (std::size_t i = 1; i + 1 < polygon.corners.size(); ++i) {
            sum += solid_angle(a,
                               to_vec3(polygon.corners[i].point) - p,
                               to_vec3(polygon.corners[i + 1].point) - p);
        }
    }
    return sum / (4 * std::numbers::pi);
}

bool is_closed(const World& world) {
    std::map<std::pair<DecimalPoint, DecimalPoint>, int> balance;
    for (const SurfacePolygon& polygon : world.entities[0].polygons) {
        for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
            const DecimalPoint& a = polygon.corners[i].point;
            const DecimalPoint& b = polygon.corners[(i + 1) % polygon.corners.size()].point;
            balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    }
    return std::all_of(balance.begin(), balance.end(), [](const auto& e) { return e.second == 0; });
}

// By the words of the format: x to the east and y to the north within the cell, in [0, 1].
bool is_solid_there(char cell, double x, double y) {
    switch (cell) {
        case '1':
            return true;
        case '2':  // open towards the south-east
            return y > x;
        case '3':  // open towards the south-west
            return x + y > 1;
        case '4':  // open towards the north-west
            return y < x;
        case '5':  // open towards the north-east
            return x + y < 1;
        default:
            return false;
    }
}

std::vector<std::string> random_rows(Random& random) {
    const auto width = static_cast<std::size_t>(random.integer(1, 7));
    const auto height = static_cast<std::size_t>(random.integer(1, 7));
    std::vector<std::string> rows(height, std::string(width, '.'));
    for (std::string& row : rows) {
        for (char& cell : row) {
            cell = "0123451."[random.integer(0, 7)];
        }
    }
    rows[0][0] = 'P';
    return rows;
}

std::string text_of(const std::vector<std::string>& rows) {
    std::string text;
    for (const std::string& row : rows) {
        text += row + "\n";
    }
    return text;
}

TEST(ReadGrid, PutsSolidWhereTheWordsOfTheFormatPutIt) {
    Random random(1);
    for (int round = 0; round < 60; ++round) {
        const std::vector<std::string> rows = random_rows(random);
        const World world = world_of(text_of(rows));
        ASSERT_TRUE(is_closed(world));
        const auto width = static_cast<double>(rows[0].size());
        const auto height = static_cast<double>(rows.size());
        for (std::size_t r = 0; r < rows.size(); ++r) {
            for (std::size_t c = 0; c < rows[r].size(); ++c) {
                for (const auto& [x, y] :
                     {std::pair{0.5, 0.2}, {0.5, 0.8}, {0.2, 0.5}, {0.8, 0.5}}) {
                    const Vec3 p{static_cast<double>(c) + x - width / 2,
                                 height / 2 - static_cast<double>(r) - 1 + y,
                                 random.real(0.1, 2.9)};
                    const double expected = is_solid_there(rows[r][c], x, y) ? 0 : -1;
                    ASSERT_NEAR(winding(world, p), expected, 1e-9) << text_of(rows);
                }
            }
        }
        // Beyond the plan, above and below it.
        ASSERT_NEAR(winding(world, {width / 2 + 0.5, 0.25, 1}), 0, 1e-9);
        ASSERT_NEAR(winding(world, {0.25, 0.25, 3.5}), 0, 1e-9);
        ASSERT_NEAR(winding(world, {0.25, 0.25, -0.5}), 0, 1e-9);
    }
}

TEST(ReadGrid, MakesTheBoxOfOneCell) {
    const World world = world_of("0");
    ASSERT_EQ(world.entities.size(), 1u);
    ASSERT_EQ(world.entities[0].polygons.size(), 6u);
    double volume = 0;
    for (const SurfacePolygon& polygon : world.entities[0].polygons) {
        volume += dot(to_vec3(polygon.corners[0].point), area_of(polygon)) / 3;
        EXPECT_EQ(polygon.position.line, 1u);
        EXPECT_EQ(polygon.position.column, 1u);
    }
    EXPECT_EQ(volume, -3);  // the inside is open
}

TEST(ReadGrid, MakesNoSideBetweenEqualNeighbours) {
    EXPECT_EQ(world_of("00").entities[0].polygons.size(), 10u);
    EXPECT_EQ(world_of("010").entities[0].polygons.size(), 12u);
    // 2 is solid in the north and west, 5 in the south and west.
    EXPECT_EQ(world_of("2").entities[0].polygons.size(), 5u);
    EXPECT_EQ(world_of("02").entities[0].polygons.size(), 11u);
    EXPECT_EQ(world_of("20").entities[0].polygons.size(), 9u);
}

TEST(ReadGrid, GivesPicturesThatStandUprightAndAreNotMirrored) {
    const World world = world_of("P23\n.54\n...");
    for (const SurfacePolygon& polygon : world.entities[0].polygons) {
        // The gradients of u and v within the plane, from two edges.
        const Vec3 a = to_vec3(polygon.corners[1].point) - to_vec3(polygon.corners[0].point);
        const Vec3 b = to_vec3(polygon.corners[2].point) - to_vec3(polygon.corners[0].point);
        const Vec3 n = area_of(polygon);
        const double size = dot(n, cross(a, b));
        const auto gradient = [&](double da, double db) {
            return (cross(b, n) * da + cross(n, a) * db) * (1 / size);
        };
        const auto& c = polygon.corners;
        const Vec3 u = gradient(c[1].u - c[0].u, c[2].u - c[0].u);
        const Vec3 v = gradient(c[1].v - c[0].v, c[2].v - c[0].v);
        EXPECT_LT(dot(n, cross(u, v)), 0);  // v runs downwards
        EXPECT_NEAR(dot(u, v), 0, 1e-12);
        if (n.z == 0) {
            EXPECT_NEAR(v.z, -1, 1e-12);
        } else {
            EXPECT_NEAR(v.y, -1, 1e-12);  // north is up
        }
        for (const PolygonCorner& corner : polygon.corners) {
            EXPECT_EQ(corner.u, std::floor(corner.u));
            EXPECT_EQ(corner.v, std::floor(corner.v));
        }
    }
}

TEST(ReadGrid, FollowsItsHeader) {
    const World world = world_of(
        "# a comment\n"
        "cell 64\nheight 100.5\nbase -8\nrepeat 32\nmessage Two rooms\n"
        "wall_texture stone\nfloor_texture stone\nceiling_texture wood\n\nP1.\n");
    ASSERT_EQ(world.entities.size(), 2u);
    EXPECT_EQ(world.entities[0].value("classname"), "worldspawn");
    EXPECT_EQ(world.entities[0].value("message"), "Two rooms");
    EXPECT_EQ(world.entities[1].value("classname"), "info_player_start");
    EXPECT_EQ(world.entities[1].value("origin"), "-64 0 24");
    EXPECT_TRUE(world.entities[1].has_origin);
    EXPECT_EQ(world.entities[1].origin, (Vec3{-64, 0, 24}));
    ASSERT_EQ(world.materials.size(), 2u);
    EXPECT_EQ(world.materials[0].name, "stone");
    EXPECT_EQ(world.materials[1].name, "wood");
    Vec3 low;
    Vec3 high;
    for (const SurfacePolygon& polygon : world.entities[0].polygons) {
        double least = 1e9;
        double most = -1e9;
        for (const PolygonCorner& corner : polygon.corners) {
            const Vec3 p = to_vec3(corner.point);
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
            least = std::min(least, corner.u);
            most = std::max(most, corner.u);
        }
        EXPECT_EQ(most - least, 2);
    }
    EXPECT_EQ(low, (Vec3{-96, -32, -8}));
    EXPECT_EQ(high, (Vec3{96, 32, 92.5}));
}

TEST(ReadGrid, LeavesOutFloorsAndCeilingsWhenTold) {
    const World open = world_of("floor no\nceiling no\n..\n");
    EXPECT_EQ(open.entities[0].polygons.size(), 6u);
    EXPECT_FALSE(is_closed(open));
}

TEST(ReadGrid, TakesAllLineEndsAndBlanksAtTheirEnds) {
    const auto polygons = [](std::string_view text) {
        return world_of(text).entities[0].polygons.size();
    };
    const std::size_t expected = polygons("1.\n.1\n");
    EXPECT_EQ(polygons("1.\r\n.1\r\n"), expected);
    EXPECT_EQ(polygons("1.\r.1\r"), expected);
    EXPECT_EQ(polygons("\xef\xbb\xbf\n\n1. \n.1\t\n\n\n"), expected);
    EXPECT_EQ(polygons("// above\n1.\n# between\n.1"), expected);
}

TEST(ReadGrid, NotesAPlanWithoutAStart) {
    const Result<ReadWorld> read = read_grid("..", "test.grid");
    ASSERT_TRUE(read);
    ASSERT_EQ(read->diagnostics.size(), 1u);
    EXPECT_EQ(read->diagnostics[0].severity, Severity::Note);
    EXPECT_TRUE(read_grid(".P", "test.grid")->diagnostics.empty());
}

TEST(ReadGridErrors, NameTheCellWithLineAndColumn) {
    EXPECT_EQ(
        error_of("cell 2\n\n111\n1 1\n111\n"),
        "test.grid:4:2: error: a hole in row 2, column 2 of the plan; an open cell is written "
        "as a dot");
    EXPECT_EQ(
        error_of("111\n1x1\n"),
        "test.grid:2:2: error: expected a cell (0 to 5, a dot or P) in row 2, column 2 of the "
        "plan, found 'x'");
    EXPECT_EQ(error_of("111\n11\n"),
              "test.grid:2:3: error: row 2 has 2 cells, the rows before it have 3");
    EXPECT_EQ(error_of("111\n1111\n"),
              "test.grid:2:4: error: row 2 has 4 cells, the rows before it have 3");
    EXPECT_EQ(
        error_of("1.\n\n.1\n"),
        "test.grid:2:1: error: an empty line between two rows; a row of open cells is written "
        "with dots");
    EXPECT_EQ(error_of("111\n"),
              "test.grid:1:1: error: nothing of the plan is open; write a dot for each cell that "
              "is");
    EXPECT_EQ(error_of("cell 2\n"), "test.grid:2:1: error: there is no row of cells");
}

TEST(ReadGridErrors, NameTheKeyOfTheHeader) {
    EXPECT_EQ(error_of("cell 0\n.\n"),
              "test.grid:1:6: error: cell must be at least 1/1024, with at most 17 decimals");
    EXPECT_EQ(error_of("cell ten\n.\n"),
              "test.grid:1:6: error: expected a number for cell, found 'ten'");
    EXPECT_EQ(error_of("base 1048577\n.\n"), "test.grid:1:6: error: base lies beyond +-2^20");
    EXPECT_EQ(error_of("cell\n.\n"), "test.grid:1:5: error: expected a value for cell");
    EXPECT_EQ(error_of("cell 1\ncell 1\n.\n"),
              "test.grid:2:1: error: the key 'cell' is there twice");
    EXPECT_EQ(error_of("floor maybe\n.\n"),
              "test.grid:1:7: error: expected yes or no for floor, found 'maybe'");
    EXPECT_EQ(error_of("wall_texture a b\n.\n"),
              "test.grid:1:14: error: expected one name for wall_texture");
    EXPECT_EQ(error_of("color red\n.\n").substr(0, 55),
              "test.grid:1:1: error: expected a key of the header (cel");
    EXPECT_EQ(error_of("Cell 64\n.\n").substr(0, 55),
              "test.grid:1:1: error: expected a key of the header (cel");
}

TEST(ReadGrid, ReadsTheCastle) {
    const auto bytes = read_file(test::project_file("examples/levels/castle.grid"));
    ASSERT_TRUE(bytes);
    const World world = world_of({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    EXPECT_TRUE(is_closed(world));
    EXPECT_EQ(world.entities.size(), 2u);
    EXPECT_GT(world.entities[0].polygons.size(), 1000u);
}

}  // namespace
}  // namespace halfspace
