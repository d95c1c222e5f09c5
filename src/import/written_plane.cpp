// SPDX-License-Identifier: MIT
#include "import/written_plane.h"

#include "halfspace/exact/wide_int.h"
#include "halfspace/math/clip.h"

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

std::optional<WrittenPlane> scaled(const Plane& plane, int grid_exponent) {
    const double size = length(plane.n);
    if (!(size > 0) || !std::isfinite(size) || !std::isfinite(plane.d)) {
        return std::nullopt;
    }
    return WrittenPlane{plane.n * (1 / size), std::ldexp(plane.d / size, grid_exponent)};
}

}  // namespace

std::optional<WrittenPlane> written_plane(const BrushSide& side, int grid_exponent) {
    if (side.plane) {
        return scaled(*side.plane, grid_exponent);
    }
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
    plane.n = {scaled.x / size, scaled.y / size, scaled.z / size};
    plane.d = dot(plane.n, grid_vec(side.points[0], grid_exponent));
    return plane;
}

std::optional<std::array<GridPoint, 3>> grid_points(const BrushSide& side, int grid_exponent) {
    if (side.plane) {
        return std::nullopt;
    }
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
        faces.push_back(
            face_corners(planes, i, {.half_width = kHalfWidth, .tolerance = kClipTolerance}));
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
