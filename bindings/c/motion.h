// SPDX-License-Identifier: MIT
// Shared by traces, sweeps and movers of the C interface: their bodies, options and contacts.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/move/doors.h"
#include "halfspace/move/mover.h"
#include "halfspace/move/mover_body.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/convex_shape.h"

#include "halfspace_move.h"
#include "handle.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

// Followers and agents share the doors, so that handles are freed in any order.
struct halfspace_doors {
    std::shared_ptr<halfspace::Doors> doors;
};

struct halfspace_shape {
    halfspace::ConvexShape shape;
};

namespace halfspace::c {

// Shapes and bodies. The definitions are in shapes.cpp and collision_world.cpp.

// Where the shape stands, by rigid_transform(). nullopt without a shape, if rigid_transform() has
// none, or if the translation is not within `most`.
std::optional<Transform> place_of(const halfspace_placed_shape* placed, double most);

// nullopt if it is neither a body of the level nor a shape near its position.
std::optional<MoverBody> mover_body(const Level& level, const halfspace_mover_body* body);

// Options and contacts of traces. The definitions are in trace.cpp.

// The options of the caller, the default options for null; nullopt if a number is wrong.
std::optional<TraceOptions> trace_options(const halfspace_trace_options* given);

void store_contact(const Contact& from, halfspace_contact& to);

// Stores the contacts of `count` segments, which ask(segments, results) finds for a few at a time.
template <class Ask>
void store_contacts(const double* segments,
                    size_t count,
                    halfspace_contact* contacts,
                    const Ask& ask) {
    constexpr size_t kChunk = 16;  // larger chunks gain little
    const auto ask_chunk = [&](std::span<const Segment> chunk, size_t begin) {
        Contact results[kChunk];
        ask(chunk, std::span(results, chunk.size()));
        for (size_t i = 0; i < chunk.size(); ++i) {
            store_contact(results[i], contacts[begin + i]);
        }
    };
    in_chunks<kChunk>(count, [&](size_t i) { return segment(segments + 6 * i); }, ask_chunk);
}

// Arguments and results of movers. The definitions are in move.cpp.

// nullopt if an option is out of its range. Null means the default options.
std::optional<MoverOptions> mover_options(const halfspace_mover_options* given);

// nullopt if the state is null or cannot be moved.
std::optional<MoverState> mover_state(const halfspace_mover_state* given);

// nullopt if one of the bodies is wrong, or if the crouching one does not fit.
std::optional<MoverBodies> mover_bodies(const Level& level,
                                        const halfspace_mover_body* stand,
                                        const halfspace_mover_body* crouch);

// True if a mover can move there.
bool can_move_in(const halfspace_collision_world* world, const halfspace_leave_out* without);

// The step as a caller gets it.
halfspace_mover_step stored(const MoverStep& from);

}  // namespace halfspace::c
