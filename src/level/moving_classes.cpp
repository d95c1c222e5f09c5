// SPDX-License-Identifier: MIT
#include "level/shared/moving_classes.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace halfspace {
namespace {

// The names of these classes begin so.
constexpr std::string_view kMovingClasses[] = {
    "func_areaportal",    "func_bobbing",  "func_breakable",   "func_button",
    "func_conveyor_belt", "func_door",     "func_explosive",   "func_guntarget",
    "func_killbox",       "func_move",     "func_nav_area",    "func_object",
    "func_pendulum",      "func_plat",     "func_pushable",    "func_rot",
    "func_tank",          "func_timer",    "func_togglewall",  "func_track",
    "func_train",         "func_vehicle",  "func_wall_toggle", "func_water",
    "momentary_",         "rotate_object", "trigger_"};

// And of these those that block a way for a while, and carry nobody; and those that move who
// touches them.
constexpr std::string_view kDoorClasses[] = {"func_breakable",
                                             "func_door",
                                             "func_explosive",
                                             "func_togglewall",
                                             "func_wall_toggle",
                                             "momentary_door",
                                             "momentary_rot_door",
                                             "trigger_push",
                                             "trigger_teleport"};

// The whole number at the begin of a text; 0 without one.
unsigned number_of(std::string_view text) {
    unsigned number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

bool begins_with_one_of(std::string_view classname, std::span<const std::string_view> names) {
    return std::ranges::any_of(names,
                               [&](std::string_view name) { return classname.starts_with(name); });
}

}  // namespace

bool is_moving_class(std::string_view classname) {
    return begins_with_one_of(classname, kMovingClasses);
}

bool is_nav_door(std::string_view classname, std::string_view spawnflags) {
    constexpr unsigned kPlacedOpen = 1;
    return begins_with_one_of(classname, kDoorClasses) &&
           !(may_be_placed_open(classname) && (number_of(spawnflags) & kPlacedOpen) != 0);
}

bool may_be_placed_open(std::string_view classname) {
    return classname.starts_with("func_door") && !classname.starts_with("func_door_secret");
}

}  // namespace halfspace
