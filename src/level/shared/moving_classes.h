// SPDX-License-Identifier: MIT
// Which models are part of the floor: those that never move.
#pragma once

#include <string_view>

namespace halfspace {

// True if models of entities of this class move, or come and go, in the games that know it: doors,
// lifts, trains, buttons, triggers and the like. Navigation meshes leave them out, and verify
// expects this.
bool is_moving_class(std::string_view classname);

}  // namespace halfspace
