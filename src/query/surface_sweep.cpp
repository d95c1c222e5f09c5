// SPDX-License-Identifier: MIT
#include "query/surface_sweep.h"

#include "halfspace/spatial/mesh_sweep.h"

#include "query/body_box.h"
#include "query/placed_frames.h"
#include "query/reach.h"

#include <algorithm>

namespace halfspace {
namespace {

// Calls visit(mesh, instance) for each mesh with a bit of the mask that may pass, in the order of
// ids, until a call returns true; false if none did.
template <class Passes, class Visit>
bool any_mesh(const PlacedLevel& here, const Passes& passes, Contents mask, const Visit& visit) {
    const auto meet = [&](MeshId id, const MeshSurface& surface, const Transform& transform) {
        return any(surface.contents & mask) &&
               std::ranges::find(here.without.meshes, id) == here.without.meshes.end() &&
               visit(id, surface, MeshInstance(*surface.triangles, transform));
    };
    for (const PlacedMesh& placed : here.meshes) {
        if (meet(placed.id, placed.surface, placed.transform)) {
            return true;
        }
    }
    return here.world != nullptr &&
           any_near(here.world->things().meshes, passes, [&](const MovingMesh& moving) {
               return meet(moving.id(), moving.surface(), moving.to());
           });
}

std::optional<ThingHit> first_of_all(const PlacedLevel& here,
                                     const PlacedShape& shape,
                                     const Vec3& from,
                                     const Vec3& to,
                                     const TraceOptions& options) {
    const BodyBox body(shape);
    const double skin = thing_skin(options);
    const Vec3 motion = to - from;
    const PlacedShape start = body.at(from);
    std::optional<ThingHit> first;
    double stop = 1;
    const auto meet = [&](MeshId id, const MeshSurface& surface, const MeshInstance& mesh) {
        const auto touch = sweep(mesh, start, motion, {.sides = surface.sides, .skin = skin});
        if (!touch) {
            return false;
        }
        const double speed = -dot(touch->normal, motion);
        stop = std::min(stop, speed > 0 ? touch->fraction - skin / speed : 0);
        if (touch->start_blocked || !first || touch->fraction < first->fraction) {
            first = ThingHit{.mesh = id,
                             .triangle = touch->start_blocked ? TriangleId() : touch->triangle,
                             .fraction = touch->fraction,
                             .normal = touch->normal,
                             .contents = surface.contents & options.mask,
                             .start_blocked = touch->start_blocked};
        }
        return touch->start_blocked;
    };
    any_mesh(here, body.motion(from, to, skin), options.mask, meet);
    if (first) {
        first->stop = std::max(stop, 0.0);
    }
    return first;
}

}  // namespace

std::optional<ThingHit> first_mesh(const PlacedLevel& here,
                                   const PlacedShape& shape,
                                   const Vec3& from,
                                   const Vec3& to,
                                   const TraceOptions& options) {
    return first_in_reach(from, to, [&](const Vec3& near_from, const Vec3& near_to) {
        return first_of_all(here, shape, near_from, near_to, options);
    });
}

bool is_mesh_near(const PlacedLevel& here,
                  const PlacedShape& shape,
                  const Vec3& from,
                  const Vec3& to,
                  const TraceOptions& options) {
    const NearMotion near = BodyBox(shape).motion(from, to, thing_skin(options));
    return any_mesh(here, near, options.mask, [](MeshId, const MeshSurface&, const MeshInstance&) {
        return true;
    });
}

bool overlaps_mesh(const PlacedLevel& here,
                   const PlacedShape& shape,
                   const Vec3& position,
                   Contents mask) {
    if (!is_in_reach(position)) {
        return false;
    }
    const BodyBox body(shape);
    const PlacedShape there = body.at(position);
    const auto meet = [&](MeshId, const MeshSurface& surface, const MeshInstance& mesh) {
        return surface.sides == BlockingSides::Both && overlaps(mesh, there);
    };
    return any_mesh(here, NearBox(moved(body.box, position)), mask, meet);
}

bool overlaps_mesh(const PlacedLevel& here, const Aabb& box, Contents mask) {
    const auto meet = [&](MeshId, const MeshSurface& surface, const MeshInstance& mesh) {
        // What is outside of the mesh's box may be too large for a shape.
        const Aabb its = grown(box_to_world(mesh.transform, mesh.mesh.bounds()), 1);
        const Aabb near = intersection(box, its);
        if (!has_volume(near) || surface.sides == BlockingSides::Front) {
            return false;
        }
        constexpr Vec3 kMost{kMaxShapeSize, kMaxShapeSize, kMaxShapeSize};
        const ConvexShape shape = *ConvexShape::box(min(half_of(near), kMost));
        return overlaps(mesh, {shape, moved_by(centre_of(near))});
    };
    return any_mesh(here, NearBox(box), mask, meet);
}

bool meets_mesh(const PlacedLevel& here, const Vec3& from, const Vec3& to, Contents mask) {
    const auto meet = [&](MeshId, const MeshSurface&, const MeshInstance& mesh) {
        const Vec3 local = to_local(mesh.transform, from);
        return mesh.mesh.any_hit({local, to_local(mesh.transform, to) - local, 1});
    };
    return any_mesh(here, NearMotion(from, to, {}), mask, meet);
}

std::optional<Vec3> beside_meshes(const PlacedLevel& here,
                                  const PlacedShape& shape,
                                  const Vec3& position,
                                  double distance,
                                  Contents mask) {
    const BodyBox body(shape);
    Vec3 place = position;
    const auto meet = [&](MeshId, const MeshSurface& surface, const MeshInstance& mesh) {
        if (surface.sides == BlockingSides::Front) {
            return false;
        }
        const auto way = unstick(mesh, body.at(place), distance);
        place += way.value_or(Vec3{});
        return !way;
    };
    const NearBox near(grown(moved(body.box, position), distance));
    const bool fails = any_mesh(here, near, mask, meet);
    const double way = length(place - position);
    return fails || !(way > 0 && way < distance) ? std::nullopt : std::optional(place);
}

}  // namespace halfspace
