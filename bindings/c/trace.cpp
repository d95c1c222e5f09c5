// SPDX-License-Identifier: MIT
#include "halfspace/query/trace.h"

#include "halfspace_trace.h"
#include "handle.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <vector>

namespace {

using halfspace::Contact;
using halfspace::Contents;
using halfspace::Level;
using halfspace::MaterialId;
using halfspace::ModelId;
using halfspace::ModelPlacement;
using halfspace::PlaneId;
using halfspace::Segment;
using halfspace::SpaceId;
using halfspace::TouchedSurface;
using halfspace::TraceOptions;
using halfspace::Transform;
using halfspace::Vec3;
using halfspace::c::are_points;
using halfspace::c::has_model;
using halfspace::c::has_space;
using halfspace::c::is_point;
using halfspace::c::store;
using halfspace::c::vec3;

bool is_distance(double value) {
    return std::isfinite(value) && value >= 0;
}

// nullopt if a number of the caller is none.
std::optional<TraceOptions> options_of(const halfspace_trace_options* given) {
    TraceOptions options;
    if (given == nullptr) {
        return options;
    }
    if (!is_distance(given->skin) || !is_distance(given->hair)) {
        return std::nullopt;
    }
    options.mask = static_cast<Contents>(given->mask);
    options.skin = given->skin;
    options.hair = given->hair;
    return options;
}

void store_contact(const Contact& from, halfspace_contact& to) {
    to.hit = from.hit ? 1 : 0;
    to.start_blocked = from.start_blocked ? 1 : 0;
    to.fraction = from.fraction;
    store(from.point, to.point);
    store(from.end, to.end);
    store(from.normal, to.normal);
    to.contents = static_cast<uint32_t>(from.contents);
    to.model = from.model.value;
    to.plane = from.plane.value;
    to.node = from.node;
}

// True for three directions that are a turn, up to the rounding of floats.
bool is_turn(const Vec3& x, const Vec3& y, const Vec3& z) {
    constexpr double kRounding = 1e-5;
    const auto is_near = [](const Vec3& a, const Vec3& b) { return length(a - b) < kRounding; };
    return std::abs(length(x) - 1) < kRounding && is_near(cross(x, y), z) &&
           is_near(cross(y, z), x) && is_near(cross(z, x), y);
}

bool is_placement(const Level& level, const halfspace_placement& placement) {
    return placement.model < level.models().size() && is_point(placement.x) &&
           is_point(placement.y) && is_point(placement.z) && is_point(placement.translation) &&
           is_turn(vec3(placement.x), vec3(placement.y), vec3(placement.z));
}

ModelPlacement placement_of(const halfspace_placement& from) {
    return {ModelId(from.model),
            {vec3(from.x), vec3(from.y), vec3(from.z), vec3(from.translation)}};
}

}  // namespace

halfspace_trace_options halfspace_default_trace_options(void) {
    const TraceOptions options;
    return {static_cast<uint32_t>(options.mask), 0, options.skin, options.hair};
}

halfspace_status halfspace_trace(const halfspace_level* level,
                                 uint32_t space,
                                 const double src[3],
                                 const double dest[3],
                                 const halfspace_trace_options* options,
                                 halfspace_contact* contact) {
    const std::optional<TraceOptions> how = options_of(options);
    if (!has_space(level, space) || !is_point(src) || !is_point(dest) || !how ||
        contact == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    store_contact(trace(level->level, SpaceId(space), vec3(src), vec3(dest), *how), *contact);
    return HALFSPACE_OK;
}

halfspace_status halfspace_trace_models(const halfspace_level* level,
                                        uint32_t space,
                                        const double src[3],
                                        const double dest[3],
                                        const halfspace_placement* models,
                                        size_t count,
                                        const halfspace_trace_options* options,
                                        halfspace_contact* contact) {
    const std::optional<TraceOptions> how = options_of(options);
    if (!has_space(level, space) || !is_point(src) || !is_point(dest) || !how ||
        contact == nullptr || (models == nullptr && count > 0)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    try {
        std::vector<ModelPlacement> placements;
        for (size_t i = 0; i < count; ++i) {
            if (!is_placement(level->level, models[i])) {
                return HALFSPACE_BAD_ARGUMENT;
            }
            placements.push_back(placement_of(models[i]));
        }
        store_contact(trace(level->level, SpaceId(space), vec3(src), vec3(dest), placements, *how),
                      *contact);
        return HALFSPACE_OK;
    } catch (const std::bad_alloc&) {
        return HALFSPACE_NO_MEMORY;
    }
}

halfspace_status halfspace_trace_all(const halfspace_level* level,
                                     uint32_t space,
                                     const double* segments,
                                     size_t count,
                                     const halfspace_trace_options* options,
                                     halfspace_contact* contacts) {
    const std::optional<TraceOptions> how = options_of(options);
    if (!has_space(level, space) || !how || !are_points(segments, 2 * count) ||
        (count > 0 && contacts == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    constexpr size_t kChunk = 256;
    Segment chunk[kChunk];
    Contact results[kChunk];
    for (size_t begin = 0; begin < count; begin += kChunk) {
        const size_t size = std::min(kChunk, count - begin);
        for (size_t i = 0; i < size; ++i) {
            const double* const segment = segments + 6 * (begin + i);
            chunk[i] = {vec3(segment), vec3(segment + 3)};
        }
        trace_all(level->level, SpaceId(space), {chunk, size}, {results, size}, *how);
        for (size_t i = 0; i < size; ++i) {
            store_contact(results[i], contacts[begin + i]);
        }
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_touched_surface(const halfspace_level* level,
                                           uint32_t space,
                                           const halfspace_contact* contact,
                                           const halfspace_placement* placement,
                                           halfspace_surface* surface) {
    if (!has_space(level, space) || contact == nullptr || surface == nullptr ||
        !is_point(contact->point) ||
        (placement != nullptr && !is_placement(level->level, *placement))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (contact->hit == 0 || contact->node == HALFSPACE_NONE) {
        *surface = {HALFSPACE_NONE, HALFSPACE_NONE, 0, 0, nullptr};
        return HALFSPACE_OK;
    }
    if (contact->node >= level->level.nodes().size() ||
        contact->plane / 2 >= level->level.planes().size() || !has_model(level, contact->model)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    Contact touch;
    touch.hit = true;
    touch.point = vec3(contact->point);
    touch.contents = static_cast<Contents>(contact->contents);
    touch.model = ModelId(contact->model);
    touch.plane = PlaneId{contact->plane};
    touch.node = contact->node;
    const TouchedSurface found =
        touched_surface(level->level,
                        SpaceId(space),
                        touch,
                        placement == nullptr ? Transform() : placement_of(*placement).transform);
    const MaterialId material = found.material;
    *surface = {found.brush,
                found.side,
                found.is_sky ? 1 : 0,
                found.is_bevel ? 1 : 0,
                material.is_valid() ? level->level.material_name(material).data()
                                    : nullptr};  // texts of a level end with a NUL
    return HALFSPACE_OK;
}
