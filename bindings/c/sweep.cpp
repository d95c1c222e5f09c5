// SPDX-License-Identifier: MIT
#include "halfspace/query/sweep.h"

#include "halfspace.h"
#include "handle.h"
#include "motion.h"

#include <optional>
#include <span>

namespace halfspace::c {
namespace {

// Calls ask(here, shape), and returns OK. BAD_ARGUMENT without a world or a body.
template <class Ask>
halfspace_status ask_body(const halfspace_collision_world* world,
                          const halfspace_leave_out* without,
                          const halfspace_placed_shape* body,
                          const Ask& ask) {
    const std::optional<Transform> stands = place_of(body, kMaxSweepCoordinate);
    if (!stands || !are_given(world, without)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of(
        [&] { ask(placed_level(world, without), PlacedShape{body->shape->shape, *stands}); });
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_status halfspace_sweep(const halfspace_collision_world* world,
                                 const halfspace_leave_out* without,
                                 const halfspace_placed_shape* body,
                                 const double from[3],
                                 const double to[3],
                                 const halfspace_trace_options* options,
                                 halfspace_contact* contact) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!is_point(from, kMaxSweepCoordinate) || !is_point(to, kMaxSweepCoordinate) || !how ||
        contact == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_body(world, without, body, [&](const PlacedLevel& here, const PlacedShape& shape) {
        store_contact(sweep(here, shape, vec3(from), vec3(to), *how), *contact);
    });
}

halfspace_status halfspace_sweep_all(const halfspace_collision_world* world,
                                     const halfspace_leave_out* without,
                                     const halfspace_placed_shape* body,
                                     const double* segments,
                                     size_t count,
                                     const halfspace_trace_options* options,
                                     halfspace_contact* contacts) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!how || !are_segments(segments, count, kMaxSweepCoordinate) ||
        (count > 0 && contacts == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_body(world, without, body, [&](const PlacedLevel& here, const PlacedShape& shape) {
        const auto sweep_chunk = [&](std::span<const Segment> chunk, std::span<Contact> results) {
            sweep_all(here, shape, chunk, results, *how);
        };
        store_contacts(segments, count, contacts, sweep_chunk);
    });
}

halfspace_status halfspace_is_shape_free(const halfspace_collision_world* world,
                                         const halfspace_leave_out* without,
                                         const halfspace_placed_shape* body,
                                         const double position[3],
                                         uint32_t mask,
                                         int32_t* is_free) {
    if (!is_point(position, kMaxSweepCoordinate) || is_free == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_body(world, without, body, [&](const PlacedLevel& here, const PlacedShape& shape) {
        const auto blocking = static_cast<Contents>(mask);
        *is_free = halfspace::is_free(here, shape, vec3(position), blocking) ? 1 : 0;
    });
}
