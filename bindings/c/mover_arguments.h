// SPDX-License-Identifier: MIT
// Arguments and results of movers, as the C interface has them. The definitions are in move.cpp.
#pragma once

#include "halfspace/move/mover.h"

#include "halfspace_move.h"
#include "handle.h"

#include <optional>

namespace halfspace::c {

// nullopt if an option is out of its range. Null means the default options.
std::optional<MoverOptions> mover_options(const halfspace_mover_options* given);

// nullopt if one of the bodies is wrong, or if the crouching one does not fit.
std::optional<MoverBodies> mover_bodies(const Level& level,
                                        const halfspace_mover_body* stand,
                                        const halfspace_mover_body* crouch);

// True if a mover can move there.
bool can_move_in(const halfspace_collision_world* world, const halfspace_leave_out* without);

// The step as a caller gets it.
halfspace_mover_step stored(const MoverStep& from);

}  // namespace halfspace::c
