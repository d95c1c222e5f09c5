// SPDX-License-Identifier: MIT
#include "exact/shared/interior_point.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {
namespace {

// An interior point is the sum of at most this many corners, which takes kInteriorBits more.
constexpr std::size_t kMaxSummedCorners = std::size_t{1} << kInteriorBits;

// The mean of a polyhedron's corners is rounded to this fraction of a grid step. Whole numbers of
// it are exact doubles, and their products stay small.
constexpr std::int64_t kCentreSteps = 1 << 20;

std::int64_t in_centre_steps(double value) {
    return static_cast<std::int64_t>(std::floor(value * static_cast<double>(kCentreSteps) + 0.5));
}

}  // namespace

HomogeneousPoint interior_point(const Polyhedron& polyhedron, const Predicates& predicates) {
    std::vector<std::uint32_t> chosen;
    if (polyhedron.points.size() <= kMaxSummedCorners) {
        for (std::uint32_t i = 0; i < polyhedron.points.size(); ++i) {
            chosen.push_back(i);
        }
    } else {
        // Three corners of a face and a corner off this face span a tetrahedron.
        const Polyhedron::Face& face = polyhedron.faces.front();
        std::vector<bool> is_on_face(polyhedron.points.size());
        for (std::uint32_t i = 0; i < face.count; ++i) {
            is_on_face[polyhedron.corners[face.first + i].point] = true;
        }
        for (std::uint32_t i = 0; i < 3; ++i) {
            chosen.push_back(polyhedron.corners[face.first + i * face.count / 3].point);
        }
        chosen.push_back(static_cast<std::uint32_t>(
            std::find(is_on_face.begin(), is_on_face.end(), false) - is_on_face.begin()));
    }
    HomogeneousPoint sum;
    for (const std::uint32_t i : chosen) {
        const HomogeneousPoint p = predicates.homogeneous(polyhedron.points[i]);
        sum = {sum.x + p.x, sum.y + p.y, sum.z + p.z, sum.w + p.w};
    }
    return sum;
}

Vec3 mean_corner(const Polyhedron& polyhedron) {
    Vec3 sum;
    for (const ExactPoint& p : polyhedron.points) {
        sum += p.rounded;
    }
    return sum * (1.0 / static_cast<double>(polyhedron.points.size()));
}

bool is_strictly_inside(const Vec3& point, const Polyhedron& polyhedron, const PlaneTable& planes) {
    return std::ranges::all_of(polyhedron.faces, [&](const Polyhedron::Face& face) {
        const double d = planes.filter(face.plane).distance(point);
        return (face.plane.is_flipped() ? -d : d) < -PlaneTable::kFilterBound;
    });
}

InteriorPoint point_inside(const Polyhedron& polyhedron, const Predicates& predicates) {
    const Vec3 mean = mean_corner(polyhedron);
    const GridPoint at{in_centre_steps(mean.x), in_centre_steps(mean.y), in_centre_steps(mean.z)};
    const Vec3 near = to_vec3(at) * (1 / static_cast<double>(kCentreSteps));
    if (is_strictly_inside(near, polyhedron, predicates.planes())) {
        return {{at[0], at[1], at[2], kCentreSteps}, near};
    }
    const HomogeneousPoint exact = interior_point(polyhedron, predicates);
    return {exact, to_vec3(exact)};
}

Side side(const InteriorPoint& point, PlaneId plane, Predicates& predicates) {
    const double d = predicates.planes().filter(plane).distance(point.near);
    if (d > PlaneTable::kFilterBound || d < -PlaneTable::kFilterBound) {
        return (d > 0) == plane.is_flipped() ? Side::Back : Side::Front;
    }
    return predicates.side(point.exact, plane);
}

}  // namespace halfspace
