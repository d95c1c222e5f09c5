// SPDX-License-Identifier: MIT
#include "exact/exact.h"
#include "exact/random_planes.h"
#include "exact/shared/interior_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using test::BigPoint;
using test::BigVector;
using test::cpp_int;
using test::Found;

std::vector<BigPoint> exact_points(const Polyhedron& polyhedron, const PlaneTable& table) {
    return test::exact_points(polyhedron.points, table, std::identity{});
}

// Every edge is there twice, once in each sense, with the two faces swapped; V - E + F = 2.
void expect_closed(const Polyhedron& polyhedron) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<PlaneId, PlaneId>> edges;
    std::vector<bool> is_used(polyhedron.points.size());
    for (const Polyhedron::Face& face : polyhedron.faces) {
        ASSERT_GE(face.count, 3U);
        for (std::uint32_t i = 0; i < face.count; ++i) {
            const Polyhedron::Corner& from = polyhedron.corners[face.first + i];
            const std::uint32_t to = polyhedron.corners[face.first + (i + 1) % face.count].point;
            is_used.at(from.point) = true;
            ASSERT_TRUE(edges.insert({{from.point, to}, {face.plane, from.neighbour}}).second);
        }
    }
    for (const auto& [edge, planes] : edges) {
        const auto reverse = edges.find({edge.second, edge.first});
        ASSERT_NE(reverse, edges.end());
        ASSERT_EQ(reverse->second.first.pair(), planes.second.pair());
        ASSERT_EQ(reverse->second.second.pair(), planes.first.pair());
    }
    ASSERT_EQ(edges.size(), polyhedron.corners.size());
    ASSERT_EQ(std::count(is_used.begin(), is_used.end(), false), 0);
    ASSERT_EQ(polyhedron.points.size() + polyhedron.faces.size(), edges.size() / 2 + 2);
}

// Corners lie on the planes that name them and behind all others; faces turn counter-clockwise
// seen from where their planes point, and every plane is there once.
void expect_convex(const Polyhedron& polyhedron, const PlaneTable& table) {
    const std::vector<BigPoint> points = exact_points(polyhedron, table);
    for (const Polyhedron::Face& face : polyhedron.faces) {
        const ExactPlane plane = table.plane(face.plane);
        std::vector<bool> is_corner(points.size());
        const auto corner = [&](std::uint32_t i) -> const Polyhedron::Corner& {
            return polyhedron.corners[face.first + i % face.count];
        };
        for (std::uint32_t i = 0; i < face.count; ++i) {
            is_corner[corner(i).point] = true;
            const ExactPlane neighbour = table.plane(corner(i).neighbour);
            ASSERT_EQ(test::side_of(points[corner(i).point], neighbour), Side::On);
            ASSERT_EQ(test::side_of(points[corner(i + 1).point], neighbour), Side::On);
            ASSERT_GT(test::turn(plane.n,
                                 points[corner(i).point],
                                 points[corner(i + 1).point],
                                 points[corner(i + 2).point]),
                      0);
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            // Strictly behind unless it is a corner: so there is no second face in the plane, and
            // no corner lies on an edge.
            ASSERT_EQ(test::side_of(points[i], plane), is_corner[i] ? Side::On : Side::Back);
        }
    }
}

// The sign of numerator / denominator - value.
int compare(const cpp_int& numerator, const cpp_int& denominator, double value) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    exponent -= 53;
    cpp_int left = numerator;
    cpp_int right = cpp_int(static_cast<std::int64_t>(std::ldexp(fraction, 53))) * denominator;
    (exponent < 0 ? left : right) <<= static_cast<unsigned>(std::abs(exponent));
    return left.compare(right);
}

// enclosing_box holds all points, and one that is smaller by a double does not.
void expect_smallest_box(const Polyhedron& polyhedron,
                         const std::vector<BigPoint>& points,
                         const PlaneTable& table) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Aabb box = enclosing_box(polyhedron.points, Predicates(table));
    const auto expect_limits = [&](cpp_int BigPoint::* axis, double min, double max) {
        const double above_min = std::nextafter(min, kInfinity);
        const double below_max = std::nextafter(max, -kInfinity);
        bool needs_min = false;
        bool needs_max = false;
        for (const BigPoint& p : points) {
            ASSERT_GE(compare(p.*axis, p.w, min), 0);
            ASSERT_LE(compare(p.*axis, p.w, max), 0);
            needs_min = needs_min || compare(p.*axis, p.w, above_min) < 0;
            needs_max = needs_max || compare(p.*axis, p.w, below_max) > 0;
        }
        EXPECT_TRUE(needs_min && needs_max);
    };
    expect_limits(&BigPoint::x, box.min.x, box.max.x);
    expect_limits(&BigPoint::y, box.min.y, box.max.y);
    expect_limits(&BigPoint::z, box.min.z, box.max.z);
}

void expect_sound(const Polyhedron& polyhedron, const PlaneTable& table) {
    ASSERT_NO_FATAL_FAILURE(expect_closed(polyhedron));
    ASSERT_NO_FATAL_FAILURE(expect_convex(polyhedron, table));

    Predicates predicates(table);
    const InteriorPoint point = point_inside(polyhedron, predicates);
    for (const HomogeneousPoint& inside : {interior_point(polyhedron, predicates), point.exact}) {
        ASSERT_GT(inside.w.sign(), 0);
        for (const Polyhedron::Face& face : polyhedron.faces) {
            ASSERT_EQ(test::side_of(test::exact(inside), table.plane(face.plane)), Side::Back);
            ASSERT_EQ(side(point, face.plane, predicates), Side::Back);
        }
    }

    const Aabb box = bounds(polyhedron);
    Aabb expected;
    const std::vector<BigPoint> points = exact_points(polyhedron, table);
    for (const BigPoint& p : points) {
        expected = merge(expected,
                         Vec3{test::nearest_double(p.x, p.w),
                              test::nearest_double(p.y, p.w),
                              test::nearest_double(p.z, p.w)});
    }
    ASSERT_EQ(box, expected);
    expect_smallest_box(polyhedron, points, table);
}

cpp_int common_unit(const std::vector<BigPoint>& points) {
    cpp_int unit = 1;
    for (const BigPoint& p : points) {
        unit = lcm(unit, p.w);
    }
    return unit;
}

// Six times the volume, times unit^3. REQUIRES: every w divides unit.
cpp_int volume(const Polyhedron& polyhedron,
               const std::vector<BigPoint>& points,
               const cpp_int& unit) {
    const auto at = [&](std::uint32_t corner) {
        const BigPoint& p = points[polyhedron.corners[corner].point];
        const cpp_int scale = unit / p.w;
        return BigVector{p.x * scale, p.y * scale, p.z * scale};
    };
    cpp_int sum = 0;
    for (const Polyhedron::Face& face : polyhedron.faces) {
        for (std::uint32_t i = 2; i < face.count; ++i) {
            sum += test::determinant(at(face.first), at(face.first + i - 1), at(face.first + i));
        }
    }
    return sum;
}

void expect_volumes_sum(const Polyhedron& whole,
                        const Polyhedron& front,
                        const Polyhedron& back,
                        const PlaneTable& table) {
    const auto all = exact_points(whole, table);
    const auto before = exact_points(front, table);
    const auto behind = exact_points(back, table);
    const cpp_int unit = lcm(lcm(common_unit(all), common_unit(before)), common_unit(behind));
    const cpp_int front_volume = volume(front, before, unit);
    const cpp_int back_volume = volume(back, behind, unit);
    ASSERT_GT(front_volume, 0);
    ASSERT_GT(back_volume, 0);
    ASSERT_EQ(volume(whole, all, unit), front_volume + back_volume);
}

Found found_sides(const Polyhedron& polyhedron, PlaneId plane, const PlaneTable& table) {
    return test::found_sides(exact_points(polyhedron, table), table.plane(plane));
}

bool has_face(const Polyhedron& polyhedron, PlaneId plane) {
    return std::any_of(polyhedron.faces.begin(),
                       polyhedron.faces.end(),
                       [&](const Polyhedron::Face& face) { return face.plane == plane; });
}

void expect_split(const Polyhedron& whole,
                  const PolyhedronSplit& pieces,
                  PlaneId plane,
                  const PlaneTable& table) {
    const Found found = found_sides(whole, plane, table);
    Predicates predicates(table);
    const auto [front, back] = sides_of(whole, bounds(whole), plane, predicates);
    ASSERT_TRUE(front == found.front && back == found.back);
    ASSERT_EQ(pieces.front.has_value(), found.front);
    ASSERT_EQ(pieces.back.has_value(), found.back);
    if (!found.front || !found.back) {
        const Polyhedron& piece = found.front ? *pieces.front : *pieces.back;
        ASSERT_NO_FATAL_FAILURE(expect_sound(piece, table));
        ASSERT_EQ(piece.points.size(), whole.points.size());
        ASSERT_EQ(piece.faces.size(), whole.faces.size());
        return;
    }
    for (const Polyhedron* piece : {&*pieces.front, &*pieces.back}) {
        ASSERT_NO_FATAL_FAILURE(expect_sound(*piece, table));
        const Found own = found_sides(*piece, plane, table);
        ASSERT_EQ(own.front, piece == &*pieces.front);
        ASSERT_EQ(own.back, piece == &*pieces.back);
    }
    ASSERT_TRUE(has_face(*pieces.front, plane.flipped()));
    ASSERT_TRUE(has_face(*pieces.back, plane));
    ASSERT_NO_FATAL_FAILURE(expect_volumes_sum(whole, *pieces.front, *pieces.back, table));
}

// How long a piece's numbers may get.
struct Limits {
    std::int64_t range;  // of the box
    int normal_bits;     // of random planes
    int predicate_bits;  // of any four planes: planes that would make it more are left out
};

class Brush {
public:
    Brush(std::uint64_t seed, const Limits& limits) : random(seed), limits_(limits) {
        const auto coordinate = [&] { return random.integer(1, limits.range); };
        piece = make_box({{-coordinate(), -coordinate(), -coordinate()},
                          {coordinate(), coordinate(), coordinate()}},
                         table);
    }

    test::Random random;
    PlaneTable table;
    Polyhedron piece;

    // A plane that crosses the piece or touches it in all the ways there are.
    std::optional<PlaneId> cutter() {
        const ExactPlane plane = any_plane();
        PlaneTable widths;  // as the table would be
        widths.intern({{(std::int64_t{1} << table.normal_bits()) - 1, 1, 0}, 0});
        widths.intern({{1, 0, 0}, (Int128{1} << table.distance_bits()) - 1});
        if (!test::is_plane(plane)) {
            return std::nullopt;
        }
        widths.intern(plane);
        if (widths.predicate_bits() > limits_.predicate_bits) {
            return std::nullopt;
        }
        const PlaneId id = table.intern(plane);
        return random.one_in(2) ? id : id.flipped();
    }

    // With the larger piece, mostly, so that there is something left to cut.
    void go_on(PolyhedronSplit pieces) {
        bool takes_front = pieces.front.has_value();
        if (pieces.front && pieces.back) {
            takes_front = pieces.front->points.size() > pieces.back->points.size();
            takes_front = random.one_in(4) ? !takes_front : takes_front;
        }
        std::optional<Polyhedron>& taken = takes_front ? pieces.front : pieces.back;
        piece = std::move(taken.value());
    }

private:
    std::size_t any_index(std::size_t size) {
        return static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(size) - 1));
    }

    cpp_int factor() { return random.integer(-3, 3); }

    // Through the middle of the piece, about.
    ExactPlane through_middle() {
        const Aabb box = bounds(piece);
        ExactPlane plane{test::random_normal(random, limits_.normal_bits), 0};
        const double middle[] = {random.real(box.min.x, box.max.x),
                                 random.real(box.min.y, box.max.y),
                                 random.real(box.min.z, box.max.z)};
        for (std::size_t i = 0; i < 3; ++i) {
            plane.d += static_cast<Int128>(static_cast<double>(plane.n[i]) * middle[i]);
        }
        return plane;
    }

    ExactPlane any_plane() {
        const Polyhedron::Face& face = piece.faces[any_index(piece.faces.size())];
        const ExactPlane own = table.plane(face.plane);
        switch (random.integer(0, 6)) {
            case 0: {  // through a corner
                const auto& ids = piece.points[any_index(piece.points.size())].planes;
                return test::combined(
                    std::array<ExactPlane, 3>{
                        table.plane(ids[0]), table.plane(ids[1]), table.plane(ids[2])},
                    std::array<cpp_int, 3>{factor(), factor(), factor()});
            }
            case 1: {  // through an edge
                const auto& corner = piece.corners[face.first + any_index(face.count)];
                return test::combined(std::array<ExactPlane, 2>{own, table.plane(corner.neighbour)},
                                      std::array<cpp_int, 2>{factor(), factor()});
            }
            case 2: {  // nearly parallel to a face, through its first corner
                const auto& ids = piece.points[piece.corners[face.first].point].planes;
                return test::combined(
                    std::array<ExactPlane, 3>{own, table.plane(ids[0]), table.plane(ids[1])},
                    std::array<cpp_int, 3>{31, factor(), factor()});
            }
            case 3:  // parallel to a face, one step behind it
                return {own.n, own.d - 1};
            case 4:
                return own;
            default:
                return through_middle();
        }
    }

    Limits limits_;
};

// Cuts boxes, and on with either piece; returns how many cuts had corners in the plane.
int expect_all_cuts_sound(int brushes, const Limits& limits) {
    int degenerate = 0;
    int cuts = 0;
    for (int i = 0; i < brushes; ++i) {
        Brush brush(static_cast<std::uint64_t>(i), limits);
        EXPECT_NO_FATAL_FAILURE(expect_sound(brush.piece, brush.table));
        for (int cut = 0; cut < 30; ++cut) {
            const auto plane = brush.cutter();
            if (!plane) {
                continue;
            }
            Predicates predicates(brush.table);
            PolyhedronSplit pieces = split(brush.piece, *plane, predicates);
            expect_split(brush.piece, pieces, *plane, brush.table);
            if (testing::Test::HasFailure()) {
                return 0;
            }
            if (pieces.front && pieces.back) {
                ++cuts;
                degenerate += found_sides(brush.piece, *plane, brush.table).on > 0 ? 1 : 0;
            }
            brush.go_on(std::move(pieces));
        }
    }
    EXPECT_GT(cuts, 5 * brushes);
    return degenerate;
}

TEST(PolyhedronSplit, GivesExactClosedConvexPiecesWhoseVolumesSumToTheWhole) {
    EXPECT_GT(expect_all_cuts_sound(150, {64, 4, 160}), 150);
}

TEST(PolyhedronSplit, HoldsWhatItPromisesAtTheLimitsOfTheRangeAndOfThePredicates) {
    EXPECT_GT(expect_all_cuts_sound(40, {kMaxGridCoordinate, 40, kMaxPredicateBits}), 40);
    EXPECT_GT(expect_all_cuts_sound(20, {1, 20, kMaxPredicateBits}), 20);
}

std::vector<PlaneId> cutters(Brush& brush, int tries) {
    std::vector<PlaneId> planes;
    for (int i = 0; i < tries; ++i) {
        if (const auto plane = brush.cutter()) {
            planes.push_back(*plane);
        }
    }
    return planes;
}

TEST(PolyhedronIntersect, GivesThePartBehindAllPlanes) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Brush brush(seed, {512, 6, 160});
        const std::vector<PlaneId> planes = cutters(brush, 6);
        Predicates predicates(brush.table);
        const auto part = intersect(brush.piece, planes, predicates);
        if (!part) {
            continue;
        }
        ASSERT_NO_FATAL_FAILURE(expect_sound(*part, brush.table));
        for (const PlaneId plane : planes) {
            ASSERT_FALSE(found_sides(*part, plane, brush.table).front);
        }
        // Each face is one of the planes, or of the box.
        for (const Polyhedron::Face& face : part->faces) {
            ASSERT_TRUE(has_face(brush.piece, face.plane) ||
                        std::find(planes.begin(), planes.end(), face.plane) != planes.end());
        }
        // The order of the planes does not matter to what is left.
        const std::vector<PlaneId> turned(planes.rbegin(), planes.rend());
        const auto same = intersect(brush.piece, turned, predicates);
        ASSERT_TRUE(same);
        const auto points = exact_points(*part, brush.table);
        const auto same_points = exact_points(*same, brush.table);
        ASSERT_TRUE(std::is_permutation(
            points.begin(), points.end(), same_points.begin(), same_points.end()));
    }
}

TEST(PolyhedronCarve, GivesThePartBehindAllPlanesAndTheRestInConvexParts) {
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Brush brush(seed, {512, 6, 160});
        const std::vector<PlaneId> planes = cutters(brush, 4);
        Predicates predicates(brush.table);
        auto carved = carve(brush.piece, planes, predicates);
        ASSERT_EQ(carved.has_value(), intersect(brush.piece, planes, predicates).has_value());
        if (carved) {
            carved->outside.push_back(carved->inside);
            const auto all = exact_points(brush.piece, brush.table);
            cpp_int unit = common_unit(all);
            for (const Polyhedron& part : carved->outside) {
                ASSERT_NO_FATAL_FAILURE(expect_sound(part, brush.table));
                unit = lcm(unit, common_unit(exact_points(part, brush.table)));
            }
            cpp_int sum = 0;
            for (const Polyhedron& part : carved->outside) {
                sum += volume(part, exact_points(part, brush.table), unit);
            }
            ASSERT_EQ(sum, volume(brush.piece, all, unit));
        }
    }
}

TEST(PolyhedronIntersect, GivesNothingWhereNoVolumeIsLeft) {
    PlaneTable table;
    const Polyhedron box = make_box({{0, 0, 0}, {8, 8, 8}}, table);
    const PlaneId touching = table.intern({{1, 0, 0}, 0});
    const PlaneId through_edge = table.intern({{1, 1, 0}, 0});
    const PlaneId through_corner = table.intern({{1, 1, 1}, 0});
    const PlaneId beyond = table.intern({{1, 0, 0}, -1});
    const PlaneId thin[] = {table.intern({{3, 0, 0}, 1}), table.intern({{-3, 0, 0}, -1})};
    Predicates predicates(table);
    for (const PlaneId plane : {touching, through_edge, through_corner, beyond}) {
        EXPECT_FALSE(intersect(box, {&plane, 1}, predicates));
        const PlaneId other = plane.flipped();
        const auto all = intersect(box, {&other, 1}, predicates);
        ASSERT_TRUE(all);
        EXPECT_EQ(all->points.size(), 8U);
    }
    EXPECT_FALSE(intersect(box, thin, predicates));
    EXPECT_TRUE(intersect(box, {}, predicates));
}

TEST(PolyhedronMakeBox, HasItsCornersAtTheNumbersGiven) {
    PlaneTable table;
    for (const GridBox& box : {GridBox{{-1, 2, -3}, {4, 5, 6}}, kEverything}) {
        const Polyhedron made = make_box(box, table);
        ASSERT_NO_FATAL_FAILURE(expect_sound(made, table));
        EXPECT_EQ(bounds(made), (Aabb{to_vec3(box.min), to_vec3(box.max)}));
        for (const ExactPoint& p : made.points) {
            EXPECT_TRUE(p.integral);
        }
    }
}

// More corners than an interior point may sum up.
TEST(PolyhedronInteriorPoint, IsInsideAPrismOfTwoHundredSides) {
    PlaneTable table;
    const Polyhedron box = make_box({{-200'000, -200'000, -5}, {200'000, 200'000, 7}}, table);
    std::vector<PlaneId> sides;
    for (int i = 0; i < 200; ++i) {
        const double angle = (i + 0.3) * 2 * std::numbers::pi / 200;
        const auto a = static_cast<std::int64_t>(std::lround(1'000'000 * std::cos(angle)));
        const auto b = static_cast<std::int64_t>(std::lround(1'000'000 * std::sin(angle)));
        sides.push_back(table.intern({{a, b, i % 7}, Int128{100'000} * 1'000'000}));
    }
    const PlaneId through_axis = table.intern({{3, 5, 1000}, 7});
    Predicates predicates(table);
    const auto prism = intersect(box, sides, predicates);
    ASSERT_TRUE(prism);
    ASSERT_EQ(prism->faces.size(), 202U);
    ASSERT_EQ(prism->points.size(), 400U);
    ASSERT_NO_FATAL_FAILURE(expect_sound(*prism, table));
    const PolyhedronSplit halves = split(*prism, through_axis, predicates);
    ASSERT_TRUE(halves.front && halves.back);
    ASSERT_NO_FATAL_FAILURE(expect_sound(*halves.front, table));
    ASSERT_NO_FATAL_FAILURE(expect_sound(*halves.back, table));
}

TEST(PolyhedronFacePolygon, HasTheCornersOfTheFaceAndItsNeighboursAsEdges) {
    PlaneTable table;
    const Polyhedron box = make_box({{0, 0, 0}, {1, 2, 3}}, table);
    for (std::size_t f = 0; f < box.faces.size(); ++f) {
        const Polygon polygon = face_polygon(box, f);
        EXPECT_EQ(polygon.plane, box.faces[f].plane);
        ASSERT_EQ(polygon.corners.size(), 4U);
        for (std::size_t i = 0; i < 4; ++i) {
            const Polyhedron::Corner& corner = box.corners[box.faces[f].first + i];
            EXPECT_EQ(polygon.corners[i].point.planes, box.points[corner.point].planes);
            EXPECT_EQ(polygon.corners[i].edge, corner.neighbour);
        }
    }
}

}  // namespace
}  // namespace halfspace
