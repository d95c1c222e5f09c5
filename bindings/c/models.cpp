// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"
#include "halfspace/query/free.h"
#include "halfspace/query/sight.h"

#include "halfspace_models.h"
#include "handle.h"

#include <cmath>

using halfspace::Aabb;
using halfspace::Angles;
using halfspace::Contents;
using halfspace::ModelId;
using halfspace::ModelRecord;
using halfspace::PlacedLevel;
using halfspace::SpaceId;
using halfspace::Transform;
using halfspace::Vec3;
using halfspace::c::ask_models;
using halfspace::c::has_model;
using halfspace::c::has_space;
using halfspace::c::is_distance;
using halfspace::c::is_point;
using halfspace::c::store;
using halfspace::c::vec3;

namespace halfspace::c {
namespace {

// True if the three directions form a rotation, up to the rounding of floats.
bool is_turn(const Vec3& x, const Vec3& y, const Vec3& z) {
    constexpr double kRounding = 1e-5;
    const auto is_near = [](const Vec3& a, const Vec3& b) { return length(a - b) < kRounding; };
    return std::abs(length(x) - 1) < kRounding && is_near(cross(x, y), z) &&
           is_near(cross(y, z), x) && is_near(cross(z, x), y);
}

// Axes that are off by the rounding of floats become a turn. REQUIRES: is_turn of the axes.
Transform without_rounding(const Transform& transform) {
    const Vec3 x = normalized(transform.x);
    const Vec3 z = normalized(cross(x, transform.y));
    return {x, cross(z, x), z, transform.translation};
}

halfspace_placement placement_of(uint32_t model, const Transform& transform) {
    halfspace_placement placement{model, 0, {}, {}, {}, {}};
    store(transform.x, placement.x);
    store(transform.y, placement.y);
    store(transform.z, placement.z);
    store(transform.translation, placement.translation);
    return placement;
}

}  // namespace

std::optional<Transform> rigid_transform(const halfspace_placement& placement) {
    if (!is_point(placement.x) || !is_point(placement.y) || !is_point(placement.z) ||
        !is_point(placement.translation)) {
        return std::nullopt;
    }
    const Transform given{
        vec3(placement.x), vec3(placement.y), vec3(placement.z), vec3(placement.translation)};
    if (is_rigid(given)) {
        return given;
    }
    return is_turn(given.x, given.y, given.z) ? std::optional(without_rounding(given))
                                              : std::nullopt;
}

std::optional<PlacedModel> placed_model(const Level& level, const halfspace_placement& placement) {
    const std::optional<Transform> transform = rigid_transform(placement);
    return transform && placement.model < level.models().size()
               ? std::optional(PlacedModel{ModelId(placement.model), *transform})
               : std::nullopt;
}

std::optional<std::vector<PlacedModel>> placed_models(const halfspace_level* level,
                                                      const halfspace_placement* models,
                                                      size_t count) {
    if (level == nullptr || (models == nullptr && count > 0)) {
        return std::nullopt;
    }
    std::vector<PlacedModel> placed;
    for (size_t i = 0; i < count; ++i) {
        const std::optional<PlacedModel> model = placed_model(level->level, models[i]);
        if (!model) {
            return std::nullopt;
        }
        placed.push_back(*model);
    }
    return placed;
}

}  // namespace halfspace::c

halfspace_placement halfspace_placement_at_rest(uint32_t model) {
    return halfspace::c::placement_of(model, {});
}

halfspace_placement halfspace_placement_turned(uint32_t model,
                                               const double pivot[3],
                                               const double angles[3]) {
    if (!is_point(pivot) || !is_point(angles)) {
        return halfspace::c::placement_of(HALFSPACE_NONE, {{}, {}, {}, {}});
    }
    return halfspace::c::placement_of(
        model, turned_about(vec3(pivot), Angles{angles[0], angles[1], angles[2]}));
}

halfspace_status halfspace_facing(const double angles[3], double direction[3]) {
    if (!is_point(angles) || direction == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    store(facing(Angles{angles[0], angles[1], angles[2]}), direction);
    return HALFSPACE_OK;
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

halfspace_status halfspace_point_contents_models(const halfspace_level* level,
                                                 const halfspace_placement* models,
                                                 size_t count,
                                                 const double point[3],
                                                 uint32_t* contents) {
    if (!is_point(point) || contents == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_models(level, models, count, [&](const PlacedLevel& here) {
        *contents = static_cast<uint32_t>(point_contents(here, vec3(point)));
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_line_of_sight_models(const halfspace_level* level,
                                                const halfspace_placement* models,
                                                size_t count,
                                                const double src[3],
                                                const double dest[3],
                                                int32_t* is_clear) {
    if (!is_point(src) || !is_point(dest) || is_clear == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_models(level, models, count, [&](const PlacedLevel& here) {
        *is_clear = line_of_sight(here, vec3(src), vec3(dest)) ? 1 : 0;
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_is_free_models(const halfspace_level* level,
                                          const halfspace_placement* models,
                                          size_t count,
                                          uint32_t space,
                                          const double position[3],
                                          uint32_t mask,
                                          int32_t* is_free) {
    if (!has_space(level, space) || !is_point(position) || is_free == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_models(level, models, count, [&](const PlacedLevel& here) {
        const auto blocking = static_cast<Contents>(mask);
        *is_free = halfspace::is_free(here, SpaceId(space), vec3(position), blocking) ? 1 : 0;
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_unstick_models(const halfspace_level* level,
                                          const halfspace_placement* models,
                                          size_t count,
                                          uint32_t space,
                                          const double position[3],
                                          double distance,
                                          uint32_t mask,
                                          double free_position[3]) {
    if (!has_space(level, space) || !is_point(position) || !is_distance(distance) ||
        free_position == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_models(level, models, count, [&](const PlacedLevel& here) {
        const auto found =
            unstick(here, SpaceId(space), vec3(position), distance, static_cast<Contents>(mask));
        if (!found) {
            return HALFSPACE_NOT_FOUND;
        }
        store(*found, free_position);
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_overlaps_box_models(const halfspace_level* level,
                                               const halfspace_placement* models,
                                               size_t count,
                                               const double min[3],
                                               const double max[3],
                                               uint32_t mask,
                                               int32_t* overlaps) {
    if (!is_point(min) || !is_point(max) || overlaps == nullptr ||
        !(min[0] < max[0] && min[1] < max[1] && min[2] < max[2])) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_models(level, models, count, [&](const PlacedLevel& here) {
        const Aabb box{vec3(min), vec3(max)};
        *overlaps = overlaps_box(here, box, static_cast<Contents>(mask)) ? 1 : 0;
        return HALFSPACE_OK;
    });
}
