// SPDX-License-Identifier: MIT
// How the controls and the ground change a velocity.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/move/mover_input.h"

namespace halfspace {

// Where the controls want to go.
struct Wish {
    // On the ground: horizontal, of length 0 to 1.
    Vec3 level;
    // The part of `level` to the left or to the right, of length 0 to 1.
    Vec3 across;
    // In a liquid: where the view looks, of length 0 to 1.
    Vec3 free;
    // On a ladder: -1 to 1. Forward climbs up, or down if the view looks down steeply.
    double climb = 0;
};
Wish wish_of(const MoverInput& input);

// The velocity after friction. rate: [1 / s]. least: friction acts as at this speed at least.
Vec3 slowed(const Vec3& velocity, double rate, double least, double seconds);

// The velocity after an acceleration towards wish * speed. rate: the share of this speed that is
// gained in a second. most: the speed along the wish is brought at most to this.
Vec3 accelerated(
    const Vec3& velocity, const Vec3& wish, double speed, double most, double rate, double seconds);

// The velocity, shortened to the length if it is longer.
Vec3 limited(const Vec3& velocity, double most);

// The velocity along the ground with the same horizontal part. ground: its normal, which looks
// upwards.
inline Vec3 along_ground(const Vec3& velocity, const Vec3& ground) {
    const double rise = -(ground.x * velocity.x + ground.y * velocity.y) / ground.z;
    return {velocity.x, velocity.y, rise};
}

}  // namespace halfspace
