// SPDX-License-Identifier: MIT
#include "level/shared/moving_classes.h"

#include <algorithm>

namespace halfspace {
namespace {

// The names of these classes begin so.
constexpr std::string_view kMovingClasses[] = {
    "func_areaportal", "func_bobbing",     "func_breakable",  "func_button",   "func_conveyor_belt",
    "func_door",       "func_explosive",   "func_guntarget",  "func_killbox",  "func_move",
    "func_object",     "func_pendulum",    "func_plat",       "func_pushable", "func_rot",
    "func_tank",       "func_timer",       "func_togglewall", "func_track",    "func_train",
    "func_vehicle",    "func_wall_toggle", "func_water",      "momentary_",    "rotate_object",
    "trigger_"};

}  // namespace

bool is_moving_class(std::string_view classname) {
    return std::ranges::any_of(
        kMovingClasses, [&](std::string_view moving) { return classname.starts_with(moving); });
}

}  // namespace halfspace
