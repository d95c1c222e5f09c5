// SPDX-License-Identifier: MIT
// A body against a list of obstacles. Upright boxes, the usual bodies of agents, are compared by
// intervals. All other shapes are left to spatial/convex.h.
#pragma once

#include "halfspace/move/surroundings.h"

#include <optional>
#include <span>

namespace halfspace {

// Obstacles at one moment. The obstacle with the id `without` is left out.
struct ObstaclesNow {
    std::span<const Obstacle> list;
    // The obstacles with lower ids are at the end of their motions, the others at the start.
    // kNoObstacle: all are at the end.
    std::uint32_t moved_below = 0;
    std::uint32_t without = kNoObstacle;
};

inline Vec3 place_of(const ObstaclesNow& obstacles, const Obstacle& obstacle) {
    return obstacle.id < obstacles.moved_below ? obstacle.position + obstacle.motion
                                               : obstacle.position;
}

struct ObstacleHit {
    std::uint32_t id = kNoObstacle;
    // The part of the motion up to the touch, and up to the place where the body rests: the skin
    // before this obstacle and all others.
    double fraction = 0;
    double stop = 0;
    Vec3 normal;  // towards the body, length 1
};

// The first obstacle that the body meets on its way from src to dest; of several at the same place,
// the one with the lowest id. An obstacle that the body overlaps at src is met only by a motion
// that goes deeper. skin: above 0 [units].
std::optional<ObstacleHit> first_obstacle(const ObstaclesNow& obstacles,
                                          const ShapeBody& body,
                                          const Vec3& src,
                                          const Vec3& dest,
                                          double skin);

// The lowest id of the obstacles that the body overlaps; kNoObstacle if there is none. Touching is
// no overlap.
std::uint32_t overlapped_obstacle(const ObstaclesNow& obstacles,
                                  const ShapeBody& body,
                                  const Vec3& position);

}  // namespace halfspace
