// SPDX-License-Identifier: MIT
#include "formats/mesh/polygon_triangles.h"

#include "math/shared/axes.h"

#include <cstddef>
#include <numeric>

namespace halfspace {
namespace {

struct Place {
    double x;
    double y;
};

// Twice the area of a triangle; positive if it runs counter-clockwise.
double turn(const Place& a, const Place& b, const Place& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// The corners seen from the front, along the axis in which the polygon's area is largest.
std::vector<Place> flattened(std::span<const Vec3> corners) {
    Vec3 normal;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        normal = normal + cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    }
    const std::size_t axis = longest_axis(normal);
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    std::vector<Place> flat;
    for (const Vec3& p : corners) {
        flat.push_back(normal[axis] > 0 ? Place{p[u], p[v]} : Place{p[v], p[u]});
    }
    return flat;
}

// True if the corner sticks out, and no other corner lies in the triangle of its neighbours.
bool is_ear(const std::vector<Place>& flat, const std::vector<std::uint32_t>& left, std::size_t i) {
    const std::uint32_t before = left[(i + left.size() - 1) % left.size()];
    const std::uint32_t at = left[i];
    const std::uint32_t after = left[(i + 1) % left.size()];
    if (!(turn(flat[before], flat[at], flat[after]) > 0)) {
        return false;
    }
    for (const std::uint32_t other : left) {
        const Place& p = flat[other];
        if (other != before && other != at && other != after &&
            turn(flat[before], flat[at], p) >= 0 && turn(flat[at], flat[after], p) >= 0 &&
            turn(flat[after], flat[before], p) >= 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::vector<std::array<std::uint32_t, 3>> triangles_of(std::span<const Vec3> corners) {
    std::vector<std::uint32_t> left(corners.size());
    std::iota(left.begin(), left.end(), 0u);
    std::vector<std::array<std::uint32_t, 3>> triangles;
    if (left.size() == 3) {
        return {{0, 1, 2}};
    }
    const std::vector<Place> flat = flattened(corners);
    std::size_t i = 0;
    std::size_t refused = 0;  // corners in a row that are no ears
    while (left.size() > 3) {
        // If no corner is an ear, the loop crosses itself, or rounding hides the ears.
        if (refused < left.size() && !is_ear(flat, left, i)) {
            ++refused;
            i = (i + 1) % left.size();
            continue;
        }
        const std::size_t before = (i + left.size() - 1) % left.size();
        triangles.push_back({left[before], left[i], left[(i + 1) % left.size()]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        i = i % left.size();
        refused = 0;
    }
    triangles.push_back({left[0], left[1], left[2]});
    return triangles;
}

}  // namespace halfspace
