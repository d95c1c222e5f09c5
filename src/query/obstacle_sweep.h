// SPDX-License-Identifier: MIT
// A body against the obstacles of a placed level. Upright boxes, the usual bodies of agents, are
// compared by intervals. All other shapes are left to spatial/convex.h.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/trace.h"

#include "query/shared/contact.h"
#include "query/shared/space_shape.h"

#include <optional>

namespace halfspace {

struct ObstacleHit {
    ObstacleId id;
    // The part of the motion up to the touch, and up to the place where the body rests: the skin
    // before this obstacle and all others.
    double fraction = 0;
    double stop = 0;
    Vec3 normal;  // towards the body, length 1
    Contents contents = Contents::Empty;
    bool start_blocked = false;  // the fields but `id` are then those of no motion
};

// The first obstacle with a bit of the mask that the body meets on its way from `from` to `to`; of
// several at the same place, the one with the lowest id. One that blocks the start comes before all
// others (TraceOptions::may_leave_obstacles). body: as it stands where its position is the origin.
std::optional<ObstacleHit> first_obstacle(const PlacedLevel& here,
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

// Adds the obstacles to a contact with the level and its models. trace_again(to): the contact with
// them of a shorter motion.
template <class TraceAgain>
void meet_obstacles(const PlacedLevel& here,
                    const PlacedShape& body,
                    const Vec3& from,
                    const Vec3& to,
                    const TraceOptions& options,
                    Contact& contact,
                    const TraceAgain& trace_again) {
    if (contact.start_blocked) {
        return;
    }
    const auto hit = first_obstacle(here, body, from, to, options);
    if (!hit) {
        return;
    }
    if (hit->start_blocked) {
        contact = blocked_at(from, {}, hit->id);
        return;
    }
    const Vec3 motion = to - from;
    const double square = dot(motion, motion);
    // The body stops where the first of both skins says so, whatever it touches first. The way up
    // to an obstacle is traced again, because the place on it is rounded.
    Vec3 end = contact.end;
    if (!contact.hit || hit->stop < dot(contact.end - from, motion) / square) {
        end = hit->stop > 0 ? trace_again(from + motion * hit->stop).end : from;
    }
    if (contact.hit && contact.fraction <= hit->fraction) {
        contact.end = end;
        return;
    }
    contact = {};
    contact.hit = true;
    contact.fraction = hit->fraction;
    contact.point = from + motion * hit->fraction;
    contact.end = end;
    contact.normal = hit->normal;
    contact.contents = hit->contents;
    contact.obstacle = hit->id;
}

}  // namespace halfspace
