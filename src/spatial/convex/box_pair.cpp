// SPDX-License-Identifier: MIT
#include "spatial/convex/box_pair.h"

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
constexpr double kEdgesMustGain = 0x1p-44;

double reach_of_a(const Vec3& half, const Vec3& axis) {
    return half.x * std::abs(axis.x) + half.y * std::abs(axis.y) + half.z * std::abs(axis.z);
}

// The direction of an edge of b, and half of each of the other two edges.
struct BoxEdge {
    Vec3 direction;
    Vec3 second;
    Vec3 third;
};

// Calls visit(axis, overlap, handicap) for the three face normals of a, those of b, and the
// products of their edges: the axes that can part two boxes. overlap: by how much the boxes overlap
// along the axis, times its length. handicap: a factor for the square of the depth, above 1 for
// edges. Returns false after the first axis along which the boxes do not overlap.
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
        visit(axis, overlap, 1.0);
        if (!(overlap > 0)) {
            return false;
        }
    }
    const std::array<Vec3, 3> axes{b.x, b.y, b.z};
    for (std::size_t j = 0; j < 3; ++j) {
        const double overlap =
            reach_of_a(half_a, axes[j]) + half_b[j] - std::abs(dot(centre, axes[j]));
        visit(axes[j], overlap, 1.0);
        if (!(overlap > 0)) {
            return false;
        }
    }
    // The product of two edges has no part along either of them. So each box reaches as far as its
    // other two edges.
    const Vec3 x = b.x * half_b.x;
    const Vec3 y = b.y * half_b.y;
    const Vec3 z = b.z * half_b.z;
    const std::array<BoxEdge, 3> edges{BoxEdge{b.x, y, z}, BoxEdge{b.y, z, x}, BoxEdge{b.z, x, y}};
    for (const BoxEdge& edge : edges) {
        const Vec3& e = edge.direction;
        const auto overlaps_along = [&](const Vec3& axis, double reach_a, double between) {
            const double overlap = reach_a + std::abs(dot(edge.second, axis)) +
                                   std::abs(dot(edge.third, axis)) - std::abs(between);
            if (!(dot(axis, axis) > kParallelSquare)) {
                return true;
            }
            visit(axis, overlap, 1 + 2 * kEdgesMustGain);
            return overlap > 0;
        };
        const Vec3 size{std::abs(e.x), std::abs(e.y), std::abs(e.z)};
        if (!overlaps_along({0, -e.z, e.y},
                            half_a.y * size.z + half_a.z * size.y,
                            centre.z * e.y - centre.y * e.z) ||
            !overlaps_along({e.z, 0, -e.x},
                            half_a.x * size.z + half_a.z * size.x,
                            centre.x * e.z - centre.z * e.x) ||
            !overlaps_along({-e.y, e.x, 0},
                            half_a.x * size.y + half_a.y * size.x,
                            centre.y * e.x - centre.x * e.y)) {
            return false;
        }
    }
    return true;
}

Vec3 nearest_in_box(const Vec3& half, const Vec3& point) {
    return max(-half, min(half, point));
}

}  // namespace

bool do_boxes_overlap(const ShapePair& pair) {
    return all_axes_overlap(pair, [](const Vec3&, double, double) {});
}

Reach box_depth(const ShapePair& pair) {
    // The square of the depth over the square of the axis's length spares roots.
    Vec3 best;
    double depth_square = std::numeric_limits<double>::infinity();
    double depth = 0;
    all_axes_overlap(pair, [&](const Vec3& axis, double overlap, double handicap) {
        const double square = dot(axis, axis);
        if (!(overlap > 0) || overlap * overlap * handicap < depth_square * square) {
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

double box_depth_error(const ShapePair& pair) {
    const Vec3 halves = pair.a().half() + pair.b().half();
    return 2 * kEdgesMustGain * (halves.x + halves.y + halves.z);
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
