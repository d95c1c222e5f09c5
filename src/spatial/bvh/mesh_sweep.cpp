// SPDX-License-Identifier: MIT
// The way of the box around the body goes down the tree as a ray does, with nodes that are larger
// by the box. What it meets first is examined first; what lies behind the first touch is left out.
#include "halfspace/spatial/mesh_sweep.h"

#include "base/shared/in_parts.h"
#include "math/shared/vec_order.h"
#include "spatial/bvh/block_sweep.h"
#include "spatial/bvh/inner_edge.h"
#include "spatial/bvh/triangle_bvh_data.h"
#include "spatial/convex/box_triangle.h"
#include "spatial/convex/plane_reach.h"
#include "spatial/convex/round_triangle.h"
#include "spatial/convex/shape_impact.h"
#include "spatial/convex/small_polygon.h"
#include "spatial/shared/swept_body.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>

namespace halfspace {
namespace {

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
    BlockingSides sides;
    std::optional<RoundBody> round;  // relative to the middle of the box

    Body(const PlacedShape& body, const Vec3& motion, BlockingSides sides_that_block)
        : swept(body.shape, body.transform),
          box{swept.centre(), motion, swept.half()},
          sides(sides_that_block) {
        if (!swept.is_box()) {
            round = round_body(placed());
        }
    }

    // It reaches each triangle no later than the body touches it.
    BoxMotion early_box() const {
        const double touch = swept.is_box() ? 0 : kShapeTouch;
        return {box.middle, box.motion, box.half + Vec3{touch, touch, touch}};
    }

    // Takes the touch of the triangle, if there is one up to the fraction of `first`, and if it
    // comes before `first`.
    void meet(const Triangle& triangle, TriangleId id, std::optional<Found>& first) const {
        const double most = first ? first->touch.fraction : 1;
        // Another body touches a little before the box around it does.
        const BoxTouch by_box = cast_box(triangle, box, sides, swept.is_box() ? most : 1);
        if (by_box.kind == BoxTouch::Kind::Miss) {
            return;
        }
        MeshTouch touch{.triangle = id,
                        .fraction = by_box.fraction,
                        .start_blocked = by_box.kind == BoxTouch::Kind::StartBlocked};
        if (!swept.is_box()) {
            if (!meet_shape(triangle, by_box, most, touch)) {
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

    // The body, relative to the middle of the box.
    PlacedShape placed() const { return swept.at(-swept.centre()); }
    // The triangle as a shape, relative to the middle of the box.
    PlacedShape sheet(const Triangle& triangle, std::array<FourPoints, 1>& room) const {
        const std::array<Vec3, 3> corners{
            triangle.a - box.middle, triangle.b - box.middle, triangle.c - box.middle};
        return {ConvexShape::points(corners, room)};
    }

private:
    // Where the box around the body is so near to the triangle's plane or edge that it touches as
    // other bodies do. The body touches no earlier.
    double begin_of(const Triangle& triangle, const BoxTouch& by_box) const {
        const double speed = -dot(normal_of(triangle, by_box.plane), box.motion);
        return speed > 0 ? std::max(0.0, by_box.fraction - kShapeTouch / 2 / speed) : 0;
    }

    // On a part of the motion. seen: relative to the middle of the box.
    std::optional<TimeOfImpact> cast_part(const PlacedShape& body,
                                          const Triangle& seen,
                                          const Vec3& moved,
                                          const Vec3& part,
                                          double until) const {
        if (round) {
            const RoundBody there{round->from + moved, round->to + moved, round->radius};
            return time_of_impact_until(there, seen, part, kShapeTouch, until);
        }
        SmallPolygon near{{seen.a, seen.b, seen.c}, 3};
        if (max_abs(box_of(seen).max - box_of(seen).min) > kLargeMotion) {
            near.clip(box_of_part(moved, part, box.half), 0);
        }
        if (near.count == 0) {
            return std::nullopt;
        }
        std::array<FourPoints, 3> room;
        PlacedShape there = body;
        there.transform.translation += moved;
        const std::span<const Vec3> corners(near.corners.data(), near.count);
        return time_of_impact_until(
            there, {ConvexShape::points(corners, room)}, part, kShapeTouch, until);
    }

    // A touch behind the fraction `most` counts as none.
    bool meet_shape(const Triangle& triangle,
                    const BoxTouch& by_box,
                    double most,
                    MeshTouch& touch) const {
        const PlacedShape body = placed();
        const Triangle seen{
            triangle.a - box.middle, triangle.b - box.middle, triangle.c - box.middle};
        const double by_plane = reach_of_plane(body, seen, box.motion);
        const double begin = by_box.kind == BoxTouch::Kind::Hit
                                 ? std::max(by_plane, begin_of(triangle, by_box))
                                 : by_plane;
        if (begin > most) {
            return false;
        }
        // The distance of a round body is exact enough on motions of any length.
        const double longest = round ? std::numeric_limits<double>::infinity() : kLargeMotion;
        const auto met = cast_in_parts(box.motion,
                                       longest,
                                       begin,
                                       most,
                                       [&](const Vec3& moved, const Vec3& part, double until) {
                                           return cast_part(body, seen, moved, part, until);
                                       });
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

// The triangles of a mesh in the world. The tree is asked in its own frame, for a box that is
// a little larger, so that no triangle that the body touches is left out.
class Instance {
public:
    explicit Instance(const MeshInstance& mesh)
        : data_(mesh.mesh.data()), at_(mesh.transform), is_moved_(at_ != Transform{}) {}

    const TriangleBvh::Data& data() const { return data_; }

    Triangle triangle(const TriangleBlock& block, std::size_t lane) const {
        const Triangle triangle = data_.triangle(block, lane);
        return is_moved_ ? to_world(at_, triangle) : triangle;
    }

    BoxMotion to_local(const BoxMotion& box) const {
        constexpr double kNear = 1 + 0x1p-20;
        if (!is_moved_) {
            return {box.middle, box.motion, box.half * kNear};
        }
        const double rounding =
            0x1p-46 * (max_abs(box.middle) + max_abs(box.motion) + max_abs(at_.translation));
        const Vec3& half = box.half;
        const Vec3 turned{dot(abs(at_.x), half), dot(abs(at_.y), half), dot(abs(at_.z), half)};
        return {halfspace::to_local(at_, box.middle),
                direction_to_local(at_, box.motion),
                turned * kNear + Vec3{rounding, rounding, rounding}};
    }

private:
    const TriangleBvh::Data& data_;
    const Transform& at_;
    bool is_moved_;
};

// Calls visit(block, lane) for the triangles near the body where it stands, until ends() after one
// of the blocks.
template <class Visit, class Ends>
void each_near(const Instance& mesh, const Body& body, const Visit& visit, const Ends& ends) {
    const TriangleBvh::Data& data = mesh.data();
    const auto [middle, motion, half] = mesh.to_local({body.box.middle, {}, body.box.half});
    const FloatBox box = rounded_outwards({middle - half, middle + half}, data.tree.frame);
    walk_through(
        data.tree,
        [&](const Bvh4Node& node) { return may_touch(box, node); },
        [&](std::uint32_t index) {
            const TriangleBlock& block = data.blocks[index];
            std::uint32_t lanes = lanes_of(block) & may_touch(box, boxes_of(block));
            for (; lanes != 0; lanes &= lanes - 1) {
                visit(block, static_cast<std::size_t>(std::countr_zero(lanes)));
            }
            return !ends();
        });
}

// The first triangle that the body touches.
std::optional<Found> first_of(const Instance& mesh, const Body& body) {
    const TriangleBvh::Data& data = mesh.data();
    const Vec3& motion = body.box.motion;
    assert(is_finite(motion) && is_within(body.box.middle + motion, 2 * kMaxShapeSize));
    std::optional<Found> first;
    const auto meet = [&](const TriangleBlock& block, std::size_t lane) {
        body.meet(mesh.triangle(block, lane), TriangleId(block.id[lane]), first);
    };
    const auto is_blocked = [&] { return first && first->touch.start_blocked; };
    if (motion == Vec3{}) {
        each_near(mesh, body, meet, is_blocked);
        return first;
    }
    const BoxMotion local = mesh.to_local(body.early_box());
    const BlockSweep blocks(local.middle, local.motion, local.half, data.tree.frame);
    const BoxRay& boxes = blocks.boxes();
    walk_in_order(
        data.tree,
        boxes.limit(1),
        [&](const Bvh4Node& node, float limit) { return boxes.measure(node, limit); },
        [&](std::uint32_t index, float limit) {
            const TriangleBlock& block = data.blocks[index];
            Candidates candidates = blocks.candidates(block, limit);
            for (std::size_t lane; (lane = candidates.next(limit)) < kLeafSize;) {
                meet(block, lane);
                if (first) {
                    limit = std::min(limit, boxes.limit(first->touch.fraction));
                }
            }
            return is_blocked() ? -1.0F : limit;
        },
        [&](std::uint32_t child) { data.prefetch(child); });
    return first;
}

}  // namespace

std::optional<MeshTouch> sweep(const MeshInstance& mesh,
                               const PlacedShape& shape,
                               const Vec3& motion,
                               const MeshSweepOptions& options) {
    const Body body(shape, motion, options.sides);
    const std::optional<Found> found = first_of(Instance(mesh), body);
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

void sweep_all(const MeshInstance& mesh,
               const PlacedShape& body,
               std::span<const BodyMotion> motions,
               std::span<std::optional<MeshTouch>> touches,
               const MeshSweepOptions& options,
               const Executor& executor) {
    assert(touches.size() == motions.size());
    constexpr std::size_t kPart = 1024;
    in_parts(motions.size(), kPart, executor, [&](std::size_t begin, std::size_t count) {
        PlacedShape placed = body;
        for (std::size_t i = begin; i < begin + count; ++i) {
            placed.transform.translation = body.transform.translation + motions[i].from;
            touches[i] = sweep(mesh, placed, motions[i].motion, options);
        }
    });
}

std::optional<MeshOverlap> deepest_overlap(const MeshInstance& mesh,
                                           const PlacedShape& shape,
                                           BlockingSides sides) {
    const Instance instance(mesh);
    const Body body(shape, {}, sides);
    std::optional<MeshOverlap> deepest;
    const auto measure = [&](const TriangleBlock& block, std::size_t lane) {
        const Triangle triangle = instance.triangle(block, lane);
        const TriangleId id(block.id[lane]);
        std::optional<Found> first;
        body.meet(triangle, id, first);
        std::array<FourPoints, 1> room;
        const auto found =
            first ? penetration(body.placed(), body.sheet(triangle, room)) : std::nullopt;
        if (found && (!deepest || found->depth > deepest->depth ||
                      (found->depth == deepest->depth && id < deepest->triangle))) {
            deepest = {id, found->depth, found->normal, body.box.middle + found->point};
        }
    };
    each_near(instance, body, measure, [] { return false; });
    return deepest;
}

std::optional<Vec3> unstick(const MeshInstance& mesh,
                            const PlacedShape& body,
                            double distance,
                            BlockingSides sides) {
    constexpr int kMostSteps = 64;
    // What a step goes beyond the depth, so that rounding leaves no overlap.
    constexpr double kBeyond = 0x1p-20;
    Vec3 moved;
    for (int step = 0; step < kMostSteps; ++step) {
        PlacedShape there = body;
        there.transform.translation += moved;
        const auto overlap = deepest_overlap(mesh, there, sides);
        if (!overlap) {
            return overlaps(mesh, there, sides) ? std::nullopt : std::optional(moved);
        }
        moved = moved + overlap->normal * (overlap->depth + kBeyond);
        if (!(length(moved) <= distance)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

bool overlaps(const MeshInstance& mesh, const PlacedShape& body, BlockingSides sides) {
    return first_of(Instance(mesh), Body(body, {}, sides)).has_value();
}

}  // namespace halfspace
