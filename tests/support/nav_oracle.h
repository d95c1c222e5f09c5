// SPDX-License-Identifier: MIT
// Slow answers about navigation meshes, straight from their records: every polygon is looked at,
// and shortest paths come from the graph of all border vertices that see each other.
#pragma once

#include "halfspace/nav/nav_mesh.h"

#include "support/nav_meshes.h"
#include "support/random.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::test {

class NavOracle {
public:
    // hair: a point that is so near to a line counts as on it. 0 for whole coordinates: then all
    // sides are exact in long doubles.
    NavOracle(const NavRecordArrays& mesh, double hair);

    // Whether the polygon contains (x, y); its border counts.
    bool contains(std::uint32_t polygon, const Vec3& p) const;
    // Whether a straight way leads from one place to the other along the surface. Touching counts.
    bool sees(const NavPlace& from, const NavPlace& to) const;
    // The length of the shortest path; nullopt without one.
    std::optional<double> path_length(const NavPlace& from, const NavPlace& to) const;
    // The same to many places. Cost: once for all of them, the square of the corners of the border.
    std::vector<std::optional<double>> path_lengths(const NavPlace& from,
                                                    std::span<const NavPlace> to) const;
    // How far the nearest border is that is seen from the place. REQUIRES: a hair above 0, because
    // the nearest point is rounded.
    std::optional<double> wall_distance(const NavPlace& place) const;
    double height(std::uint32_t polygon, const Vec3& p) const;
    // A random place: often a corner or on an edge.
    NavPlace random_place(Random& random) const;

    std::size_t polygon_count() const { return mesh_.polygons.size(); }
    std::size_t corner_count() const { return corners_.size(); }

private:
    int side(const Vec3& a, const Vec3& b, const Vec3& p) const;
    bool does_meet(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) const;
    const Vec3& from(std::uint32_t edge) const { return mesh_.vertices[mesh_.edges[edge].vertex]; }
    const Vec3& to(std::uint32_t polygon, std::uint32_t edge) const;

    const NavRecordArrays& mesh_;
    double hair_;
    std::vector<NavPlace> corners_;          // of the border, once for each part of the mesh there
    std::vector<std::vector<double>> ways_;  // between corners that see each other; else infinite
};

}  // namespace halfspace::test
