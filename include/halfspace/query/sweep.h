// SPDX-License-Identifier: MIT
// Where does a moving body of any shape first touch something? The level needs no space for the
// body: a sweep moves the body against the hulls of the level's solid leaves (HullRecord).
//
//     const ConvexShape barrel = *ConvexShape::cylinder(24, 16);
//     const Contact contact = sweep(level, {barrel}, from, to);
//
// What blocks is the same as for `trace` of a body with a space: brushes, polygons, curves and
// placed models, by a mask of contents. These points differ:
//
// - trace decides exactly. sweep computes in doubles. A body that passes a wall, or hits it, by
//   very little may do either. Very little means: for boxes along the axes 2^-38 of the largest
//   coordinate (1.5e-8 units at 4096 units), for the other bodies 2^-19 units.
// - A turned model meets a body of a space as if the body were turned like the model. A sweep does
//   not turn the body.
// - A body fits into a gap of exactly its own size. A trace is blocked there.
// - A body that is flat, a line or a point counts as 2^-20 units thick.
// - The mask may leave out Solid. Then a sweep touches every part of a fence that is outside of
//   solid brushes. A trace misses the part of a fence where the body also touches a solid brush.
// - Contact::plane and Contact::node are invalid, so touched_surface has no answer.
//
// What both have in common: a body that moves by sweeps stays free. The end of a sweep is free for
// the next sweep of the same body among the same models, unless its start was blocked. All results
// have the same bits on every machine. A single question allocates nothing, unless a body that is
// no box along the axes meets a leaf with more than 256 corners, or a leaf that is wider than
// 2^10 units and no box. Any number of threads may ask at the same time.
#pragma once

#include "halfspace/base/executor.h"
#include "halfspace/math/vec.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/segment.h"
#include "halfspace/query/trace.h"
#include "halfspace/spatial/convex_shape.h"

#include <span>

namespace halfspace {

// The coordinates of positions are at most this large [units].
inline constexpr double kMaxSweepCoordinate = kMaxShapeSize;

// Moves the body from `from` to `to` [map units] through the base and the placed models, without
// turning it, and returns its first contact.
//
// body: how the body is placed when its position is the origin. Its transform turns the shape and
// shifts it away from the position. A box from the feet upwards, 32 wide and 56 high:
//
//     const ConvexShape box = *ConvexShape::box({16, 16, 28});
//     sweep(level, {box, moved_by({0, 0, 28})}, from, to);
//
// The fields of the Contact mean what they mean for trace. `point` is the position of the body at
// the touch. Axial walls are touched exactly by boxes along the axes.
// If the level or a model blocks the start by less than `hair`, measured against the motion, the
// body steps back to a free place; then hit is true, fraction is 0, and `end` is this place. A hair
// above kMaxSweepCoordinate means kMaxSweepCoordinate.
//
// Cost: the nodes that the swept box around the body meets, and for each solid leaf there a cast
// against its hull. A cast takes about 30 ns for a box along the axes, and about a microsecond for
// another shape. At a leaf that is wider than 2^10 units and no box, another shape takes several
// microseconds for each 2^10 units of its way near the leaf. Stack: 60 KB.
//
// REQUIRES: coordinates of `from` and `to` within kMaxSweepCoordinate; is_rigid(body.transform);
// skin and hair finite and >= 0; what PlacedLevel requires.
Contact sweep(const PlacedLevel& here,
              const PlacedShape& body,
              const Vec3& from,
              const Vec3& to,
              const TraceOptions& options = {});

// The same answers for many segments: results[i] is the contact of segments[i]. `executor` gets
// parts of 1024 segments and may answer them on several threads (base/executor.h). Stack: 60 KB.
// REQUIRES: results.size() == segments.size(), and for each segment what sweep requires.
void sweep_all(const PlacedLevel& here,
               const PlacedShape& body,
               std::span<const Segment> segments,
               std::span<Contact> results,
               const TraceOptions& options = {},
               const Executor& executor = run_serially);

// True if the position is free for the body. A body that touches a wall is free. The answer agrees
// with sweep: a sweep from here has start_blocked false, and no sweep from here ends where this is
// false.
// Cost, stack and REQUIRES: as sweep.
bool is_free(const PlacedLevel& here,
             const PlacedShape& body,
             const Vec3& position,
             Contents mask = kBodyBlockers);

}  // namespace halfspace
