// SPDX-License-Identifier: MIT
#include "exact/shared/polygon.h"

#include "exact/exact.h"
#include "exact/random_planes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

using test::BigPoint;
using test::BigVector;
using test::cpp_int;
using test::Found;

constexpr int kPolygons = 300;

std::vector<BigPoint> exact_corners(const Polygon& polygon, const PlaneTable& table) {
    return test::exact_points(
        polygon.corners, table, [](const Corner& corner) { return corner.point; });
}

bool is_convex_and_counter_clockwise(const Polygon& polygon, const PlaneTable& table) {
    const std::vector<BigPoint> points = exact_corners(polygon, table);
    const ExactPlane plane = table.plane(polygon.plane);
    const std::size_t count = points.size();
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 2; k < count; ++k) {
            // Strictly, so that no two corners are equal and no three on a line.
            if (test::turn(plane.n, points[i], points[(i + 1) % count], points[(i + k) % count]) <=
                0) {
                return false;
            }
        }
    }
    return count >= 3;
}

// Corners in the plane and on both planes of their edges, in order.
void expect_sound(const Polygon& polygon, const PlaneTable& table) {
    const std::vector<BigPoint> points = exact_corners(polygon, table);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PlaneId edge = polygon.corners[i].edge;
        ASSERT_NE(edge.pair(), polygon.plane.pair());
        ASSERT_EQ(test::side_of(points[i], table.plane(polygon.plane)), Side::On);
        ASSERT_EQ(test::side_of(points[i], table.plane(edge)), Side::On);
        ASSERT_EQ(test::side_of(points[(i + 1) % points.size()], table.plane(edge)), Side::On);
    }
    ASSERT_TRUE(is_convex_and_counter_clockwise(polygon, table));
}

// Twice the area as a vector along the normal, times unit^2. REQUIRES: every w divides unit.
BigVector area_vector(const std::vector<BigPoint>& points, const cpp_int& unit) {
    BigVector sum{};
    for (std::size_t i = 0; i < points.size(); ++i) {
        const BigPoint& p = points[i];
        const BigPoint& q = points[(i + 1) % points.size()];
        const cpp_int scale = (unit / p.w) * (unit / q.w);
        sum[0] += (p.y * q.z - p.z * q.y) * scale;
        sum[1] += (p.z * q.x - p.x * q.z) * scale;
        sum[2] += (p.x * q.y - p.y * q.x) * scale;
    }
    return sum;
}

double area(const Polygon& polygon) {
    const auto at = [&](std::size_t i) { return polygon.corners[i].point.rounded; };
    Vec3 sum{0, 0, 0};
    for (std::size_t i = 2; i < polygon.corners.size(); ++i) {
        sum = sum + cross(at(i - 1) - at(0), at(i) - at(0));
    }
    return std::hypot(sum.x, sum.y, sum.z) / 2;
}

void expect_areas_sum(const Polygon& whole,
                      const Polygon& front,
                      const Polygon& back,
                      const PlaneTable& table) {
    const Polygon* polygons[] = {&whole, &front, &back};
    std::array<std::vector<BigPoint>, 3> corners;
    cpp_int unit = 1;
    for (std::size_t i = 0; i < 3; ++i) {
        corners[i] = exact_corners(*polygons[i], table);
        for (const BigPoint& p : corners[i]) {
            unit = lcm(unit, p.w);
        }
    }
    const BigVector all = area_vector(corners[0], unit);
    const BigVector a = area_vector(corners[1], unit);
    const BigVector b = area_vector(corners[2], unit);
    for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(all[i], a[i] + b[i]);
    }
    ASSERT_NEAR((area(front) + area(back)) / area(whole), 1, 1e-12);
}

// Polygons around circles: their edges' planes stand on the main axis of the plane or lean.
class Scene {
public:
    explicit Scene(std::uint64_t seed) : random(seed) {}

    test::Random random;
    PlaneTable table;

    std::optional<Polygon> polygon(int corners) {
        const std::array<std::int64_t, 3> n{
            random.integer(-7, 7), random.integer(-7, 7), random.one_in(2) ? -8 : 8};
        const auto turned = static_cast<std::size_t>(random.integer(0, 2));
        const auto placed = [&](const std::array<std::int64_t, 3>& v) {
            return std::array<std::int64_t, 3>{
                v[(3 - turned) % 3], v[(4 - turned) % 3], v[(5 - turned) % 3]};
        };
        const ExactPlane plane{placed(n), random.integer(-999, 999)};
        Polygon result{table.intern(plane), {}};
        const double start = random.real(0, std::numbers::pi);
        std::vector<PlaneId> edges;
        for (int i = 0; i < corners; ++i) {
            const double angle =
                start + (i + random.real(-0.3, 0.3)) * 2 * std::numbers::pi / corners;
            const double sense = n[2] > 0 ? angle : -angle;
            const auto a = static_cast<std::int64_t>(std::lround(400 * std::cos(sense)));
            const auto b = static_cast<std::int64_t>(std::lround(400 * std::sin(sense)));
            const std::int64_t lean = random.integer(-2, 2);
            const auto radius =
                static_cast<std::int64_t>(5000 * std::hypot(static_cast<double>(a), b));
            const ExactPlane edge{placed({a + lean * n[0], b + lean * n[1], lean * n[2]}),
                                  radius + lean * plane.d};
            edges.push_back(table.intern(random.one_in(2) ? edge : flipped(edge)));
        }
        const Predicates predicates(table);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const PlaneId before = edges[(i + edges.size() - 1) % edges.size()];
            if (!test::do_meet(
                    table.plane(result.plane), table.plane(before), table.plane(edges[i]))) {
                return std::nullopt;
            }
            result.corners.push_back({predicates.meet(result.plane, before, edges[i]), edges[i]});
        }
        if (!is_convex_and_counter_clockwise(result, table)) {
            return std::nullopt;
        }
        return result;
    }

    // A plane that crosses the polygon, touches it, or neither.
    std::optional<PlaneId> cutter(const Polygon& polygon) {
        const auto any_corner = [&]() -> const Corner& {
            return polygon.corners[static_cast<std::size_t>(
                random.integer(0, static_cast<std::int64_t>(polygon.corners.size()) - 1))];
        };
        const Corner& at = any_corner();
        const auto planes_of = [&](const ExactPoint& p) {
            return std::array<ExactPlane, 3>{
                table.plane(p.planes[0]), table.plane(p.planes[1]), table.plane(p.planes[2])};
        };
        const auto factor = [&]() -> cpp_int { return random.integer(-5, 5); };
        ExactPlane plane;
        switch (random.integer(0, 4)) {
            case 0:
                plane = {test::random_normal(random, 8), random.integer(-500'000, 500'000)};
                break;
            case 1:  // through a corner
                plane = test::combined(planes_of(at.point),
                                       std::array<cpp_int, 3>{factor(), factor(), factor()});
                break;
            case 2:  // through an edge
                plane = test::combined(
                    std::array<ExactPlane, 2>{table.plane(polygon.plane), table.plane(at.edge)},
                    std::array<cpp_int, 2>{factor(), factor()});
                break;
            case 3: {  // through two corners: what holds the first and, in the right mix, the
                       // second
                const std::array<ExactPlane, 3> planes = planes_of(at.point);
                const BigPoint other = test::exact(any_corner().point, table);
                const std::array<cpp_int, 3> off{test::distance(other, planes[0]),
                                                 test::distance(other, planes[1]),
                                                 test::distance(other, planes[2])};
                const cpp_int f = factor();
                plane = test::combined(
                    planes, std::array<cpp_int, 3>{off[1] + f * off[2], -off[0], -f * off[0]});
                break;
            }
            default:  // coplanar
                plane = table.plane(polygon.plane);
        }
        if (!test::is_plane(plane) ||
            3 * test::normal_bits(plane) + test::bits_of(test::to_cpp(plane.d)) >
                kMaxPredicateBits - 16) {
            return std::nullopt;
        }
        const PlaneId id = table.intern(plane);
        return random.one_in(2) ? id : id.flipped();
    }
};

Found found_sides(const Polygon& polygon, PlaneId plane, const PlaneTable& table) {
    return test::found_sides(exact_corners(polygon, table), table.plane(plane));
}

PolygonSide expected_side(const Found& found) {
    if (found.front && found.back) {
        return PolygonSide::Spanning;
    }
    if (!found.front && !found.back) {
        return PolygonSide::Coplanar;
    }
    return found.front ? PolygonSide::Front : PolygonSide::Back;
}

void expect_same_corners(const Polygon& a, const Polygon& b) {
    ASSERT_EQ(a.plane, b.plane);
    ASSERT_EQ(a.corners.size(), b.corners.size());
    for (std::size_t i = 0; i < a.corners.size(); ++i) {
        ASSERT_EQ(a.corners[i].point.planes, b.corners[i].point.planes);
    }
}

// Edges in the splitter carry its name afterwards.
void expect_relabelled(const Polygon& polygon, PlaneId plane, const PlaneTable& table) {
    const std::vector<BigPoint> points = exact_corners(polygon, table);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool is_in_plane =
            test::side_of(points[i], table.plane(plane)) == Side::On &&
            test::side_of(points[(i + 1) % points.size()], table.plane(plane)) == Side::On;
        ASSERT_EQ(polygon.corners[i].edge.pair() == plane.pair(), is_in_plane);
    }
}

void expect_pieces(const Polygon& whole,
                   const PolygonSplit& pieces,
                   PlaneId plane,
                   const PlaneTable& table) {
    ASSERT_TRUE(pieces.front && pieces.back);
    for (const Polygon* piece : {&*pieces.front, &*pieces.back}) {
        ASSERT_EQ(piece->plane, whole.plane);
        ASSERT_NO_FATAL_FAILURE(expect_sound(*piece, table));
        ASSERT_NO_FATAL_FAILURE(expect_relabelled(*piece, plane, table));
        const Found found = found_sides(*piece, plane, table);
        ASSERT_EQ(found.on, 2);
        ASSERT_EQ(found.front, piece == &*pieces.front);
        ASSERT_EQ(found.back, piece == &*pieces.back);
    }
    const int through = found_sides(whole, plane, table).on;
    ASSERT_EQ(pieces.front->corners.size() + pieces.back->corners.size(),
              whole.corners.size() + 4 - static_cast<std::size_t>(through));
    ASSERT_NO_FATAL_FAILURE(expect_areas_sum(whole, *pieces.front, *pieces.back, table));
}

void expect_whole(const Polygon& whole,
                  const PolygonSplit& pieces,
                  PlaneId plane,
                  PolygonSide side,
                  const PlaneTable& table) {
    const bool to_front =
        side == PolygonSide::Coplanar ? whole.plane == plane : side == PolygonSide::Front;
    ASSERT_EQ(pieces.front.has_value(), to_front);
    ASSERT_EQ(pieces.back.has_value(), !to_front);
    const Polygon& piece = to_front ? *pieces.front : *pieces.back;
    ASSERT_NO_FATAL_FAILURE(expect_same_corners(piece, whole));
    ASSERT_NO_FATAL_FAILURE(expect_sound(piece, table));
    if (side != PolygonSide::Coplanar) {
        ASSERT_NO_FATAL_FAILURE(expect_relabelled(piece, plane, table));
    }
}

TEST(PolygonSplit, GivesExactConvexPiecesOnTheirSidesWhoseAreasSumToTheWhole) {
    std::array<int, 4> sides{};
    int through_corners = 0;
    int made = 0;
    for (int i = 0; i < kPolygons; ++i) {
        Scene scene(static_cast<std::uint64_t>(i));
        auto polygon = scene.polygon(3 + i % 38);
        if (!polygon) {
            continue;
        }
        ++made;
        // On with a piece after each cut, so that cuts meet edges and corners of earlier ones.
        for (int cut = 0; cut < 8; ++cut) {
            const auto plane = scene.cutter(*polygon);
            if (!plane) {
                continue;
            }
            Predicates predicates(scene.table);
            const Found found = found_sides(*polygon, *plane, scene.table);
            const PolygonSide side = expected_side(found);
            ASSERT_EQ(classify(*polygon, *plane, predicates), side);
            ++sides[static_cast<std::size_t>(side)];
            PolygonSplit pieces = split(*polygon, *plane, predicates);
            if (side != PolygonSide::Spanning) {
                ASSERT_NO_FATAL_FAILURE(expect_whole(*polygon, pieces, *plane, side, scene.table));
            } else {
                through_corners += found.on;
                ASSERT_NO_FATAL_FAILURE(expect_pieces(*polygon, pieces, *plane, scene.table));
            }
            const bool take_front = pieces.front && (!pieces.back || scene.random.one_in(2));
            polygon = take_front ? std::move(pieces.front) : std::move(pieces.back);
        }
    }
    EXPECT_GT(made, kPolygons * 8 / 10);
    for (const int count : sides) {
        EXPECT_GT(count, 100);
    }
    EXPECT_GT(through_corners, 100);
}

TEST(PolygonSplit, SendsCoplanarPolygonsToTheSideThatTheyFace) {
    Scene scene(1);
    const auto polygon = scene.polygon(5);
    ASSERT_TRUE(polygon);
    Predicates predicates(scene.table);
    EXPECT_TRUE(split(*polygon, polygon->plane, predicates).front);
    EXPECT_FALSE(split(*polygon, polygon->plane, predicates).back);
    EXPECT_TRUE(split(*polygon, polygon->plane.flipped(), predicates).back);
    EXPECT_FALSE(split(*polygon, polygon->plane.flipped(), predicates).front);
    EXPECT_EQ(classify(*polygon, polygon->plane.flipped(), predicates), PolygonSide::Coplanar);
}

}  // namespace
}  // namespace halfspace
