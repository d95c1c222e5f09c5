// SPDX-License-Identifier: MIT
#include "query/obstacle_sweep.h"

#include "halfspace/level/level.h"
#include "halfspace/math/aabb.h"
#include "halfspace/spatial/convex.h"

#include "query/body_box.h"
#include "query/placed_frames.h"
#include "query/reach.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// A body beside one obstacle: the sum of their boxes around the obstacle, and the middle of the
// body's box.
struct Pair {
    const BodyBox& body;
    const PlacedObstacle& obstacle;
    Vec3 place;    // of the obstacle's shape
    Vec3 half;     // of both boxes together
    Vec3 middles;  // the middle of the body's box less that of the obstacle's, at position 0
    bool are_boxes;

    Pair(const BodyBox& a_body, const PlacedObstacle& an_obstacle)
        : body(a_body),
          obstacle(an_obstacle),
          place(an_obstacle.position + an_obstacle.body->offset) {
        const Aabb b = obstacle.body->shape.bounds();
        half = body.half() + half_of(b);
        middles = body.middle() - centre_of(b) - place;
        are_boxes = body.is_box && obstacle.body->shape.kind() == ConvexShape::Kind::Box;
    }

    // From the middle of the obstacle's box to that of the body's box.
    Vec3 between(const Vec3& position) const { return position + middles; }

    bool do_boxes_overlap(const Vec3& position) const {
        const Vec3 d = between(position);
        return std::abs(d.x) < half.x && std::abs(d.y) < half.y && std::abs(d.z) < half.z;
    }

    PlacedShape placed_obstacle() const { return {obstacle.body->shape, moved_by(place)}; }

    bool do_overlap(const Vec3& position) const {
        return do_boxes_overlap(position) &&
               (are_boxes || overlaps(body.at(position), placed_obstacle()));
    }
};

// True if the boxes are apart all the way by more than the skin.
bool is_far(const Pair& pair, const Vec3& from, const Vec3& to, double skin) {
    const Vec3 reach = pair.half + Vec3{skin, skin, skin};
    return misses_box({-reach, reach}, pair.between(from), pair.between(to));
}

ThingHit hit_at(const Pair& pair, double fraction, double stop, const Vec3& normal) {
    ThingHit hit;
    hit.obstacle = pair.obstacle.id;
    hit.fraction = fraction;
    hit.stop = std::clamp(stop, 0.0, fraction);
    hit.normal = normal;
    hit.contents = pair.obstacle.contents;
    return hit;
}

ThingHit blocked_start(const Pair& pair) {
    ThingHit hit;
    hit.obstacle = pair.obstacle.id;
    hit.start_blocked = true;
    return hit;
}

Vec3 along_axis(std::size_t axis, double sign) {
    Vec3 normal;
    normal[axis] = sign < 0 ? -1 : 1;
    return normal;
}

// The body is in the obstacle. The way out is across the nearest wall of the sum of the boxes. From
// the middle, both ways lead out.
std::optional<ThingHit> leave_box(const Pair& pair, const Vec3& d, const Vec3& motion) {
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        if (pair.half[i] - std::abs(d[i]) < pair.half[axis] - std::abs(d[axis])) {
            axis = i;
        }
    }
    const Vec3 out = along_axis(axis, d[axis] != 0 ? d[axis] : motion[axis]);
    return dot(motion, out) < 0 ? std::optional(hit_at(pair, 0, 0, out)) : std::nullopt;
}

std::optional<ThingHit> meet_box(const Pair& pair,
                                 const Vec3& from,
                                 const Vec3& motion,
                                 double skin) {
    const Vec3 d = pair.between(from);
    if (pair.do_boxes_overlap(from)) {
        return leave_box(pair, d, motion);
    }
    double enter = -1;
    double leave = 2;
    std::size_t axis = 3;
    for (std::size_t i = 0; i < 3; ++i) {
        const double half = pair.half[i];
        if (motion[i] == 0) {
            if (std::abs(d[i]) >= half) {
                return std::nullopt;
            }
            continue;
        }
        const double towards = motion[i] > 0 ? 1 : -1;
        const double first = (-half - d[i] * towards) / std::abs(motion[i]);
        const double last = (half - d[i] * towards) / std::abs(motion[i]);
        if (first > enter) {
            enter = first;
            axis = i;
        }
        leave = std::min(leave, last);
    }
    if (axis == 3 || enter >= leave || enter >= 1) {
        return std::nullopt;
    }
    // The body is outside of the box on one axis at least, so it enters at 0 or later. Rounding
    // may say a little less.
    const double fraction = std::max(enter, 0.0);
    const Vec3 normal = along_axis(axis, -motion[axis]);
    return hit_at(pair, fraction, fraction - skin / std::abs(motion[axis]), normal);
}

std::optional<ThingHit> meet_shape(const Pair& pair,
                                   const Vec3& from,
                                   const Vec3& motion,
                                   double skin) {
    const PlacedShape body = pair.body.at(from);
    const PlacedShape other = pair.placed_obstacle();
    const auto met = time_of_impact(body, other, motion, skin / 4);
    // From the middle, all ways lead out.
    if (!met || pair.between(from) == Vec3{}) {
        return std::nullopt;
    }
    const double speed = -dot(motion, met->normal);
    if (speed <= 0) {
        return std::nullopt;
    }
    const double back = std::max(skin - met->distance, 0.0);
    return hit_at(pair, met->fraction, met->fraction - back / speed, met->normal);
}

bool is_left_out(const PlacedLevel& here, ObstacleId id) {
    return std::ranges::find(here.without.obstacles, id) != here.without.obstacles.end();
}

// Calls visit(obstacle) for each obstacle with a bit of the mask that may pass, in the order of
// ids, until a call returns true.
template <class Passes, class Visit>
void any_obstacle(const PlacedLevel& here,
                  const Passes& passes,
                  Contents mask,
                  const Visit& visit) {
    const auto meet = [&](const PlacedObstacle& obstacle) {
        return any(obstacle.contents & mask) && !is_left_out(here, obstacle.id) && visit(obstacle);
    };
    if (std::ranges::any_of(here.obstacles, meet) || here.world == nullptr) {
        return;
    }
    any_near(here.world->things().obstacles, passes, [&](const MovingObstacle& moving) {
        return meet({moving.id, moving.contents, &moving.body, moving.to});
    });
}

std::optional<ThingHit> first_of_all(const PlacedLevel& here,
                                     const PlacedShape& shape,
                                     const Vec3& from,
                                     const Vec3& to,
                                     const TraceOptions& options) {
    const Vec3 motion = to - from;
    if (motion == Vec3{} && options.may_leave_obstacles) {
        return std::nullopt;
    }
    const BodyBox body(shape);
    const double skin = thing_skin(options);
    const NearMotion near = body.motion(from, to, skin);
    std::optional<ThingHit> first;
    double stop = 1;
    any_obstacle(here, near, options.mask, [&](const PlacedObstacle& obstacle) {
        const Pair pair(body, obstacle);
        if (is_far(pair, from, to, skin)) {
            return false;
        }
        if (!options.may_leave_obstacles && pair.do_overlap(from)) {
            first = blocked_start(pair);
            return true;
        }
        if (motion == Vec3{}) {
            return false;
        }
        const auto hit = pair.are_boxes ? meet_box(pair, from, motion, skin)
                                        : meet_shape(pair, from, motion, skin);
        if (hit) {
            stop = std::min(stop, hit->stop);
            if (!first || hit->fraction < first->fraction) {
                first = hit;
            }
        }
        return false;
    });
    if (first && !first->start_blocked) {
        first->stop = stop;
    }
    return first;
}

}  // namespace

std::optional<ThingHit> first_obstacle(const PlacedLevel& here,
                                       const PlacedShape& shape,
                                       const Vec3& from,
                                       const Vec3& to,
                                       const TraceOptions& options) {
    return first_in_reach(from, to, [&](const Vec3& near_from, const Vec3& near_to) {
        return first_of_all(here, shape, near_from, near_to, options);
    });
}

bool is_obstacle_near(const PlacedLevel& here,
                      const PlacedShape& shape,
                      const Vec3& from,
                      const Vec3& to,
                      const TraceOptions& options) {
    if (!is_in_reach(from) || !is_in_reach(to)) {
        return true;
    }
    const BodyBox body(shape);
    const double skin = thing_skin(options);
    const NearMotion near = body.motion(from, to, skin);
    bool is_near = false;
    any_obstacle(here, near, options.mask, [&](const PlacedObstacle& obstacle) {
        is_near = !is_far(Pair(body, obstacle), from, to, skin);
        return is_near;
    });
    return is_near;
}

bool overlaps_obstacle(const PlacedLevel& here,
                       const PlacedShape& shape,
                       const Vec3& position,
                       Contents mask) {
    if (!is_in_reach(position)) {
        return false;
    }
    const BodyBox body(shape);
    bool is_one = false;
    any_obstacle(
        here, NearBox(moved(body.box, position)), mask, [&](const PlacedObstacle& obstacle) {
            is_one = Pair(body, obstacle).do_overlap(position);
            return is_one;
        });
    return is_one;
}

bool overlaps_obstacle(const PlacedLevel& here, const Aabb& box, Contents mask) {
    bool is_one = false;
    any_obstacle(here, NearBox(box), mask, [&](const PlacedObstacle& obstacle) {
        // What is outside of the obstacle's box does not overlap it, and may be too large for a
        // shape.
        const Aabb near = intersection(box, box_at(*obstacle.body, obstacle.position));
        if (has_volume(near)) {
            constexpr Vec3 kMost{kMaxShapeSize, kMaxShapeSize, kMaxShapeSize};
            const ConvexShape shape = *ConvexShape::box(min(half_of(near), kMost));
            const PlacedShape placed{shape};
            const BodyBox body(placed);
            const Pair pair(body, obstacle);
            is_one = pair.are_boxes || pair.do_overlap(centre_of(near));
        }
        return is_one;
    });
    return is_one;
}

}  // namespace halfspace
