// SPDX-License-Identifier: MIT
// A body against the obstacles of a placed level. Upright boxes, the usual bodies of agents, are
// compared by intervals. All other shapes are left to spatial/convex.h.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/query/placed_level.h"
#include "halfspace/query/trace.h"

#include <algorithm>
#include <optional>

namespace halfspace {

// True if the question has obstacles to meet.
bool has_obstacles(const PlacedLevel& here);

struct ObstacleHit {
    ObstacleId id;
    // The part of the motion up to the touch, and up to the place where the body rests: the skin
    // before this obstacle and all others.
    double fraction = 0;
    double stop = 0;
    Vec3 normal;  // towards the body, length 1
    Contents contents = Contents::Empty;
};

// The first obstacle with a bit of the mask that the body meets on its way from `from` to `to`; of
// several at the same place, the one with the lowest id. An obstacle that the body overlaps at
// `from` is met only by a motion that goes deeper. body: as it stands where its position is the
// origin. skin: above 0 [units].
std::optional<ObstacleHit> first_obstacle(const PlacedLevel& here,
                                          const PlacedShape& body,
                                          const Vec3& from,
                                          const Vec3& to,
                                          double skin,
                                          Contents mask);

// False if first_obstacle certainly meets none on this way.
bool is_obstacle_near(const PlacedLevel& here,
                      const PlacedShape& body,
                      const Vec3& from,
                      const Vec3& to,
                      double skin,
                      Contents mask);

// The obstacle with the lowest id that has a bit of the mask and overlaps the body; invalid if
// there is none. Touching is no overlap.
ObstacleId overlapped_obstacle(const PlacedLevel& here,
                               const PlacedShape& body,
                               const Vec3& position,
                               Contents mask);

// True if an obstacle with a bit of the mask overlaps the box. Touching is no overlap.
bool overlaps_obstacle(const PlacedLevel& here, const Aabb& box, Contents mask);

// The box of a space as a shape, for obstacles.
class SpaceShape {
public:
    SpaceShape(const Level& level, SpaceId space);
    PlacedShape placed() const { return {box_, moved_by(middle_)}; }

private:
    ConvexShape box_;
    Vec3 middle_;
};

// The skin of a motion among obstacles [units]. A skin of 0 would leave a shape no room for
// rounding.
inline double obstacle_skin(const TraceOptions& options) {
    return std::max(options.skin, 0x1p-10);
}

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
    const auto hit = first_obstacle(here, body, from, to, obstacle_skin(options), options.mask);
    const Vec3 motion = to - from;
    const double square = dot(motion, motion);
    if (!hit) {
        return;
    }
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
