// SPDX-License-Identifier: MIT
#include "spatial/bvh/inner_edge.h"

#include "math/shared/vec_order.h"
#include "spatial/bvh/block_sweep.h"
#include "spatial/bvh/triangle_bvh_data.h"

#include <bit>
#include <cmath>
#include <optional>
#include <tuple>

namespace halfspace {
namespace {

// Points less than this part of the skin in front of the plane count as on it, and so do points
// whose distance is only that of roundings, as a part of the largest coordinate.
constexpr double kInFront = 0x1p-20;
constexpr double kRounding = 0x1p-45;
// A normal is that of a face if the cosine of their angle differs by less from 1.
constexpr double kSameNormal = 0x1p-44;

// Length 1; nullopt if the triangle has no area that counts.
std::optional<Vec3> face_normal(const Triangle& t) {
    const Vec3 normal = cross(t.b - t.a, t.c - t.a);
    const double size = length(normal);
    const double longest = std::max({length(t.b - t.a), length(t.c - t.b), length(t.a - t.c)});
    if (!(size > 0x1p-40 * longest * longest)) {
        return std::nullopt;
    }
    return normal / size;
}

// Of the triangle's part within the radius of the touched point: how far it reaches along the
// normal. A part of it that begins at the nearest point and goes towards the farthest corner is as
// good as all of it, because the triangle is convex.
double reach_in_front(const Triangle& t,
                      const Vec3& nearest,
                      const MeshTouch& touch,
                      double radius) {
    double most = dot(nearest - touch.point, touch.normal);
    for (const Vec3& corner : {t.a, t.b, t.c}) {
        const Vec3 way = corner - nearest;
        const double size = length(way);
        const double part = size > radius ? radius / size : 1;
        most = std::max(most, dot(nearest + way * part - touch.point, touch.normal));
    }
    return most;
}

struct Face {
    Vec3 normal;
    TriangleId triangle;
    double likeness = -1;  // the cosine of the angle to the touch's normal
};

// In the frame of the mesh.
void use_local_faces(const TriangleBvh& mesh,
                     const Vec3& motion,
                     const MeshSweepOptions& options,
                     MeshTouch& touch) {
    const TriangleBvh::Data& data = mesh.data();
    const auto own = face_normal(mesh.mesh().triangle(touch.triangle.value));
    if (own && std::abs(dot(*own, touch.normal)) > 1 - kSameNormal) {
        return;
    }
    // A place on a triangle is off by some roundings.
    const double size = 1 + max_abs(touch.point);
    const double skin = std::max(options.skin, 0x1p-40 * size);
    const double in_front = std::max(kInFront * skin, kRounding * size);
    const FloatBox box =
        rounded_outwards(grown(Aabb{touch.point, touch.point}, skin), data.tree.frame);
    bool goes_on = false;
    std::optional<Face> best;
    walk_through(
        data.tree,
        [&](const Bvh4Node& node) { return may_touch(box, node); },
        [&](std::uint32_t index) {
            const TriangleBlock& block = data.blocks[index];
            std::uint32_t lanes = lanes_of(block) & may_touch(box, boxes_of(block));
            for (; lanes != 0; lanes &= lanes - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
                const Triangle t = data.triangle(block, lane);
                const Vec3 nearest = closest_point(t, touch.point);
                if (!(distance(nearest, touch.point) <= skin)) {
                    continue;
                }
                goes_on = goes_on || reach_in_front(t, nearest, touch, skin) > in_front;
                const auto found = face_normal(t);
                if (!found ||
                    (options.sides == BlockingSides::Front && dot(*found, touch.normal) < 0)) {
                    continue;
                }
                Face face{*found, TriangleId(block.id[lane]), dot(*found, touch.normal)};
                if (face.likeness < 0) {
                    face.normal = -face.normal;
                    face.likeness = -face.likeness;
                }
                const auto key = [](const Face& f) {
                    return std::tuple(-f.likeness, coordinates_of(f.normal), f.triangle);
                };
                if (dot(face.normal, motion) < 0 && (!best || key(face) < key(*best))) {
                    best = face;
                }
            }
            return true;
        },
        [&](std::uint32_t child) { data.prefetch(child); });
    if (goes_on && best) {
        touch.normal = best->normal;
        touch.triangle = best->triangle;
    }
}

}  // namespace

void use_faces(const MeshInstance& mesh,
               const Vec3& motion,
               const MeshSweepOptions& options,
               MeshTouch& touch) {
    const Transform& at = mesh.transform;
    if (at == Transform{}) {
        use_local_faces(mesh.mesh, motion, options, touch);
        return;
    }
    MeshTouch local = touch;
    local.point = to_local(at, touch.point);
    local.normal = direction_to_local(at, touch.normal);
    const Vec3 normal_before = local.normal;
    use_local_faces(mesh.mesh, direction_to_local(at, motion), options, local);
    touch.triangle = local.triangle;
    if (local.normal != normal_before) {
        touch.normal = direction_to_world(at, local.normal);
    }
}

}  // namespace halfspace
