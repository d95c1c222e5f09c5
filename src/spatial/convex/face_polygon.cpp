// SPDX-License-Identifier: MIT
#include "spatial/convex/face_polygon.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

// cos and sin of a quarter of a right angle and of its half.
constexpr double kCos1 = 0.9238795325112867;
constexpr double kSin1 = 0.3826834323650898;
constexpr double kDiagonal = 0.7071067811865476;

struct Direction2 {
    double x;
    double y;
};
// All around, counter-clockwise. Every second one lies in line with an axis or a diagonal.
constexpr std::array<Direction2, FacePolygon::kMaxCorners> kAround{{{1, 0},
                                                                    {kCos1, kSin1},
                                                                    {kDiagonal, kDiagonal},
                                                                    {kSin1, kCos1},
                                                                    {0, 1},
                                                                    {-kSin1, kCos1},
                                                                    {-kDiagonal, kDiagonal},
                                                                    {-kCos1, kSin1},
                                                                    {-1, 0},
                                                                    {-kCos1, -kSin1},
                                                                    {-kDiagonal, -kDiagonal},
                                                                    {-kSin1, -kCos1},
                                                                    {0, -1},
                                                                    {kSin1, -kCos1},
                                                                    {kDiagonal, -kDiagonal},
                                                                    {kCos1, -kSin1}}};

// Calls visit for what may be a corner of a face along the direction: corners of the core, and
// eight on each rim of a cylinder, the first of them the farthest along the direction.
template <class Visit>
void for_each_corner(const ConvexShape& shape, const Vec3& direction, const Visit& visit) {
    const Vec3& half = shape.half();
    switch (shape.kind()) {
        case ConvexShape::Kind::Box:
            for (const double x : {-half.x, half.x}) {
                for (const double y : {-half.y, half.y}) {
                    visit({x, y, -half.z});
                    visit({x, y, half.z});
                }
            }
            return;
        case ConvexShape::Kind::Sphere:
            visit({});
            return;
        case ConvexShape::Kind::Capsule:
            visit({0, 0, -half.z});
            visit({0, 0, half.z});
            return;
        case ConvexShape::Kind::Cylinder: {
            const double across = length({direction.x, direction.y, 0});
            const Vec3 first =
                across > 0 ? Vec3{direction.x, direction.y, 0} / across : Vec3{1, 0, 0};
            const Vec3 second{-first.y, first.x, 0};
            for (std::size_t i = 0; i < kAround.size(); i += 2) {
                const Vec3 rim = (first * kAround[i].x + second * kAround[i].y) * half.x;
                visit({rim.x, rim.y, -half.z});
                visit({rim.x, rim.y, half.z});
            }
            return;
        }
        case ConvexShape::Kind::Points:
            break;
    }
    for (const FourPoints& four : shape.fours()) {
        for (std::size_t i = 0; i < 4; ++i) {
            visit({four.x[i], four.y[i], four.z[i]});
        }
    }
}

}  // namespace

ContactPlane plane_across(const Vec3& normal) {
    const Vec3 other = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 x = normalized(cross(other, normal));
    return {x, cross(normal, x), normal};
}

FacePolygon face_along(const PlacedShape& placed,
                       const Vec3& direction,
                       const ContactPlane& plane,
                       double face_depth) {
    const Transform& frame = placed.transform;
    const Vec3 local = direction_to_local(frame, direction);
    const Vec3 x = direction_to_local(frame, plane.x);
    const Vec3 y = direction_to_local(frame, plane.y);
    const double least = dot(placed.shape.core_support(local), local) - face_depth;
    std::array<double, kAround.size()> farthest;
    farthest.fill(-std::numeric_limits<double>::infinity());
    std::array<Vec3, kAround.size()> corners;
    for_each_corner(placed.shape, local, [&](const Vec3& corner) {
        if (dot(corner, local) < least) {
            return;
        }
        const double along_x = dot(corner, x);
        const double along_y = dot(corner, y);
        for (std::size_t i = 0; i < kAround.size(); ++i) {
            const double along = along_x * kAround[i].x + along_y * kAround[i].y;
            corners[i] = along > farthest[i] ? corner : corners[i];
            farthest[i] = std::max(along, farthest[i]);
        }
    });
    FacePolygon face;
    const Vec3 offset = direction * placed.shape.radius();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        if (i == 0 || (corners[i] != corners[i - 1] && corners[i] != corners[0])) {
            face.corners[face.count++] = to_world(frame, corners[i]) + offset;
        }
    }
    return face;
}

}  // namespace halfspace
