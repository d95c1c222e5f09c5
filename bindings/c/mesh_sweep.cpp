// SPDX-License-Identifier: MIT
#include "halfspace/spatial/mesh_sweep.h"

#include "halfspace/query/sweep.h"

#include "guard.h"
#include "halfspace_spatial.h"
#include "handle.h"
#include "motion.h"
#include "spatial.h"

#include <cstddef>
#include <optional>
#include <span>

namespace halfspace::c {
namespace {

// Calls ask(mesh, body), which returns a status. BAD_ARGUMENT without a mesh or a body.
template <class Ask>
halfspace_status ask_mesh(const halfspace_mesh_bvh* tree,
                          const halfspace_placement* stands,
                          const halfspace_placed_shape* body,
                          uint32_t sides,
                          const Ask& ask) {
    if (tree == nullptr || sides > HALFSPACE_FRONT_SIDE) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<Transform> mesh_at = place_of(tree->tree, stands, kMaxSweepCoordinate);
    const std::optional<Transform> body_at = place_of(body, kMaxSweepCoordinate);
    if (!mesh_at || !body_at) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        return ask(MeshInstance{tree->tree, *mesh_at}, PlacedShape{body->shape->shape, *body_at});
    });
}

std::optional<MeshSweepOptions> sweep_options(const halfspace_mesh_sweep_options* given) {
    if (given == nullptr) {
        return MeshSweepOptions{};
    }
    if (given->sides > HALFSPACE_FRONT_SIDE || !is_distance(given->skin)) {
        return std::nullopt;
    }
    return MeshSweepOptions{static_cast<BlockingSides>(given->sides), given->skin};
}

uint32_t sides_of(const MeshSweepOptions& options) {
    return static_cast<uint32_t>(options.sides);
}

// The body that begins here, and goes so far, stays within the limits.
bool is_motion(const Vec3& body, const Vec3& from, const Vec3& motion) {
    return is_within(body + from, kMaxSweepCoordinate) &&
           is_within(body + from + motion, kMaxSweepCoordinate);
}

halfspace_mesh_touch touch_from(const std::optional<MeshTouch>& found) {
    halfspace_mesh_touch touch{HALFSPACE_NONE, 0, 1, {}, {}};
    if (found) {
        touch.triangle = found->triangle.value;
        touch.start_blocked = found->start_blocked ? 1 : 0;
        touch.fraction = found->fraction;
        store(found->point, touch.point);
        store(found->normal, touch.normal);
    }
    return touch;
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_mesh_sweep_options halfspace_default_mesh_sweep_options(void) {
    const MeshSweepOptions options;
    return {sides_of(options), 0, options.skin};
}

halfspace_status halfspace_mesh_sweep(const halfspace_mesh_bvh* tree,
                                      const halfspace_placement* stands,
                                      const halfspace_placed_shape* body,
                                      const double motion[3],
                                      const halfspace_mesh_sweep_options* options,
                                      halfspace_mesh_touch* touch) {
    const std::optional<MeshSweepOptions> how = sweep_options(options);
    if (!how || !is_point(motion) || touch == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const MeshInstance& mesh, const PlacedShape& shape) {
        if (!is_motion(shape.transform.translation, {}, vec3(motion))) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        const std::optional<MeshTouch> found = sweep(mesh, shape, vec3(motion), *how);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        *touch = touch_from(found);
        return HALFSPACE_OK;
    };
    return ask_mesh(tree, stands, body, sides_of(*how), ask);
}

halfspace_status halfspace_mesh_sweep_all(const halfspace_mesh_bvh* tree,
                                          const halfspace_placement* stands,
                                          const halfspace_placed_shape* body,
                                          const double* motions,
                                          size_t count,
                                          const halfspace_mesh_sweep_options* options,
                                          halfspace_mesh_touch* touches) {
    const std::optional<MeshSweepOptions> how = sweep_options(options);
    if (!how || !are_segments(motions, count) || (count > 0 && touches == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto motion_at = [&](size_t i) {
        return BodyMotion{vec3(motions + 6 * i), vec3(motions + 6 * i + 3)};
    };
    const auto ask = [&](const MeshInstance& mesh, const PlacedShape& shape) {
        for (size_t i = 0; i < count; ++i) {
            const auto [from, motion] = motion_at(i);
            if (!is_motion(shape.transform.translation, from, motion)) {
                return HALFSPACE_BAD_ARGUMENT;
            }
        }
        constexpr size_t kChunk = 16;
        in_chunks<kChunk>(count, motion_at, [&](std::span<const BodyMotion> chunk, size_t begin) {
            std::optional<MeshTouch> found[kChunk];
            sweep_all(mesh, shape, chunk, std::span(found, chunk.size()), *how);
            for (size_t i = 0; i < chunk.size(); ++i) {
                touches[begin + i] = touch_from(found[i]);
            }
        });
        return HALFSPACE_OK;
    };
    return ask_mesh(tree, stands, body, sides_of(*how), ask);
}

halfspace_status halfspace_mesh_overlaps_shape(const halfspace_mesh_bvh* tree,
                                               const halfspace_placement* stands,
                                               const halfspace_placed_shape* body,
                                               int32_t* overlaps) {
    if (overlaps == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const MeshInstance& mesh, const PlacedShape& shape) {
        *overlaps = halfspace::overlaps(mesh, shape) ? 1 : 0;
        return HALFSPACE_OK;
    };
    return ask_mesh(tree, stands, body, HALFSPACE_BOTH_SIDES, ask);
}

halfspace_status halfspace_mesh_deepest_overlap(const halfspace_mesh_bvh* tree,
                                                const halfspace_placement* stands,
                                                const halfspace_placed_shape* body,
                                                halfspace_mesh_overlap* overlap) {
    if (overlap == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const MeshInstance& mesh, const PlacedShape& shape) {
        const std::optional<MeshOverlap> found = deepest_overlap(mesh, shape);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        *overlap = {found->triangle.value, 0, found->depth, {}, {}};
        store(found->normal, overlap->normal);
        store(found->point, overlap->point);
        return HALFSPACE_OK;
    };
    return ask_mesh(tree, stands, body, HALFSPACE_BOTH_SIDES, ask);
}

halfspace_status halfspace_mesh_unstick(const halfspace_mesh_bvh* tree,
                                        const halfspace_placement* stands,
                                        const halfspace_placed_shape* body,
                                        double distance,
                                        double motion[3]) {
    if (!is_distance(distance) || distance > kMaxSweepCoordinate || motion == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto ask = [&](const MeshInstance& mesh, const PlacedShape& shape) {
        const std::optional<Vec3> found = unstick(mesh, shape, distance);
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        store(*found, motion);
        return HALFSPACE_OK;
    };
    return ask_mesh(tree, stands, body, HALFSPACE_BOTH_SIDES, ask);
}
