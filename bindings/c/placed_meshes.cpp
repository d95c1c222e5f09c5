// SPDX-License-Identifier: MIT
#include "halfspace/query/sweep.h"
#include "halfspace/spatial/triangle_bvh.h"

#include "halfspace.h"
#include "handle.h"
#include "placed_things.h"
#include "spatial.h"

#include <optional>
#include <span>

namespace halfspace::c {

static_assert(HALFSPACE_BOTH_SIDES == static_cast<uint32_t>(BlockingSides::Both));
static_assert(HALFSPACE_FRONT_SIDE == static_cast<uint32_t>(BlockingSides::Front));
static_assert(HALFSPACE_SOLID == static_cast<uint32_t>(kMeshContents));

std::optional<Transform> place_of(const TriangleBvh& mesh,
                                  const halfspace_placement* placement,
                                  double most) {
    const std::optional<Transform> at = placement == nullptr ? std::optional(Transform{})
                                        : is_point(placement->translation, most)
                                            ? rigid_transform(*placement)
                                            : std::nullopt;
    if (!at) {
        return std::nullopt;
    }
    const Aabb box = box_to_world(*at, mesh.bounds());
    return is_within(box.min, kMaxSweepCoordinate) && is_within(box.max, kMaxSweepCoordinate)
               ? at
               : std::nullopt;
}

namespace {

// Calls change(world, id, transform). NOT_FOUND if there is no such mesh.
template <class Change>
halfspace_status change_mesh(halfspace_collision_world* world,
                             uint32_t mesh,
                             const halfspace_placement* placement,
                             const Change& change) {
    if (world == nullptr || placement == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const MeshId id(mesh);
    if (!world->world.holds(id)) {
        return HALFSPACE_NOT_FOUND;
    }
    const TriangleBvh& tree = *world->world.mesh(id).surface().triangles;
    const std::optional<Transform> at = place_of(tree, placement, 2 * kMaxMoverPlace);
    if (!at) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { change(world->world, id, *at); });
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_status halfspace_place_mesh(halfspace_collision_world* world,
                                      const halfspace_placed_mesh* mesh) {
    if (world == nullptr || mesh == nullptr || mesh->id == HALFSPACE_NONE ||
        mesh->tree == nullptr || mesh->sides > HALFSPACE_FRONT_SIDE) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<Transform> at =
        place_of(mesh->tree->tree, &mesh->placement, 2 * kMaxMoverPlace);
    if (!at) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        MeshSurface surface{.triangles = &mesh->tree->tree,
                            .sides = static_cast<BlockingSides>(mesh->sides)};
        if (mesh->contents != 0) {
            surface.contents = static_cast<Contents>(mesh->contents);
        }
        // Where memory runs out, the world still holds what it held.
        world->meshes.make_room();
        world->world.place(MeshId(mesh->id), surface, *at);
        world->meshes.keep(MeshId(mesh->id), mesh->tree->shared);
    });
}

halfspace_status halfspace_place_mesh_at(halfspace_collision_world* world,
                                         uint32_t mesh,
                                         const halfspace_placement* placement) {
    return change_mesh(
        world, mesh, placement, [](CollisionWorld& all, MeshId id, const Transform& at) {
            all.place(id, at);
        });
}

halfspace_status halfspace_move_mesh(halfspace_collision_world* world,
                                     uint32_t mesh,
                                     const halfspace_placement* to) {
    return change_mesh(world, mesh, to, [](CollisionWorld& all, MeshId id, const Transform& at) {
        all.move(id, at);
    });
}

halfspace_status halfspace_remove_mesh(halfspace_collision_world* world, uint32_t mesh) {
    if (world == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        world->world.remove(MeshId(mesh));
        world->meshes.let_go(MeshId(mesh));
    });
}

halfspace_status halfspace_mesh_way(const halfspace_collision_world* world,
                                    uint32_t mesh,
                                    halfspace_placement* from,
                                    halfspace_placement* to) {
    if (world == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (!world->world.holds(MeshId(mesh))) {
        return HALFSPACE_NOT_FOUND;
    }
    store_way(world->world.mesh(MeshId(mesh)), 0, from, to);
    return HALFSPACE_OK;
}

size_t halfspace_placed_mesh_count(const halfspace_collision_world* world) {
    return world == nullptr ? 0 : world->world.mesh_count();
}

halfspace_status halfspace_meshes_in(const halfspace_collision_world* world,
                                     const double min[3],
                                     const double max[3],
                                     uint32_t first,
                                     uint32_t* found,
                                     size_t capacity,
                                     size_t* count) {
    return find_in<MeshId>(
        world, min, max, found, capacity, count, [&](const Aabb& box, std::span<MeshId> ids) {
            return world->world.meshes_in(box, ids, MeshId(first));
        });
}

halfspace_status halfspace_first_overlapped_by_mesh(const halfspace_collision_world* world,
                                                    uint32_t mesh,
                                                    uint32_t* obstacle) {
    if (world == nullptr || obstacle == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return first_of(world, MeshId(mesh), obstacle);
}
