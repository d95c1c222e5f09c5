// SPDX-License-Identifier: MIT
// The way of the box around the body goes down the tree as a ray does, with nodes that are larger
// by the box. What it meets first is examined first; what lies behind the first touch is left out.
#include "halfspace/spatial/mesh_sweep.h"

#include "halfspace/spatial/convex.h"

#include "math/shared/vec_order.h"
#include "spatial/bvh/bvh4_queries.h"
#include "spatial/bvh/inner_edge.h"
#include "spatial/bvh/triangle_bvh_data.h"
#include "spatial/convex/box_triangle.h"
#include "spatial/shared/swept_body.h"

#include <array>
#include <cassert>
#include <cmath>
#include <tuple>

namespace halfspace {
namespace {

// A body that is no box touches a triangle if it is at most this far from it [units].
constexpr double kShapeTouch = 0x1p-24;

// A touch, and the triangle that is touched.
struct Found {
    MeshTouch touch;
    Triangle triangle;
};

// Less: it comes first.
auto key_of(const Found& found) {
    const auto& [touch, triangle] = found;
    return std::tuple(!touch.start_blocked,
                      touch.fraction,
                      coordinates_of(touch.normal),
                      coordinates_of(triangle.a),
                      coordinates_of(triangle.b),
                      coordinates_of(triangle.c),
                      touch.triangle);
}

// A body in its swept form, with the place where it starts.
struct Body {
    SweptBody swept;
    BoxMotion box;
    PlacedShape placed;  // relative to the middle of the box
    BlockingSides sides;

    Body(const PlacedShape& body, const Vec3& motion, BlockingSides sides_that_block)
        : swept(body.shape, body.transform),
          box{swept.centre(), motion, swept.half()},
          placed(swept.at(-swept.centre())),
          sides(sides_that_block) {}

    // Takes the touch of the triangle, if there is one up to the fraction of `first`, and if it
    // comes before `first`.
    void meet(const Triangle& triangle, TriangleId id, std::optional<Found>& first) const {
        const double limit = first ? first->touch.fraction : 1;
        const BoxTouch by_box = cast_box(triangle, box, sides, limit);
        if (by_box.kind == BoxTouch::Kind::Miss) {
            return;
        }
        MeshTouch touch{.triangle = id,
                        .fraction = by_box.fraction,
                        .start_blocked = by_box.kind == BoxTouch::Kind::StartBlocked};
        if (!swept.is_box()) {
            if (!meet_shape(triangle, touch)) {
                return;
            }
        } else if (!touch.start_blocked) {
            touch.normal = normal_of(triangle, by_box.plane);
        }
        const Found found{touch, triangle};
        if (!first || key_of(found) < key_of(*first)) {
            first = found;
        }
    }

private:
    bool meet_shape(const Triangle& triangle, MeshTouch& touch) const {
        const std::array<Vec3, 3> corners{
            triangle.a - box.middle, triangle.b - box.middle, triangle.c - box.middle};
        std::array<FourPoints, 1> room;
        const PlacedShape sheet{ConvexShape::points(corners, room)};
        const auto met = time_of_impact(placed, sheet, box.motion, kShapeTouch);
        if (!met) {
            return false;
        }
        touch.start_blocked = met->distance < -kShapeTouch;
        touch.fraction = met->fraction;
        touch.normal = touch.start_blocked ? Vec3{} : met->normal;
        touch.point = box.middle + met->point;
        return true;
    }
};

// Bit i is set if the block has a triangle i.
std::uint32_t lanes_of(const TriangleBlock& block) {
    std::uint32_t lanes = 0;
    for (std::size_t lane = 0; lane < kLeafSize; ++lane) {
        lanes |= block.id[lane] != kNone ? 1U << lane : 0;
    }
    return lanes;
}

// Bit i is set if the box may meet triangle i of the block.
std::uint32_t may_meet(const BoxRay& ray, const TriangleBlock& block, float limit) {
    constexpr float kRounding = 0x1p-23F;  // of corners in the tree's frame
    const auto& [a, b, c] = block.corner;
    Bvh4Node boxes;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        boxes.lo[axis] = lesser(lesser(a[axis], b[axis]), c[axis]) - all_lanes(kRounding);
        boxes.hi[axis] = greater(greater(a[axis], b[axis]), c[axis]) + all_lanes(kRounding);
    }
    return lanes_of(block) & bits_of(~ray.measure(boxes, limit).left_out);
}

// The first triangle that the body touches.
std::optional<Found> first_of(const TriangleBvh& mesh, const Body& body) {
    const TriangleBvh::Data& data = mesh.data();
    const Vec3& motion = body.box.motion;
    assert(is_finite(motion) && is_within(body.box.middle + motion, 2 * kMaxShapeSize));
    std::optional<Found> first;
    const auto meet = [&](const TriangleBlock& block, std::uint32_t lanes) {
        for (; lanes != 0; lanes &= lanes - 1) {
            const auto lane = static_cast<std::size_t>(__builtin_ctz(lanes));
            body.meet(data.triangle(block, lane), TriangleId(block.id[lane]), first);
        }
        return !first || !first->touch.start_blocked;
    };
    // Nothing is nearer to a box than rounding allows: so those who touch count as met.
    const Vec3 half = body.box.half * (1 + 0x1p-20);
    const double size = max_abs(motion);
    if (!(size > 0)) {
        const Vec3& middle = body.box.middle;
        const FloatBox box = rounded_outwards({middle - half, middle + half}, data.tree.frame);
        walk_through(
            data.tree,
            [&](const Bvh4Node& node) { return may_touch(box, node); },
            [&](std::uint32_t index) {
                const TriangleBlock& block = data.blocks[index];
                return meet(block, lanes_of(block));
            });
        return first;
    }
    const BoxRay boxes(body.box.middle, motion, data.tree.frame, half);
    walk_in_order(
        data.tree,
        boxes.limit(1),
        [&](const Bvh4Node& node, float limit) { return boxes.measure(node, limit); },
        [&](std::uint32_t index, float limit) {
            const TriangleBlock& block = data.blocks[index];
            if (!meet(block, may_meet(boxes, block, limit))) {
                return -1.0F;
            }
            return first ? std::min(limit, boxes.limit(first->touch.fraction)) : limit;
        },
        [&](std::uint32_t child) { data.prefetch(child); });
    return first;
}

}  // namespace

std::optional<MeshTouch> sweep(const TriangleBvh& mesh,
                               const PlacedShape& shape,
                               const Vec3& motion,
                               const MeshSweepOptions& options) {
    const Body body(shape, motion, options.sides);
    const std::optional<Found> found = first_of(mesh, body);
    if (!found) {
        return std::nullopt;
    }
    MeshTouch touch = found->touch;
    if (!touch.start_blocked) {
        if (body.swept.is_box()) {
            const Vec3 middle = body.box.middle + motion * touch.fraction;
            touch.point = touched_point(found->triangle, middle, body.box.half, touch.normal);
        }
        use_faces(mesh, motion, options, touch);
    }
    return touch;
}

bool overlaps(const TriangleBvh& mesh, const PlacedShape& body, BlockingSides sides) {
    return first_of(mesh, Body(body, {}, sides)).has_value();
}

}  // namespace halfspace
