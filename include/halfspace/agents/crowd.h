// SPDX-License-Identifier: MIT
// Many agents that walk to their goals and avoid each other. In each step of a game:
//
//     crowd.step();
//     for (const AgentId id : ids) {
//         state = step_mover(world_without_me, bodies, crowd.state(id), crowd.input(id)).state;
//         crowd.set_state(id, state);
//     }
//
// Each agent follows its route on the mesh of its own body (agents/path_follower.h). Of the
// velocities that avoid the others and the borders of its mesh, it takes the one nearest to what
// the route wants. Near a link it avoids no borders, and on a link nobody: the others let it pass.
// On a lift it avoids the others, too. Source: van den Berg, Guy, Lin, Manocha, Reciprocal n-body
// collision avoidance, 2011 (ORCA).
#pragma once

#include "halfspace/agents/path_follower.h"
#include "halfspace/base/executor.h"
#include "halfspace/base/id.h"
#include "halfspace/move/mover_input.h"
#include "halfspace/move/mover_options.h"
#include "halfspace/move/mover_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/query/obstacle.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace halfspace {

// An agent of a crowd. Numbers of removed agents are given again.
using AgentId = Id<struct AgentTag>;

struct CrowdOptions {
    // So long before a contact agents begin to avoid each other [s, above 0]. Too low: they bump.
    // Too high: they turn aside far away, and stand in dense crowds.
    double horizon = 0.4;
    // The same for borders. The path keeps away from them already.
    double border_horizon = 0.05;
    // Agents farther away do not count [units, above 0].
    double neighbour_distance = 160;
    // So many of the nearest agents count. More: slower.
    std::size_t max_neighbours = 10;
    // The distance that agents keep from each other, if they can [units, >= 0].
    double gap = 1;
};

struct AgentOptions {
    FollowOptions follow = {};
    MoverOptions mover = {};
};

class Crowd {
public:
    explicit Crowd(const CrowdOptions& options = {});
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;
    ~Crowd();

    // Adds an agent that has no goal. mesh: of the agent's body. body: what the others see of it,
    // as shape_of gives it. For the others it is a disc that touches the sides of the box around
    // the body from inside: so two agents pass each other wherever their boxes do. Where discs pass
    // and boxes do not, over the corners, the movers slide along each other. REQUIRES:
    // is_valid(state).
    AgentId add(const NavMesh& mesh,
                const ShapeBody& body,
                const MoverState& state,
                const AgentOptions& options = {});
    // Does nothing if there is no such agent.
    void remove(AgentId id);
    bool holds(AgentId id) const;
    std::size_t size() const;

    // REQUIRES for all that follows: holds(id).
    //
    // Sends the agent to a place of its mesh. The status is Following or Unreachable.
    FollowStatus go_to(AgentId id, const NavPlace& goal);
    // The same for the goal of a field, on foot by the field's path where it has one: hundreds are
    // sent in the time of one. REQUIRES: field.goal(), of the agent's mesh; it was found after the
    // last change of a door.
    FollowStatus go_to(AgentId id, const DistanceField& field);
    void stop(AgentId id);
    const PathFollower& follower(AgentId id) const;
    const MoverState& state(AgentId id) const;
    // Tells where the mover is after its step. REQUIRES: is_valid(state).
    void set_state(AgentId id, const MoverState& state);
    // What the last step() found; no control before.
    const MoverInput& input(AgentId id) const;

    // Finds the controls of all agents for one step of their movers. Equal agents get equal
    // controls on every machine and from every executor. Agents above one another do not count as
    // neighbours. One that is stuck takes a new route and a step aside. Allocates nothing after
    // steps with as many agents, but for what an executor allocates. Cost: n log n, and for each
    // agent its neighbours and the borders near it.
    void step(const Executor& executor = run_serially);

private:
    struct Agents;
    std::unique_ptr<Agents> agents_;
};

}  // namespace halfspace
