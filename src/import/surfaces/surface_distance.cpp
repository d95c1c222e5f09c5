// SPDX-License-Identifier: MIT
#include "import/surfaces/surface_distance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace halfspace {
namespace {

double distance_to_edge(const Vec3& a, const Vec3& b, const Vec3& p) {
    const Vec3 along = b - a;
    const double square = dot(along, along);
    const double t = square > 0 ? std::clamp(dot(p - a, along) / square, 0.0, 1.0) : 0;
    return length(p - (a + along * t));
}

// height: the distance of p from the plane of the face.
double distance_to_face(const std::vector<Vec3>& face,
                        const Vec3& normal,
                        double height,
                        const Vec3& p) {
    const Vec3 foot = p - normal * height;
    double nearest = std::numeric_limits<double>::infinity();
    bool is_inside = true;
    for (std::size_t i = 0; i < face.size(); ++i) {
        const Vec3& a = face[i];
        const Vec3& b = face[(i + 1) % face.size()];
        is_inside = is_inside && dot(cross(b - a, foot - a), normal) >= 0;
        nearest = std::min(nearest, distance_to_edge(a, b, p));
    }
    return is_inside ? height : nearest;
}

}  // namespace

double distance_to(const ConvexVolume& volume, const Vec3& p) {
    // The nearest point lies on a face in front of which p lies.
    double nearest = std::numeric_limits<double>::infinity();
    bool is_inside = true;
    for (std::size_t i = 0; i < volume.faces.size(); ++i) {
        const Plane& plane = volume.planes[i];
        const double height = signed_distance(plane, p);
        if (volume.faces[i].empty() || height <= 0) {
            continue;
        }
        is_inside = false;
        nearest = std::min(nearest, distance_to_face(volume.faces[i], plane.n, height, p));
    }
    return is_inside ? 0 : nearest;
}

}  // namespace halfspace
