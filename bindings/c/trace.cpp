// SPDX-License-Identifier: MIT
#include "halfspace/query/trace.h"

#include "halfspace/query/beams.h"

#include "halfspace.h"
#include "handle.h"
#include "motion.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace halfspace::c {

std::optional<TraceOptions> trace_options(const halfspace_trace_options* given) {
    TraceOptions options;
    if (given == nullptr) {
        return options;
    }
    if (given->mask == 0 || !is_distance(given->skin) || !is_distance(given->hair)) {
        return std::nullopt;
    }
    options.mask = static_cast<Contents>(given->mask);
    options.skin = given->skin;
    options.hair = given->hair;
    return options;
}

void store_contact(const Contact& contact, halfspace_contact& out) {
    out.hit = contact.hit ? 1 : 0;
    out.start_blocked = contact.start_blocked ? 1 : 0;
    out.fraction = contact.fraction;
    store(contact.point, out.point);
    store(contact.end, out.end);
    store(contact.normal, out.normal);
    out.contents = static_cast<uint32_t>(contact.contents);
    out.model = contact.model.value;
    out.plane = contact.plane.value;
    out.node = contact.node.value;
    out.obstacle = contact.obstacle.value;
    out.mesh = contact.mesh.value;
    out.triangle = contact.triangle.value;
    out.reserved = 0;
}

}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_trace_options halfspace_default_trace_options(void) {
    const TraceOptions options;
    return {static_cast<uint32_t>(options.mask), 0, options.skin, options.hair};
}

halfspace_status halfspace_trace(const halfspace_collision_world* world,
                                 const halfspace_leave_out* without,
                                 uint32_t space,
                                 const double from[3],
                                 const double to[3],
                                 const halfspace_trace_options* options,
                                 halfspace_contact* contact) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!are_given(world, without) || !has_space(world, space) || !is_point(from) ||
        !is_point(to) || !how || contact == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const PlacedLevel here = placed_level(world, without);
    store_contact(trace(here, SpaceId(space), vec3(from), vec3(to), *how), *contact);
    return HALFSPACE_OK;
}

halfspace_status halfspace_trace_all(const halfspace_collision_world* world,
                                     const halfspace_leave_out* without,
                                     uint32_t space,
                                     const double* segments,
                                     size_t count,
                                     const halfspace_trace_options* options,
                                     halfspace_contact* contacts) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!are_given(world, without) || !has_space(world, space) || !how ||
        !are_segments(segments, count) || (count > 0 && contacts == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const PlacedLevel here = placed_level(world, without);
    const auto ask = [&](std::span<const Segment> chunk, std::span<Contact> results) {
        trace_all(here, SpaceId(space), chunk, results, *how);
    };
    return status_of([&] { store_contacts(segments, count, contacts, ask); });
}

halfspace_status halfspace_beam_distances(const halfspace_collision_world* world,
                                          const halfspace_leave_out* without,
                                          uint32_t space,
                                          const halfspace_beams* beams,
                                          const halfspace_trace_options* options,
                                          double* distances) {
    constexpr double kFar = 1e300;  // ends of beams are finite
    const std::optional<TraceOptions> how = trace_options(options);
    if (!are_given(world, without) || !has_space(world, space) || !how || beams == nullptr ||
        !are_records(beams->poses, beams->pose_count) || !is_distance(beams->range) ||
        !are_points(
            beams->directions, beams->direction_count, kFar / std::max(1.0, beams->range))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const size_t count = beams->direction_count;
    if (count != 0 && (beams->pose_count > PTRDIFF_MAX / sizeof(double) / count ||
                       (beams->pose_count != 0 && distances == nullptr))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        std::vector<Transform> poses;
        for (size_t p = 0; p < beams->pose_count; ++p) {
            const auto pose = rigid_transform(beams->poses[p]);
            if (!pose || !is_point(beams->poses[p].translation, kFar)) {
                return HALFSPACE_BAD_ARGUMENT;
            }
            poses.push_back(*pose);
        }
        beam_distances(placed_level(world, without),
                       SpaceId(space),
                       {poses,
                        std::span(reinterpret_cast<const Vec3*>(beams->directions), count),
                        beams->range,
                        obstacle_ids(beams->themselves, poses.size())},
                       std::span(distances, poses.size() * count),
                       *how,
                       batch_executor());
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_touched_surface(const halfspace_collision_world* world,
                                           uint32_t space,
                                           const halfspace_contact* contact,
                                           halfspace_surface* surface) {
    if (!has_space(world, space) || contact == nullptr || surface == nullptr ||
        !is_point(contact->point)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (contact->hit == 0 || contact->node == HALFSPACE_NONE) {
        *surface = {HALFSPACE_NONE, HALFSPACE_NONE, 0, 0, nullptr};
        return HALFSPACE_OK;
    }
    const Level& level = world->world.level();
    const ModelId model(contact->model);
    if (contact->node >= level.nodes().size() || contact->plane / 2 >= level.planes().size() ||
        (model != world->base && !world->world.holds(model))) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    Contact touch;
    touch.hit = true;
    touch.point = vec3(contact->point);
    touch.contents = static_cast<Contents>(contact->contents);
    touch.model = model;
    touch.plane = PlaneId{contact->plane};
    touch.node = NodeId(contact->node);
    const TouchedSurface found =
        touched_surface(placed_level(world, nullptr), SpaceId(space), touch);
    const MaterialId material = found.material;
    *surface = {found.brush.value,
                found.side.value,
                found.is_sky ? 1 : 0,
                found.is_bevel ? 1 : 0,
                material.is_valid() ? level.material_name(material).data()
                                    : nullptr};  // texts of a level end with a NUL
    return HALFSPACE_OK;
}
