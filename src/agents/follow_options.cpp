// SPDX-License-Identifier: MIT
#include "halfspace/agents/follow_options.h"

namespace halfspace {

std::optional<BadOption> bad_option(const FollowOptions& options) {
    constexpr OptionRange kPositive{.is_min_allowed = false};
    return first_problem({
        bad_number("speed", options.speed, {.max = 1}),
        bad_number("clearance", options.clearance, {}),
        bad_number("goal_radius", options.goal_radius, kPositive),
        bad_number("lost_radius", options.lost_radius, kPositive),
        bad_number("stuck_seconds", options.stuck_seconds, kPositive),
        bad_number("find_radius", options.find_radius, {}),
    });
}

}  // namespace halfspace
