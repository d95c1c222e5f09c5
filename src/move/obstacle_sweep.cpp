// SPDX-License-Identifier: MIT
#include "move/obstacle_sweep.h"

#include "halfspace/math/aabb.h"
#include "halfspace/spatial/convex.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// A body beside one obstacle: the sum of their boxes around the obstacle, and the middle of the
// body's box.
struct Pair {
    const ShapeBody& body;
    const Obstacle& obstacle;
    Vec3 place;    // of the obstacle's shape
    Vec3 half;     // of both boxes together
    Vec3 middles;  // the middle of the body's box less that of the obstacle's, at position 0
    bool are_boxes;

    Pair(const ShapeBody& a_body, const ObstaclesNow& obstacles, const Obstacle& an_obstacle)
        : body(a_body),
          obstacle(an_obstacle),
          place(place_of(obstacles, an_obstacle) + an_obstacle.body.offset) {
        const Aabb a = body.shape.bounds();
        const Aabb b = obstacle.body.shape.bounds();
        half = (a.max - a.min) * 0.5 + (b.max - b.min) * 0.5;
        middles = (a.min + a.max) * 0.5 - (b.min + b.max) * 0.5 + body.offset - place;
        are_boxes = body.shape.kind() == ConvexShape::Kind::Box &&
                    obstacle.body.shape.kind() == ConvexShape::Kind::Box;
    }

    // From the middle of the obstacle's box to that of the body's box.
    Vec3 between(const Vec3& position) const { return position + middles; }

    bool do_boxes_overlap(const Vec3& position) const {
        const Vec3 d = between(position);
        return std::abs(d.x) < half.x && std::abs(d.y) < half.y && std::abs(d.z) < half.z;
    }

    PlacedShape placed_body(const Vec3& position) const {
        return {body.shape, moved_by(position + body.offset)};
    }
    PlacedShape placed_obstacle() const { return {obstacle.body.shape, moved_by(place)}; }

    bool do_overlap(const Vec3& position) const {
        return do_boxes_overlap(position) &&
               (are_boxes || overlaps(placed_body(position), placed_obstacle()));
    }
};

// True if the boxes are apart all the way by more than the skin.
bool is_far(const Pair& pair, const Vec3& src, const Vec3& dest, double skin) {
    const Vec3 a = pair.between(src);
    const Vec3 b = pair.between(dest);
    for (std::size_t i = 0; i < 3; ++i) {
        const double reach = pair.half[i] + skin;
        if ((a[i] >= reach && b[i] >= reach) || (a[i] <= -reach && b[i] <= -reach)) {
            return true;
        }
    }
    return false;
}

ObstacleHit hit_at(const Pair& pair, double fraction, double stop, const Vec3& normal) {
    return {pair.obstacle.id, fraction, std::clamp(stop, 0.0, fraction), normal};
}

Vec3 along_axis(std::size_t axis, double sign) {
    Vec3 normal;
    normal[axis] = sign < 0 ? -1 : 1;
    return normal;
}

// The body is in the obstacle. The way out is across the nearest wall of the sum of the boxes.
std::optional<ObstacleHit> leave_box(const Pair& pair, const Vec3& d, const Vec3& motion) {
    std::size_t axis = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        if (pair.half[i] - std::abs(d[i]) < pair.half[axis] - std::abs(d[axis])) {
            axis = i;
        }
    }
    const Vec3 out = along_axis(axis, d[axis]);
    return dot(motion, out) < 0 ? std::optional(hit_at(pair, 0, 0, out)) : std::nullopt;
}

std::optional<ObstacleHit> meet_box(const Pair& pair,
                                    const Vec3& src,
                                    const Vec3& motion,
                                    double skin) {
    const Vec3 d = pair.between(src);
    if (pair.do_boxes_overlap(src)) {
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

std::optional<ObstacleHit> meet_shape(const Pair& pair,
                                      const Vec3& src,
                                      const Vec3& motion,
                                      double skin) {
    const PlacedShape body = pair.placed_body(src);
    const PlacedShape other = pair.placed_obstacle();
    const auto met = impact(body, other, motion, skin / 4);
    if (!met) {
        return std::nullopt;
    }
    const double speed = -dot(motion, met->normal);
    if (speed <= 0) {
        return std::nullopt;
    }
    const double back = std::max(skin - met->gap, 0.0);
    return hit_at(pair, met->fraction, met->fraction - back / speed, met->normal);
}

}  // namespace

std::optional<ObstacleHit> first_obstacle(const ObstaclesNow& obstacles,
                                          const ShapeBody& body,
                                          const Vec3& src,
                                          const Vec3& dest,
                                          double skin) {
    const Vec3 motion = dest - src;
    if (motion == Vec3{}) {
        return std::nullopt;
    }
    std::optional<ObstacleHit> first;
    double stop = 1;
    for (const Obstacle& obstacle : obstacles.list) {
        if (obstacle.id == obstacles.without) {
            continue;
        }
        const Pair pair(body, obstacles, obstacle);
        if (is_far(pair, src, dest, skin)) {
            continue;
        }
        const auto hit = pair.are_boxes ? meet_box(pair, src, motion, skin)
                                        : meet_shape(pair, src, motion, skin);
        if (!hit) {
            continue;
        }
        stop = std::min(stop, hit->stop);
        if (!first || hit->fraction < first->fraction ||
            (hit->fraction == first->fraction && hit->id < first->id)) {
            first = hit;
        }
    }
    if (first) {
        first->stop = stop;
    }
    return first;
}

std::uint32_t overlapped_obstacle(const ObstaclesNow& obstacles,
                                  const ShapeBody& body,
                                  const Vec3& position) {
    std::uint32_t lowest = kNoObstacle;
    for (const Obstacle& obstacle : obstacles.list) {
        if (obstacle.id < lowest && obstacle.id != obstacles.without &&
            Pair(body, obstacles, obstacle).do_overlap(position)) {
            lowest = obstacle.id;
        }
    }
    return lowest;
}

}  // namespace halfspace
