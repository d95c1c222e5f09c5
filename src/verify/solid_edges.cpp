// SPDX-License-Identifier: MIT
#include "verify/solid_edges.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace halfspace {
namespace {

// The indices of a face's points, sorted.
std::vector<std::uint32_t> points_of(const Polyhedron& solid, const Polyhedron::Face& face) {
    std::vector<std::uint32_t> points;
    for (std::uint32_t i = 0; i < face.count; ++i) {
        points.push_back(solid.corners[face.first + i].point);
    }
    std::sort(points.begin(), points.end());
    return points;
}

}  // namespace

std::vector<std::array<std::size_t, 2>> edges_of(const Polyhedron& solid) {
    std::vector<std::vector<std::uint32_t>> points;
    for (const Polyhedron::Face& face : solid.faces) {
        points.push_back(points_of(solid, face));
    }
    std::vector<std::array<std::size_t, 2>> edges;
    std::vector<std::uint32_t> shared;
    for (std::size_t a = 0; a < points.size(); ++a) {
        for (std::size_t b = a + 1; b < points.size(); ++b) {
            shared.clear();
            std::ranges::set_intersection(points[a], points[b], std::back_inserter(shared));
            if (shared.size() == 2) {
                edges.push_back({a, b});
            }
        }
    }
    return edges;
}

}  // namespace halfspace
