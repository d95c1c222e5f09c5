// SPDX-License-Identifier: MIT
#include "halfspace/agents/path_follower.h"

#include "guard.h"
#include "halfspace_agents.h"
#include "handle.h"
#include "motion.h"
#include "nav_handle.h"

#include <bit>
#include <optional>

struct halfspace_path_follower {
    halfspace::PathFollower follower;
    std::optional<halfspace::NavMesh> mesh;  // of the goal
};

namespace halfspace::c {
namespace {

bool is_positive(double x) {
    return is_distance(x) && x > 0;
}

std::uint32_t links_from(const halfspace_follow_options& given) {
    return kMoverLinks & ~(given.may_drop != 0 ? 0 : link_bit(NavLinkKind::Drop)) &
           ~(given.may_jump != 0 ? 0 : link_bit(NavLinkKind::Jump));
}

// nullopt if an option is out of its range.
std::optional<FollowOptions> options_from(const halfspace_follow_options& given) {
    if (!is_distance(given.speed) || given.speed > 1 || !is_distance(given.clearance) ||
        !is_positive(given.goal_radius) || !is_positive(given.lost_radius) ||
        !is_positive(given.stuck_seconds) || !is_distance(given.find_radius) ||
        !(given.max_drop >= 0) || !(given.water_cost >= 1) || !(given.slime_cost >= 1) ||
        !(given.lava_cost >= 1)) {
        return std::nullopt;
    }
    return FollowOptions{.speed = given.speed,
                         .clearance = given.clearance,
                         .goal_radius = given.goal_radius,
                         .lost_radius = given.lost_radius,
                         .stuck_seconds = given.stuck_seconds,
                         .find_radius = given.find_radius,
                         .route = {.links = links_from(given),
                                   .max_drop = given.max_drop,
                                   .water_cost = given.water_cost,
                                   .slime_cost = given.slime_cost,
                                   .lava_cost = given.lava_cost}};
}

}  // namespace
}  // namespace halfspace::c

using namespace halfspace;
using namespace halfspace::c;

halfspace_follow_options halfspace_default_follow_options(void) {
    const FollowOptions options;
    return {.speed = options.speed,
            .clearance = options.clearance,
            .goal_radius = options.goal_radius,
            .lost_radius = options.lost_radius,
            .stuck_seconds = options.stuck_seconds,
            .find_radius = options.find_radius,
            .max_drop = options.route.max_drop,
            .water_cost = options.route.water_cost,
            .slime_cost = options.route.slime_cost,
            .lava_cost = options.route.lava_cost,
            .may_drop = 1,
            .may_jump = 1};
}

halfspace_path_follower* halfspace_new_path_follower(const halfspace_follow_options* options) {
    const std::optional<FollowOptions> how =
        options == nullptr ? FollowOptions() : options_from(*options);
    if (!how) {
        return nullptr;
    }
    return pointer_of([&] { return new halfspace_path_follower{PathFollower(*how), {}}; });
}

void halfspace_free_path_follower(halfspace_path_follower* follower) {
    delete follower;
}

halfspace_status halfspace_follower_go_to(halfspace_path_follower* follower,
                                          const halfspace_nav_mesh* mesh,
                                          halfspace_nav_scratch* scratch,
                                          const double position[3],
                                          const halfspace_nav_place* goal,
                                          const halfspace_mover_options* mover,
                                          uint32_t* status) {
    const std::optional<MoverOptions> how = mover_options(mover);
    if (follower == nullptr || !is_place(mesh, goal) || scratch == nullptr ||
        !is_point(position, kMaxCoordinate) || !how || status == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        if (!follower->mesh || &follower->mesh->data() != &mesh->mesh.data()) {
            follower->follower.stop();  // it knows places of the mesh before
            follower->mesh = mesh->mesh;
        }
        *status = static_cast<uint32_t>(follower->follower.go_to(
            mesh->mesh, vec3(position), place_from(*goal), scratch->scratch, *how));
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_follower_stop(halfspace_path_follower* follower) {
    if (follower == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    follower->follower.stop();
    return HALFSPACE_OK;
}

halfspace_status halfspace_follower_step(halfspace_path_follower* follower,
                                         halfspace_nav_scratch* scratch,
                                         const halfspace_mover_state* state,
                                         const halfspace_mover_options* mover,
                                         halfspace_mover_input* input) {
    const std::optional<MoverOptions> how = mover_options(mover);
    if (follower == nullptr || scratch == nullptr || state == nullptr || !how || input == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const auto now = std::bit_cast<MoverState>(*state);
    if (!is_valid(now)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const MoverInput next =
            follower->mesh ? follower->follower.step(*follower->mesh, now, scratch->scratch, *how)
                           : MoverInput();
        *input = std::bit_cast<halfspace_mover_input>(next);
        return HALFSPACE_OK;
    });
}

uint32_t halfspace_follower_status(const halfspace_path_follower* follower) {
    return follower == nullptr ? HALFSPACE_FOLLOW_IDLE
                               : static_cast<uint32_t>(follower->follower.status());
}

size_t halfspace_follower_point_count(const halfspace_path_follower* follower) {
    return follower == nullptr ? 0 : follower->follower.points().size();
}

halfspace_status halfspace_write_follower_points(const halfspace_path_follower* follower,
                                                 double* positions,
                                                 size_t capacity) {
    if (follower == nullptr || positions == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    if (capacity < follower->follower.points().size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const FollowPoint& point : follower->follower.points()) {
        store(point.position, positions);
        positions += 3;
    }
    return HALFSPACE_OK;
}
