// SPDX-License-Identifier: MIT
// The best routes by other means: over points on all edges, where polygons cost more, and over a
// graph of all links, whose edges are shortest paths on foot.
#pragma once

#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/route.h"

#include "support/nav_meshes.h"
#include "support/random.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfspace::test {

inline double flat_distance(const Vec3& a, const Vec3& b) {
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
}

// What a straight way on one storey costs, where the areas have these costs. On the edge of two
// polygons the lower cost counts.
double weighted_length(const NavMesh& mesh,
                       const Vec3& from,
                       const Vec3& to,
                       std::span<const double> costs);

// The least weighted length over points on all edges, and never below that of the best way.
class PointGraph {
public:
    // links: kinds that a way may take (RouteOptions::links). They begin and end in points.
    PointGraph(const NavMesh& mesh, std::span<const double> costs, std::uint32_t links = 0);

    double least(const NavPlace& from, const NavPlace& to);

private:
    struct Jump {
        std::size_t from;  // points
        std::size_t to;
        double length;  // that one walks in the time of the link
    };

    std::size_t add(const Vec3& point, std::vector<std::uint32_t> polygons);

    const NavMesh& mesh_;
    std::span<const double> costs_;
    std::vector<Vec3> points_;
    std::vector<std::vector<std::uint32_t>> polygons_;  // of each point
    std::vector<std::vector<std::size_t>> of_polygon_;  // the points of each
    std::vector<Jump> jumps_;
};

// Rooms of which many polygons are in one of two areas, with the costs 3 and 8.
NavRecordArrays rooms_with_areas(std::uint64_t seed, Random& random);

// Two storeys of rooms that nothing joins, and one more island beside them.
NavRecordArrays rooms_apart(std::uint64_t seed);

// Adds links from points to points of the mesh, of all kinds. Those on which nothing carries the
// mover are no quicker than one walks with 320 units a second.
void add_links(NavRecordArrays& records, int count, Random& random);

bool may_take(const NavLink& link, const RouteOptions& options);

// The least time, where links begin and end in points.
double least_seconds(const NavMesh& mesh,
                     const NavPlace& from,
                     const NavPlace& to,
                     const RouteOptions& options,
                     NavScratch& scratch);

}  // namespace halfspace::test
