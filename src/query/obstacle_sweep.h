// SPDX-License-Identifier: MIT
// A body against the obstacles of a placed level. Upright boxes, the usual bodies of agents, are
// compared by intervals. All other shapes are left to spatial/convex.h.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/trace.h"

#include "query/thing_hit.h"

#include <optional>

namespace halfspace {

// The first obstacle with a bit of the mask that the body meets on its way from `from` to `to`; of
// several at the same place, the one with the lowest id. One that blocks the start comes before all
// others (TraceOptions::may_leave_obstacles). body: as it stands where its position is the origin.
std::optional<ThingHit> first_obstacle(const PlacedLevel& here,
                                       const PlacedShape& body,
                                       const Vec3& from,
                                       const Vec3& to,
                                       const TraceOptions& options);

// False if first_obstacle certainly meets none on this way.
bool is_obstacle_near(const PlacedLevel& here,
                      const PlacedShape& body,
                      const Vec3& from,
                      const Vec3& to,
                      const TraceOptions& options);

// True if an obstacle with a bit of the mask overlaps the body. Touching is no overlap.
bool overlaps_obstacle(const PlacedLevel& here,
                       const PlacedShape& body,
                       const Vec3& position,
                       Contents mask);

// The same for a box.
bool overlaps_obstacle(const PlacedLevel& here, const Aabb& box, Contents mask);

}  // namespace halfspace
