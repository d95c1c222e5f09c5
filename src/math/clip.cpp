// SPDX-License-Identifier: MIT
#include "math/shared/clip.h"

#include <utility>

namespace halfspace {
namespace {

std::vector<Vec3> square_around_foot(const Plane& plane, double half_width) {
    const Vec3& n = plane.n;
    const Vec3 size = abs(n);
    const Vec3 off_axis = size.x <= size.y && size.x <= size.z ? Vec3{1, 0, 0}
                          : size.y <= size.z                   ? Vec3{0, 1, 0}
                                                               : Vec3{0, 0, 1};
    Vec3 u = cross(off_axis, n);
    u = u * (half_width / length(u));
    const Vec3 v = cross(n, u);
    const Vec3 centre = n * plane.d;
    return {centre - u - v, centre + u - v, centre + u + v, centre - u + v};
}

}  // namespace

std::vector<Vec3> clipped(std::span<const Vec3> polygon, const Plane& behind, double tolerance) {
    std::vector<Vec3> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3& a = polygon[i];
        const Vec3& b = polygon[(i + 1) % polygon.size()];
        const double da = signed_distance(behind, a);
        const double db = signed_distance(behind, b);
        if (da <= tolerance) {
            kept.push_back(a);
        }
        if ((da > tolerance && db < -tolerance) || (da < -tolerance && db > tolerance)) {
            kept.push_back(a + (b - a) * (da / (da - db)));
        }
    }
    return kept;
}

std::vector<Vec3> face_corners(std::span<const Plane> planes,
                               std::size_t face,
                               const FaceClip& clip) {
    std::vector<Vec3> corners = square_around_foot(planes[face], clip.half_width);
    for (std::size_t j = 0; j < planes.size() && corners.size() >= 3; ++j) {
        if (j != face) {
            corners = clipped(corners, planes[j], clip.tolerance);
        }
    }
    if (corners.size() < 3) {
        corners.clear();
    }
    return corners;
}

}  // namespace halfspace
