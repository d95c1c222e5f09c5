// SPDX-License-Identifier: MIT
#include "world/shared/brush_centre.h"

#include "halfspace/math/aabb.h"
#include "halfspace/math/plane.h"

#include "world/shared/texture.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace halfspace {
namespace {

constexpr std::size_t kMaxSides = 64;
// If the determinant of three unit normals is below this, their meet is noise.
constexpr double kMinDeterminant = 1e-9;
// By rounding, a corner may lie outside a plane by this share of its coordinates.
constexpr double kRounding = 1e-9;

std::vector<Plane> planes_of(const Brush& brush) {
    std::vector<Plane> planes;
    for (const BrushSide& side : brush.sides) {
        if (side.plane) {
            planes.push_back(*side.plane);
            continue;
        }
        const Vec3 normal = normal_of(side);
        if (length(normal) > 0) {
            const Vec3 unit = normalized(normal);
            planes.push_back({unit, dot(unit, to_vec3(side.points[0]))});
        }
    }
    return planes;
}

std::optional<Vec3> meet(const Plane& a, const Plane& b, const Plane& c) {
    const Vec3 bc = cross(b.n, c.n);
    const double determinant = dot(a.n, bc);
    if (std::abs(determinant) < kMinDeterminant) {
        return std::nullopt;
    }
    const Vec3 sum = bc * a.d + cross(c.n, a.n) * b.d + cross(a.n, b.n) * c.d;
    return sum * (1 / determinant);
}

bool is_inside(const Vec3& point, const std::vector<Plane>& planes) {
    const double size = std::abs(point.x) + std::abs(point.y) + std::abs(point.z) + 1;
    return std::all_of(planes.begin(), planes.end(), [&](const Plane& plane) {
        return signed_distance(plane, point) <= kRounding * size;
    });
}

Aabb box_around_corners(const std::vector<Plane>& planes) {
    Aabb box;
    for (std::size_t i = 0; i < planes.size(); ++i) {
        for (std::size_t j = i + 1; j < planes.size(); ++j) {
            for (std::size_t k = j + 1; k < planes.size(); ++k) {
                const std::optional<Vec3> corner = meet(planes[i], planes[j], planes[k]);
                if (corner && is_inside(*corner, planes)) {
                    box = merge(box, *corner);
                }
            }
        }
    }
    return box;
}

Aabb box_around_points(const Brush& brush) {
    Aabb box;
    for (const BrushSide& side : brush.sides) {
        if (side.plane) {
            box = merge(box, side.plane->n * side.plane->d);
            continue;
        }
        for (const DecimalPoint& point : side.points) {
            box = merge(box, to_vec3(point));
        }
    }
    return box;
}

}  // namespace

Vec3 centre_of(const Brush& brush) {
    Aabb box;
    if (brush.sides.size() <= kMaxSides) {
        box = box_around_corners(planes_of(brush));
    }
    if (is_empty(box)) {
        box = box_around_points(brush);
    }
    return is_empty(box) ? Vec3{} : centre_of(box);
}

}  // namespace halfspace
