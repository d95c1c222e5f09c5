// SPDX-License-Identifier: MIT
#include "halfspace/math/frustum.h"
#include "halfspace/math/nearest_rigid.h"
#include "halfspace/query/free.h"

#include "halfspace.h"
#include "handle.h"

#include <optional>

namespace halfspace::c {
namespace {

// BAD_ARGUMENT without a view.
halfspace_status store_frustum(const std::optional<View>& view, halfspace_frustum& result) {
    if (!view) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Frustum frustum = frustum_of(*view);
    for (size_t i = 0; i < 5; ++i) {
        store(frustum.planes[i].n, result.planes[i]);
        result.planes[i][3] = frustum.planes[i].d;
    }
    return HALFSPACE_OK;
}

}  // namespace

halfspace_placement placement_of(uint32_t model, const Transform& transform) {
    halfspace_placement placement{model, 0, {}, {}, {}, {}};
    store(transform.x, placement.x);
    store(transform.y, placement.y);
    store(transform.z, placement.z);
    store(transform.translation, placement.translation);
    return placement;
}

std::optional<Transform> rigid_transform(const halfspace_placement& placement) {
    if (!is_point(placement.x) || !is_point(placement.y) || !is_point(placement.z) ||
        !is_point(placement.translation)) {
        return std::nullopt;
    }
    const Transform given{
        vec3(placement.x), vec3(placement.y), vec3(placement.z), vec3(placement.translation)};
    return nearest_rigid(given);
}

}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_placement halfspace_placement_at_rest(uint32_t model) {
    return placement_of(model, {});
}

halfspace_placement halfspace_placement_turned(uint32_t model,
                                               const double pivot[3],
                                               const double angles[3]) {
    if (!is_point(pivot) || !is_point(angles)) {
        return placement_of(HALFSPACE_NONE, {{}, {}, {}, {}});
    }
    return placement_of(model, turned_about(vec3(pivot), Angles{angles[0], angles[1], angles[2]}));
}

halfspace_status halfspace_facing(const double angles[3], double direction[3]) {
    if (!is_point(angles) || direction == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    store(facing(Angles{angles[0], angles[1], angles[2]}), direction);
    return HALFSPACE_OK;
}

halfspace_status halfspace_angles_towards(const double direction[3], double angles[3]) {
    if (!is_point(direction) || angles == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Angles towards = angles_towards(vec3(direction));
    store({towards.pitch, towards.yaw, towards.roll}, angles);
    return HALFSPACE_OK;
}

halfspace_status halfspace_look_at(const double eye[3],
                                   const double target[3],
                                   double field_of_view,
                                   double aspect,
                                   halfspace_frustum* frustum) {
    if (!is_point(eye) || !is_point(target) || frustum == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return store_frustum(look_at(vec3(eye), vec3(target), field_of_view, aspect), *frustum);
}

halfspace_status halfspace_look_along(const double eye[3],
                                      const double angles[3],
                                      double field_of_view,
                                      double aspect,
                                      halfspace_frustum* frustum) {
    if (!is_point(eye) || !is_point(angles) || frustum == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Angles turn{angles[0], angles[1], angles[2]};
    return store_frustum(look_along(vec3(eye), turn, field_of_view, aspect), *frustum);
}

halfspace_status halfspace_model_bounds(const halfspace_level* level,
                                        uint32_t model,
                                        double min[3],
                                        double max[3]) {
    if (!has_model(level, model) || min == nullptr || max == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Aabb box = level->level.model_bounds(ModelId(model));
    if (is_empty(box)) {
        return HALFSPACE_NOT_FOUND;
    }
    store(box.min, min);
    store(box.max, max);
    return HALFSPACE_OK;
}

halfspace_status halfspace_model_blocks(const halfspace_level* level,
                                        uint32_t model,
                                        uint32_t mask,
                                        int32_t* blocks) {
    if (!has_model(level, model) || blocks == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *blocks = does_block(level->level, ModelId(model), static_cast<Contents>(mask)) ? 1 : 0;
    return HALFSPACE_OK;
}

halfspace_status halfspace_model_origin(const halfspace_level* level,
                                        uint32_t model,
                                        double origin[3]) {
    if (!has_model(level, model) || origin == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const ModelRecord& record = level->level.models()[model];
    store({record.origin[0], record.origin[1], record.origin[2]}, origin);
    return HALFSPACE_OK;
}
