// SPDX-License-Identifier: MIT
#include "exact/shared/polyhedron.h"

#include "exact/random_planes.h"
#include "exact/sound_polyhedron.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using test::BigPoint;
using test::BigVector;
using test::cpp_int;
using test::Found;

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
    const auto all = test::exact_points(whole, table);
    const auto before = test::exact_points(front, table);
    const auto behind = test::exact_points(back, table);
    const cpp_int unit = lcm(lcm(common_unit(all), common_unit(before)), common_unit(behind));
    const cpp_int front_volume = volume(front, before, unit);
    const cpp_int back_volume = volume(back, behind, unit);
    ASSERT_GT(front_volume, 0);
    ASSERT_GT(back_volume, 0);
    ASSERT_EQ(volume(whole, all, unit), front_volume + back_volume);
}

Found found_sides(const Polyhedron& polyhedron, PlaneId plane, const PlaneTable& table) {
    return test::found_sides(test::exact_points(polyhedron, table), table.plane(plane));
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
        ASSERT_NO_FATAL_FAILURE(test::expect_sound(piece, table));
        ASSERT_EQ(piece.points.size(), whole.points.size());
        ASSERT_EQ(piece.faces.size(), whole.faces.size());
        return;
    }
    for (const Polyhedron* piece : {&*pieces.front, &*pieces.back}) {
        ASSERT_NO_FATAL_FAILURE(test::expect_sound(*piece, table));
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
        EXPECT_NO_FATAL_FAILURE(test::expect_sound(brush.piece, brush.table));
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
        ASSERT_NO_FATAL_FAILURE(test::expect_sound(*part, brush.table));
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
        const auto points = test::exact_points(*part, brush.table);
        const auto same_points = test::exact_points(*same, brush.table);
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
            const auto all = test::exact_points(brush.piece, brush.table);
            cpp_int unit = common_unit(all);
            for (const Polyhedron& part : carved->outside) {
                ASSERT_NO_FATAL_FAILURE(test::expect_sound(part, brush.table));
                unit = lcm(unit, common_unit(test::exact_points(part, brush.table)));
            }
            cpp_int sum = 0;
            for (const Polyhedron& part : carved->outside) {
                sum += volume(part, test::exact_points(part, brush.table), unit);
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
        ASSERT_NO_FATAL_FAILURE(test::expect_sound(made, table));
        EXPECT_EQ(bounds(made), (Aabb{to_vec3(box.min), to_vec3(box.max)}));
        for (const ExactPoint& p : made.points) {
            EXPECT_TRUE(p.integral);
        }
    }
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
