// SPDX-License-Identifier: MIT
#include "halfspace/agents/closed_doors.h"
#include "halfspace/agents/crowd.h"
#include "halfspace/agents/path_follower.h"
#include "halfspace/move/mover_body.h"

#include "guard.h"
#include "halfspace_agents.h"
#include "handle.h"
#include "motion.h"
#include "nav_handle.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace halfspace::c {
namespace {

// The options of a caller, and what they refer to.
struct KeptOptions {
    FollowOptions options = {};
    std::shared_ptr<const NavDoorState> doors = {};
    std::shared_ptr<const Doors> lifts = {};
    std::shared_ptr<const std::vector<double>> area_costs = {};
};

}  // namespace
}  // namespace halfspace::c

struct halfspace_path_follower {
    halfspace::c::KeptOptions kept;
    halfspace::PathFollower follower = halfspace::PathFollower(kept.options);
    std::optional<halfspace::NavMesh> mesh = {};  // of the goal
};

struct halfspace_crowd {
    struct Agent {
        std::optional<halfspace::NavMesh> mesh = {};
        halfspace::c::KeptOptions kept = {};
    };

    halfspace::Crowd crowd;
    std::vector<Agent> agents = {};  // by their numbers
};

namespace halfspace::c {
namespace {

bool is_positive(double x) {
    return is_distance(x) && x > 0;
}

// nullopt if an option is out of its range. Null means the default options. Allocates.
std::optional<KeptOptions> follow_options(const halfspace_follow_options* options) {
    if (options == nullptr) {
        return KeptOptions();
    }
    const halfspace_follow_options& given = *options;
    const std::optional<RouteOptions> how = route_options(&given.route);
    if (!how) {
        return std::nullopt;
    }
    KeptOptions kept{.options = {.speed = given.speed,
                                 .clearance = given.clearance,
                                 .goal_radius = given.goal_radius,
                                 .lost_radius = given.lost_radius,
                                 .stuck_seconds = given.stuck_seconds,
                                 .find_radius = given.find_radius,
                                 .crouches = given.crouches != 0,
                                 .route = *how}};
    if (bad_option(kept.options)) {
        return std::nullopt;
    }
    if (given.route.doors != nullptr) {
        kept.doors = given.route.doors->doors;
    }
    if (given.lifts != nullptr) {
        kept.lifts = given.lifts->doors;
        kept.options.lifts = kept.lifts.get();
    }
    if (!how->area_costs.empty()) {
        kept.area_costs = std::make_shared<const std::vector<double>>(how->area_costs.begin(),
                                                                      how->area_costs.end());
        kept.options.route.area_costs = *kept.area_costs;
    }
    return kept;
}

std::optional<CrowdOptions> crowd_options(const halfspace_crowd_options* given) {
    if (given == nullptr) {
        return CrowdOptions();
    }
    if (!is_positive(given->horizon) || !is_positive(given->border_horizon) ||
        !is_positive(given->neighbour_distance) || !is_distance(given->gap)) {
        return std::nullopt;
    }
    return CrowdOptions{.horizon = given->horizon,
                        .border_horizon = given->border_horizon,
                        .neighbour_distance = given->neighbour_distance,
                        .max_neighbours = given->max_neighbours,
                        .gap = given->gap};
}

// The place of the mesh, or the goal of its field; nullopt unless one of both is given.
std::optional<NavPlace> goal_from(const NavMesh& mesh,
                                  const halfspace_nav_place* place,
                                  const halfspace_distance_field* field) {
    if ((place == nullptr) == (field == nullptr)) {
        return std::nullopt;
    }
    if (field != nullptr) {
        return is_current(*field) && are_same(*field->mesh, mesh) ? field->field.goal()
                                                                  : std::nullopt;
    }
    return is_place(mesh, place) ? std::optional(place_from(*place)) : std::nullopt;
}

bool has_agent(const halfspace_crowd* crowd, uint32_t agent) {
    return crowd != nullptr && crowd->crowd.holds(AgentId(agent));
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
            .crouches = options.crouches ? 1 : 0,
            .reserved = 0,
            .lifts = nullptr,
            .route = route_options_of(options.route)};
}

halfspace_path_follower* halfspace_new_path_follower(const halfspace_follow_options* options) {
    return pointer_of([&]() -> halfspace_path_follower* {
        std::optional<KeptOptions> kept = follow_options(options);
        return kept ? new halfspace_path_follower{std::move(*kept)} : nullptr;
    });
}

void halfspace_free_path_follower(halfspace_path_follower* follower) {
    delete follower;
}

halfspace_status halfspace_follower_go_to(halfspace_path_follower* follower,
                                          const halfspace_nav_mesh* mesh,
                                          halfspace_nav_scratch* scratch,
                                          const double position[3],
                                          const halfspace_nav_place* goal,
                                          const halfspace_distance_field* field,
                                          const halfspace_mover_options* mover,
                                          uint32_t* status) {
    const std::optional<MoverOptions> how = mover_options(mover);
    if (follower == nullptr || mesh == nullptr || scratch == nullptr ||
        !is_point(position, kMaxCoordinate) || !how || status == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<NavPlace> place = goal_from(mesh->mesh, goal, field);
    if (!place || !fits(follower->kept.options.route, mesh->mesh)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        if (!follower->mesh || !are_same(*follower->mesh, mesh->mesh)) {
            follower->follower.stop();  // it knows places of the mesh before
            follower->mesh = mesh->mesh;
        }
        *status = static_cast<uint32_t>(
            follower->follower.go_to(mesh->mesh,
                                     vec3(position),
                                     *place,
                                     scratch->scratch,
                                     *how,
                                     field == nullptr ? nullptr : &field->field));
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
    const std::optional<MoverState> now = mover_state(state);
    if (follower == nullptr || scratch == nullptr || !now || !how || input == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        const MoverInput next =
            follower->mesh ? follower->follower.step(*follower->mesh, *now, scratch->scratch, *how)
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

halfspace_status halfspace_set_closed_doors(const halfspace_doors* doors,
                                            halfspace_nav_door_state* closed) {
    if (doors == nullptr || closed == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::span<const ModelId> models = closed->doors->doors();
    if (!models.empty() && models.back().value >= doors->doors->level().models().size()) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    set_closed_doors(*closed->doors, *doors->doors);
    return HALFSPACE_OK;
}

halfspace_crowd_options halfspace_default_crowd_options(void) {
    const CrowdOptions options;
    return {.horizon = options.horizon,
            .border_horizon = options.border_horizon,
            .neighbour_distance = options.neighbour_distance,
            .gap = options.gap,
            .max_neighbours = static_cast<uint32_t>(options.max_neighbours),
            .reserved = 0};
}

halfspace_crowd* halfspace_new_crowd(const halfspace_crowd_options* options) {
    const std::optional<CrowdOptions> how = crowd_options(options);
    if (!how) {
        return nullptr;
    }
    return pointer_of([&] { return new halfspace_crowd{Crowd(*how)}; });
}

void halfspace_free_crowd(halfspace_crowd* crowd) {
    delete crowd;
}

size_t halfspace_crowd_size(const halfspace_crowd* crowd) {
    return crowd == nullptr ? 0 : crowd->crowd.size();
}

halfspace_status halfspace_crowd_add(halfspace_crowd* crowd,
                                     const halfspace_collision_world* world,
                                     const halfspace_mover_body* body,
                                     const halfspace_nav_mesh* mesh,
                                     const halfspace_mover_state* state,
                                     const halfspace_follow_options* follow,
                                     const halfspace_mover_options* mover,
                                     uint32_t* agent) {
    const std::optional<MoverState> start = mover_state(state);
    const std::optional<MoverOptions> how = mover_options(mover);
    if (crowd == nullptr || world == nullptr || mesh == nullptr || !start || !how ||
        agent == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Level& level = world->world.level();
    const std::optional<MoverBody> given = mover_body(level, body);
    if (!given) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&]() -> halfspace_status {
        std::optional<KeptOptions> manner = follow_options(follow);
        if (!manner || !fits(manner->options.route, mesh->mesh)) {
            return HALFSPACE_BAD_ARGUMENT;
        }
        // First what may fail, so that there is no agent then.
        crowd->agents.reserve(crowd->crowd.size() + 1);
        const AgentId id =
            crowd->crowd.add(mesh->mesh, shape_of(level, *given), *start, {manner->options, *how});
        if (id.value == crowd->agents.size()) {
            crowd->agents.emplace_back();
        }
        crowd->agents[id.value] = {mesh->mesh, std::move(*manner)};
        *agent = id.value;
        return HALFSPACE_OK;
    });
}

halfspace_status halfspace_crowd_remove(halfspace_crowd* crowd, uint32_t agent) {
    if (!has_agent(crowd, agent)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        crowd->crowd.remove(AgentId(agent));
        crowd->agents[agent] = {};
    });
}

halfspace_status halfspace_crowd_go_to(halfspace_crowd* crowd,
                                       uint32_t agent,
                                       const halfspace_nav_place* goal,
                                       const halfspace_distance_field* field,
                                       uint32_t* status) {
    if (!has_agent(crowd, agent) || status == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::optional<NavPlace> place = goal_from(*crowd->agents[agent].mesh, goal, field);
    if (!place) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] {
        const AgentId id(agent);
        *status = static_cast<uint32_t>(field == nullptr ? crowd->crowd.go_to(id, *place)
                                                         : crowd->crowd.go_to(id, field->field));
    });
}

halfspace_status halfspace_crowd_stop(halfspace_crowd* crowd, uint32_t agent) {
    if (!has_agent(crowd, agent)) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    crowd->crowd.stop(AgentId(agent));
    return HALFSPACE_OK;
}

halfspace_status halfspace_crowd_set_state(halfspace_crowd* crowd,
                                           uint32_t agent,
                                           const halfspace_mover_state* state) {
    const std::optional<MoverState> now = mover_state(state);
    if (!has_agent(crowd, agent) || !now) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    crowd->crowd.set_state(AgentId(agent), *now);
    return HALFSPACE_OK;
}

halfspace_status halfspace_crowd_step(halfspace_crowd* crowd) {
    if (crowd == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    return status_of([&] { crowd->crowd.step(); });
}

halfspace_status halfspace_crowd_input(const halfspace_crowd* crowd,
                                       uint32_t agent,
                                       halfspace_mover_input* input) {
    if (!has_agent(crowd, agent) || input == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *input = std::bit_cast<halfspace_mover_input>(crowd->crowd.input(AgentId(agent)));
    return HALFSPACE_OK;
}

halfspace_status halfspace_crowd_status(const halfspace_crowd* crowd,
                                        uint32_t agent,
                                        uint32_t* status) {
    if (!has_agent(crowd, agent) || status == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *status = static_cast<uint32_t>(crowd->crowd.follower(AgentId(agent)).status());
    return HALFSPACE_OK;
}
