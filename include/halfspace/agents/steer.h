// SPDX-License-Identifier: MIT
// The controls that give a mover a velocity. A mover only takes controls: so nothing that steers
// can bring a body into a wall.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/move/mover_input.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/mover_state.h"

namespace halfspace {

// The controls that bring the velocity of a mover as near to `velocity` as one step can: they
// reckon with its friction and its acceleration [units per second]. On the ground and in the air
// only x and y count; in a liquid z counts, too. Where z is not 0, the mover takes a ladder that it
// touches and climbs up or down; where z is 0, it lets go of a ladder.
// yaw: where the mover looks meanwhile [degrees]; it may walk sideways and backwards.
// The same bits on every machine. Cost: constant. REQUIRES: finite numbers; bad_option(options) is
// nullopt.
Controls steer(const MoverState& state,
               const Vec3& velocity,
               double yaw,
               const MoverOptions& options = {});

// How quickly a mover on the ground or a swimmer can turn or brake, carefully [units / s^2, > 0]: a
// part of its acceleration is kept for what comes between. Cost: constant.
double steering_acceleration(const MoverOptions& options, bool swims = false);

}  // namespace halfspace
