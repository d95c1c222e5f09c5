// SPDX-License-Identifier: MIT
//
// Why the planes of a hull are enough. A plane that touches the sum of a hull and a box touches it
// in the sum of two parts: of the part of the hull and of the part of the box that are farthest
// out. If the touched part of the sum is a face, then either the hull has a face there, or the box
// has one, or both have an edge there and the edges have different directions. In the last case the
// normal is square to both edges, so it is their cross product.
#include "verify/verify_hulls.h"

#include "level/shared/record_box.h"
#include "math/shared/axes.h"
#include "math/shared/vec_order.h"
#include "verify/solid_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

// Two normals of length 1 in the same direction differ by less than this. A whole
// number is rounded to a double and multiplied by the rounded inverse of a rounded length. So each
// result is off by less than 8 * 2^-53.
constexpr double kSameNormal = 0x1p-49;

// The normals of length 1 that the planes of a solid's hull have.
class HullNormals {
public:
    HullNormals(const Polyhedron& solid, const PlaneTable& planes)
        : solid_(solid), planes_(planes) {}

    std::vector<Vec3> run() {
        for (const Polyhedron::Face& face : solid_.faces) {
            add(to_vec3(planes_.plane(face.plane).n));
        }
        if (normals_.empty()) {
            return {};  // a box along the axes
        }
        for (const auto& [a, b] : edges_of(solid_)) {
            add_bevels(planes_.plane(solid_.faces[a].plane).n,
                       planes_.plane(solid_.faces[b].plane).n);
        }
        return std::move(normals_);
    }

private:
    // The numbers of p and q have at most 63 bits, so the products fit 128 bits.
    void add_bevels(const std::array<std::int64_t, 3>& p, const std::array<std::int64_t, 3>& q) {
        const WideVector edge = cross<Int128>(p, q);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // The plane along edge and axis has the hull on one side only if the axis leaves one
            // face and enters the other. It looks out of the hull where p + q does.
            const bool is_out = p[axis] > 0 && q[axis] < 0;
            if (is_out || (p[axis] < 0 && q[axis] > 0)) {
                const Int128 sign = is_out ? 1 : -1;
                WideVector n{};
                n[(axis + 1) % 3] = sign * edge[(axis + 2) % 3];
                n[(axis + 2) % 3] = -sign * edge[(axis + 1) % 3];
                add(to_vec3(n));
            }
        }
    }

    void add(const Vec3& n) {
        if (!axis_of(n)) {
            normals_.push_back(normalized(n));
        }
    }

    const Polyhedron& solid_;
    const PlaneTable& planes_;
    std::vector<Vec3> normals_;
};

// True if each vector of one list is, up to rounding, one of the other list.
bool are_same_normals(std::span<const Vec3> ones, std::span<const Vec3> others) {
    const auto are_among = [](std::span<const Vec3> some, std::span<const Vec3> all) {
        return std::ranges::all_of(some, [&](const Vec3& n) {
            return std::ranges::any_of(
                all, [&](const Vec3& other) { return distance(n, other) < kSameNormal; });
        });
    };
    return ones.size() == others.size() && are_among(ones, others) && are_among(others, ones);
}

std::vector<Vec3> sorted(std::vector<Vec3> points) {
    std::ranges::sort(points, {}, coordinates_of);
    return points;
}

}  // namespace

const char* hull_problem(const Level& level,
                         std::size_t hull,
                         const Polyhedron& cell,
                         const PlaneTable& planes) {
    std::vector<Vec3> corners;
    Aabb box;
    for (const ExactPoint& p : cell.points) {
        corners.push_back(p.rounded * std::ldexp(1, -level.grid_exponent()));
        box = merge(box, corners.back());
    }
    if (box != box_of(level.hulls()[hull])) {
        return "its box is not that of the solid of its leaf";
    }
    const std::vector<Vec3> expected = HullNormals(cell, planes).run();
    if (expected.empty()) {
        corners.clear();  // a box along the axes
    }
    const std::span<const Vec3> own = level.corners_of_hull(hull);
    if (sorted({own.begin(), own.end()}) != sorted(corners)) {
        return "its corners are not those of the solid of its leaf";
    }
    std::vector<Vec3> normals;
    for (const HullPlaneRecord& plane : level.planes_of_hull(hull)) {
        normals.push_back(vec3_of(plane.n));
        double farthest = -std::numeric_limits<double>::infinity();
        for (const Vec3& corner : own) {
            farthest = std::max(farthest, dot(normals.back(), corner));
        }
        if (plane.d != farthest) {
            return "one of its planes cuts it or does not touch it";
        }
    }
    if (!are_same_normals(normals, expected)) {
        return "its planes are not those of its faces and bevels";
    }
    return nullptr;
}

}  // namespace halfspace
