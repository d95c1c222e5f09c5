// SPDX-License-Identifier: MIT
// What is true of each polyhedron, checked by whole numbers of any length.
#pragma once

#include "exact/exact.h"
#include "exact/shared/interior_point.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace halfspace::test {

inline std::vector<BigPoint> exact_points(const Polyhedron& polyhedron, const PlaneTable& table) {
    return exact_points(polyhedron.points, table, std::identity{});
}

// Every edge is there twice, once in each sense, with the two faces swapped; V - E + F = 2.
inline void expect_closed(const Polyhedron& polyhedron) {
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
inline void expect_convex(const Polyhedron& polyhedron, const PlaneTable& table) {
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
            ASSERT_EQ(side_of(points[corner(i).point], neighbour), Side::On);
            ASSERT_EQ(side_of(points[corner(i + 1).point], neighbour), Side::On);
            ASSERT_GT(turn(plane.n,
                           points[corner(i).point],
                           points[corner(i + 1).point],
                           points[corner(i + 2).point]),
                      0);
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            // Strictly behind unless it is a corner: so there is no second face in the plane, and
            // no corner lies on an edge.
            ASSERT_EQ(side_of(points[i], plane), is_corner[i] ? Side::On : Side::Back);
        }
    }
}

// The sign of numerator / denominator - value.
inline int compare(const cpp_int& numerator, const cpp_int& denominator, double value) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    exponent -= 53;
    cpp_int left = numerator;
    cpp_int right = cpp_int(static_cast<std::int64_t>(std::ldexp(fraction, 53))) * denominator;
    (exponent < 0 ? left : right) <<= static_cast<unsigned>(std::abs(exponent));
    return left.compare(right);
}

// enclosing_box holds all points, and one that is smaller by a double does not.
inline void expect_smallest_box(const Polyhedron& polyhedron,
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

inline void expect_sound(const Polyhedron& polyhedron, const PlaneTable& table) {
    ASSERT_NO_FATAL_FAILURE(expect_closed(polyhedron));
    ASSERT_NO_FATAL_FAILURE(expect_convex(polyhedron, table));

    Predicates predicates(table);
    const InteriorPoint point = point_inside(polyhedron, predicates);
    for (const HomogeneousPoint& inside : {interior_point(polyhedron, predicates), point.exact}) {
        ASSERT_GT(inside.w.sign(), 0);
        for (const Polyhedron::Face& face : polyhedron.faces) {
            ASSERT_EQ(side_of(exact(inside), table.plane(face.plane)), Side::Back);
            ASSERT_EQ(side(point, face.plane, predicates), Side::Back);
        }
    }

    const Aabb box = bounds(polyhedron);
    Aabb expected;
    const std::vector<BigPoint> points = exact_points(polyhedron, table);
    for (const BigPoint& p : points) {
        expected = merge(
            expected,
            Vec3{nearest_double(p.x, p.w), nearest_double(p.y, p.w), nearest_double(p.z, p.w)});
    }
    ASSERT_EQ(box, expected);
    expect_smallest_box(polyhedron, points, table);
}

}  // namespace halfspace::test
