// SPDX-License-Identifier: MIT
#include "compile/written_plane.h"

#include "halfspace/geometry/wide_int.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// Faces are clipped out of a square of this half width around the origin's foot point, well
// beyond every coordinate.
constexpr double kHalfWidth = 0x1p28;
// Corners this far in front of a plane still count as on it: clipping out of so large a square
// costs some 2^-22 grid steps.
constexpr double kClipTolerance = 0x1p-20;

Vec3 grid_vec(const DecimalPoint& p, int grid_exponent) {
    return {std::ldexp(to_double(p[0]), grid_exponent),
            std::ldexp(to_double(p[1]), grid_exponent),
            std::ldexp(to_double(p[2]), grid_exponent)};
}

std::vector<Vec3> base_square(const WrittenPlane& plane) {
    const Vec3& n = plane.normal;
    const double ax = std::fabs(n.x);
    const double ay = std::fabs(n.y);
    const double az = std::fabs(n.z);
    const Vec3 off_axis =
        ax <= ay && ax <= az ? Vec3{1, 0, 0} : (ay <= az ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
    Vec3 u = cross(off_axis, n);
    u = u * (kHalfWidth / length(u));
    const Vec3 v = cross(n, u);
    const Vec3 centre = n * plane.d;
    return {centre - u - v, centre + u - v, centre + u + v, centre - u + v};
}

std::vector<Vec3> clip(const std::vector<Vec3>& polygon, const WrittenPlane& plane) {
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& a = polygon[i];
        const Vec3& b = polygon[(i + 1) % polygon.size()];
        const double da = dot(plane.normal, a) - plane.d;
        const double db = dot(plane.normal, b) - plane.d;
        if (da <= kClipTolerance) {
            kept.push_back(a);
        }
        if ((da > kClipTolerance && db < -kClipTolerance) ||
            (da < -kClipTolerance && db > kClipTolerance)) {
            kept.push_back(a + (b - a) * (da / (da - db)));
        }
    }
    return kept;
}

}  // namespace

std::optional<WrittenPlane> written_plane(const BrushSide& side, int grid_exponent) {
    // Differences have at most 102 bits, their products 204.
    std::array<Int256, 3> u;
    std::array<Int256, 3> v;
    for (std::size_t i = 0; i < 3; ++i) {
        u[i] = Int256(side.points[1][i].scaled - side.points[0][i].scaled);
        v[i] = Int256(side.points[2][i].scaled - side.points[0][i].scaled);
    }
    const Vec3 n{to_double(u[1] * v[2] - u[2] * v[1]),
                 to_double(u[2] * v[0] - u[0] * v[2]),
                 to_double(u[0] * v[1] - u[1] * v[0])};
    const double largest = std::max({std::fabs(n.x), std::fabs(n.y), std::fabs(n.z)});
    if (largest == 0) {
        return std::nullopt;
    }
    const Vec3 scaled{n.x / largest, n.y / largest, n.z / largest};
    const double size = length(scaled);
    WrittenPlane plane;
    plane.normal = {scaled.x / size, scaled.y / size, scaled.z / size};
    plane.d = dot(plane.normal, grid_vec(side.points[0], grid_exponent));
    return plane;
}

std::optional<std::array<GridPoint, 3>> grid_points(const BrushSide& side, int grid_exponent) {
    std::array<GridPoint, 3> points;
    for (std::size_t p = 0; p < 3; ++p) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::optional<std::int64_t> steps = to_grid(side.points[p][i], grid_exponent);
            if (!steps) {
                return std::nullopt;
            }
            points[p][i] = *steps;
        }
    }
    return points;
}

std::vector<std::vector<Vec3>> face_corners(const std::vector<WrittenPlane>& planes) {
    std::vector<std::vector<Vec3>> faces;
    faces.reserve(planes.size());
    for (std::size_t i = 0; i < planes.size(); ++i) {
        std::vector<Vec3> face = base_square(planes[i]);
        for (std::size_t j = 0; j < planes.size() && face.size() >= 3; ++j) {
            if (j != i) {
                face = clip(face, planes[j]);
            }
        }
        if (face.size() < 3) {
            face.clear();
        }
        faces.push_back(std::move(face));
    }
    return faces;
}

double deviation(const ExactPlane& plane, const std::vector<Vec3>& corners) {
    const Vec3 n{static_cast<double>(plane.n[0]),
                 static_cast<double>(plane.n[1]),
                 static_cast<double>(plane.n[2])};
    const double d = static_cast<double>(plane.d);
    double largest = 0;
    for (const Vec3& corner : corners) {
        largest = std::max(largest, std::fabs(dot(n, corner) - d));
    }
    return largest / length(n);
}

}  // namespace halfspace
