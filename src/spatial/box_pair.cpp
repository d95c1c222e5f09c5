// SPDX-License-Identifier: MIT
#include "spatial/box_pair.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace halfspace {
namespace {

// An edge of a and an edge of b whose product has a smaller square are parallel.
constexpr double kParallelSquare = 0x1p-90;
// Edges give the direction only if they gain this part of the depth. So boxes that lie face on face
// meet by the faces, whatever rounding says.
constexpr double kEdgesMustGain = 0x1p-30;

double reach_of_a(const Vec3& half, const Vec3& axis) {
    return half.x * std::abs(axis.x) + half.y * std::abs(axis.y) + half.z * std::abs(axis.z);
}

double reach_of_b(const Vec3& half, const Transform& b, const Vec3& axis) {
    return half.x * std::abs(dot(b.x, axis)) + half.y * std::abs(dot(b.y, axis)) +
           half.z * std::abs(dot(b.z, axis));
}

// Calls visit(axis, overlap) for the three face normals of a, those of b, and the products of their
// edges: the axes that can part two boxes. overlap: by how much the boxes overlap along the axis,
// times its length. Returns false after the first axis along which the boxes do not overlap.
template <class Visit>
bool all_axes_overlap(const ShapePair& pair, Visit&& visit) {
    const Vec3& half_a = pair.a().half();
    const Vec3& half_b = pair.b().half();
    const Transform& b = pair.b_to_a();
    const Vec3& centre = b.translation;
    for (std::size_t i = 0; i < 3; ++i) {
        const double reach_b =
            half_b.x * std::abs(b.x[i]) + half_b.y * std::abs(b.y[i]) + half_b.z * std::abs(b.z[i]);
        const double overlap = half_a[i] + reach_b - std::abs(centre[i]);
        Vec3 axis;
        axis[i] = 1;
        visit(axis, overlap);
        if (!(overlap > 0)) {
            return false;
        }
    }
    const std::array<Vec3, 3> axes{b.x, b.y, b.z};
    for (std::size_t j = 0; j < 3; ++j) {
        const double overlap =
            reach_of_a(half_a, axes[j]) + half_b[j] - std::abs(dot(centre, axes[j]));
        visit(axes[j], overlap);
        if (!(overlap > 0)) {
            return false;
        }
    }
    for (const Vec3& edge : axes) {
        const std::array<Vec3, 3> products{
            Vec3{0, -edge.z, edge.y}, Vec3{edge.z, 0, -edge.x}, Vec3{-edge.y, edge.x, 0}};
        for (const Vec3& axis : products) {
            const double overlap = reach_of_a(half_a, axis) + reach_of_b(half_b, b, axis) -
                                   std::abs(dot(centre, axis));
            if (!(dot(axis, axis) > kParallelSquare)) {
                continue;
            }
            visit(axis, overlap);
            if (!(overlap > 0)) {
                return false;
            }
        }
    }
    return true;
}

Vec3 nearest_in_box(const Vec3& half, const Vec3& point) {
    return max(-half, min(half, point));
}

}  // namespace

bool do_boxes_overlap(const ShapePair& pair) {
    return all_axes_overlap(pair, [](const Vec3&, double) {});
}

Reach box_reach(const ShapePair& pair) {
    // The square of the depth over the square of the axis's length spares roots.
    Vec3 best;
    double depth_square = std::numeric_limits<double>::infinity();
    double depth = 0;
    std::size_t visited = 0;
    all_axes_overlap(pair, [&](const Vec3& axis, double overlap) {
        const double square = dot(axis, axis);
        const double factor = ++visited > 6 ? 1 + kEdgesMustGain : 1;
        if (!(overlap > 0) || overlap * overlap * factor < depth_square * square) {
            depth_square = overlap * overlap / square;
            best = axis;
            depth = overlap;
        }
    });
    // The difference of boxes is symmetric. It reaches less far on the side of b.
    const double scale = 1 / length(best);
    const bool is_behind = dot(best, pair.b_to_a().translation) < 0;
    return {best * (is_behind ? -scale : scale), depth * scale};
}

std::optional<Vec3> point_in_boxes(const ShapePair& pair) {
    constexpr int kRounds = 4;
    const Vec3& half_a = pair.a().half();
    const Vec3& half_b = pair.b().half();
    Vec3 in_b = pair.b_to_a().translation;
    for (int round = 0; round < kRounds; ++round) {
        const Vec3 in_a = nearest_in_box(half_a, in_b);
        if (in_a == in_b) {
            return in_a;
        }
        const Vec3 local = to_local(pair.b_to_a(), in_a);
        const Vec3 nearest = nearest_in_box(half_b, local);
        if (nearest == local) {
            return in_a;
        }
        in_b = to_world(pair.b_to_a(), nearest);
    }
    return std::nullopt;
}

}  // namespace halfspace
