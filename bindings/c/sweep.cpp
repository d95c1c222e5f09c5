// SPDX-License-Identifier: MIT
#include "halfspace/query/sweep.h"

#include "halfspace_sweep.h"
#include "handle.h"
#include "motion.h"
#include "shape.h"

#include <optional>
#include <span>

namespace {

using halfspace::Contact;
using halfspace::Contents;
using halfspace::kMostSweepCoordinate;
using halfspace::PlacedLevel;
using halfspace::PlacedShape;
using halfspace::Segment;
using halfspace::TraceOptions;
using halfspace::Transform;
using halfspace::c::are_segments;
using halfspace::c::are_within;
using halfspace::c::ask_models;
using halfspace::c::is_point;
using halfspace::c::place_of;
using halfspace::c::store_contact;
using halfspace::c::store_contacts;
using halfspace::c::trace_options;
using halfspace::c::vec3;

// True if p points to a position for sweeps.
bool is_place(const double* p) {
    return is_point(p) && are_within(p, 1, kMostSweepCoordinate);
}

// Calls ask(here, shape) with the world, the models and the body, and returns its status.
template <class Ask>
halfspace_status ask_body(const halfspace_level* level,
                          const halfspace_placed_shape* body,
                          const halfspace_placement* models,
                          size_t count,
                          const Ask& ask) {
    const std::optional<Transform> stands = place_of(body, kMostSweepCoordinate);
    if (!stands) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_models(level, models, count, [&](const PlacedLevel& here) {
        return ask(here, PlacedShape{body->shape->shape, *stands});
    });
}

}  // namespace

halfspace_status halfspace_sweep(const halfspace_level* level,
                                 const halfspace_placed_shape* body,
                                 const double src[3],
                                 const double dest[3],
                                 const halfspace_trace_options* options,
                                 halfspace_contact* contact) {
    return halfspace_sweep_models(level, body, src, dest, nullptr, 0, options, contact);
}

halfspace_status halfspace_sweep_models(const halfspace_level* level,
                                        const halfspace_placed_shape* body,
                                        const double src[3],
                                        const double dest[3],
                                        const halfspace_placement* models,
                                        size_t count,
                                        const halfspace_trace_options* options,
                                        halfspace_contact* contact) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!is_place(src) || !is_place(dest) || !how || contact == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_body(
        level, body, models, count, [&](const PlacedLevel& here, const PlacedShape& shape) {
            store_contact(sweep(here, shape, vec3(src), vec3(dest), *how), *contact);
            return HALFSPACE_OK;
        });
}

halfspace_status halfspace_sweep_all(const halfspace_level* level,
                                     const halfspace_placed_shape* body,
                                     const double* segments,
                                     size_t count,
                                     const halfspace_trace_options* options,
                                     halfspace_contact* contacts) {
    const std::optional<TraceOptions> how = trace_options(options);
    if (!how || !are_segments(segments, count) ||
        !are_within(segments, 2 * count, kMostSweepCoordinate) ||
        (count > 0 && contacts == nullptr)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_body(
        level, body, nullptr, 0, [&](const PlacedLevel& here, const PlacedShape& shape) {
            const auto sweep_chunk = [&](std::span<const Segment> chunk,
                                         std::span<Contact> results) {
                sweep_all(here, shape, chunk, results, *how);
            };
            store_contacts(segments, count, contacts, sweep_chunk);
            return HALFSPACE_OK;
        });
}

halfspace_status halfspace_is_shape_free(const halfspace_level* level,
                                         const halfspace_placed_shape* body,
                                         const double position[3],
                                         uint32_t mask,
                                         int32_t* is_free) {
    return halfspace_is_shape_free_models(level, body, position, nullptr, 0, mask, is_free);
}

halfspace_status halfspace_is_shape_free_models(const halfspace_level* level,
                                                const halfspace_placed_shape* body,
                                                const double position[3],
                                                const halfspace_placement* models,
                                                size_t count,
                                                uint32_t mask,
                                                int32_t* is_free) {
    if (!is_place(position) || is_free == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return ask_body(
        level, body, models, count, [&](const PlacedLevel& here, const PlacedShape& shape) {
            const auto blocking = static_cast<Contents>(mask);
            *is_free = halfspace::is_free(here, shape, vec3(position), blocking) ? 1 : 0;
            return HALFSPACE_OK;
        });
}
