// SPDX-License-Identifier: MIT
// The way of the box around the body goes down the tree as a ray does, with nodes that are larger
// by the box. What it meets first is examined first; what lies behind the first touch is left out.
#include "halfspace/spatial/mesh_sweep.h"

#include "base/shared/in_parts.h"
#include "math/shared/vec_order.h"
#include "spatial/bvh/block_sweep.h"
#include "spatial/bvh/inner_edge.h"
#include "spatial/bvh/triangle_bvh_data.h"
#include "spatial/convex/body_triangle.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <tuple>

namespace halfspace {
namespace {

// A touch, and the triangle that is touched.
struct Found {
    BodyTouch touch;
    Triangle triangle;
    TriangleId id;
};

// Less: it comes first.
auto key_of(const Found& found) {
    const auto& [touch, triangle, id] = found;
    return std::tuple(!touch.start_blocked,
                      touch.fraction,
                      coordinates_of(touch.normal),
                      coordinates_of(triangle.a),
                      coordinates_of(triangle.b),
                      coordinates_of(triangle.c),
                      id);
}

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
void each_near(const Instance& mesh, const MovingBody& body, const Visit& visit, const Ends& ends) {
    const TriangleBvh::Data& data = mesh.data();
    const auto [middle, motion, half] = mesh.to_local({body.box().middle, {}, body.box().half});
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
        },
        [&](std::uint32_t child) { data.prefetch(child); });
}

// The first triangle that the body touches.
std::optional<Found> first_of(const Instance& mesh, const MovingBody& body) {
    const TriangleBvh::Data& data = mesh.data();
    const Vec3& motion = body.box().motion;
    assert(is_finite(motion) && is_within(body.box().middle + motion, 16 * kMaxShapeSize));
    std::optional<Found> first;
    const auto meet = [&](const TriangleBlock& block, std::size_t lane) {
        const Triangle triangle = mesh.triangle(block, lane);
        if (const auto touch = body.touch(triangle, first ? first->touch.fraction : 1)) {
            const Found found{*touch, triangle, TriangleId(block.id[lane])};
            if (!first || key_of(found) < key_of(*first)) {
                first = found;
            }
        }
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
    const MovingBody body(shape, motion, options.sides);
    const std::optional<Found> found = first_of(Instance(mesh), body);
    if (!found) {
        return std::nullopt;
    }
    const auto& [met, triangle, id] = *found;
    MeshTouch touch{.triangle = id,
                    .fraction = met.fraction,
                    .normal = met.normal,
                    .start_blocked = met.start_blocked};
    if (!touch.start_blocked) {
        touch.point = body.point_of(met, triangle);
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

std::optional<MeshOverlap> deepest_overlap(const MeshInstance& mesh, const PlacedShape& shape) {
    const Instance instance(mesh);
    const MovingBody body(shape, {}, BlockingSides::Both);
    std::optional<MeshOverlap> deepest;
    const auto measure = [&](const TriangleBlock& block, std::size_t lane) {
        const Triangle triangle = instance.triangle(block, lane);
        const TriangleId id(block.id[lane]);
        if (!body.touch(triangle, 1)) {
            return;
        }
        const Triangle seen = body.seen(triangle);
        std::array<FourPoints, 1> room;
        const ConvexShape sheet =
            ConvexShape::points(std::array<Vec3, 3>{seen.a, seen.b, seen.c}, room);
        const auto found = penetration(body.placed(), {sheet});
        if (found && (!deepest || found->depth > deepest->depth ||
                      (found->depth == deepest->depth && id < deepest->triangle))) {
            deepest = {id, found->depth, found->normal, body.box().middle + found->point};
        }
    };
    each_near(instance, body, measure, [] { return false; });
    return deepest;
}

std::optional<Vec3> unstick(const MeshInstance& mesh, const PlacedShape& body, double distance) {
    constexpr int kMostSteps = 64;
    // What a step goes beyond the depth, so that rounding leaves no overlap.
    constexpr double kBeyond = 0x1p-20;
    Vec3 moved;
    for (int step = 0; step < kMostSteps; ++step) {
        PlacedShape there = body;
        there.transform.translation += moved;
        const auto overlap = deepest_overlap(mesh, there);
        if (!overlap) {
            return overlaps(mesh, there) ? std::nullopt : std::optional(moved);
        }
        moved = moved + overlap->normal * (overlap->depth + kBeyond);
        if (!(length(moved) <= distance)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

bool overlaps(const MeshInstance& mesh, const PlacedShape& body) {
    return first_of(Instance(mesh), MovingBody(body, {}, BlockingSides::Both)).has_value();
}

}  // namespace halfspace
