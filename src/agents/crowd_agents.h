// SPDX-License-Identifier: MIT
// What a crowd keeps: its agents, and the memory of their steps.
#pragma once

#include "halfspace/agents/crowd.h"

#include "agents/follow_points.h"
#include "agents/lift_view.h"
#include "agents/neighbour_grid.h"
#include "agents/velocity_lines.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halfspace {

// A disc on the floor in which no border is: whoever walks in it need not look for borders.
struct ClearDisc {
    Vec3 middle;
    double radius = 0;
    std::uint64_t door_changes = 0;  // NavDoorState::changes when it was found
};

struct Agent {
    Agent(const NavMesh& its_mesh, const AgentOptions& its_options)
        : mesh(its_mesh), follower(its_options.follow), mover(its_options.mover) {}

    NavMesh mesh;
    PathFollower follower;
    MoverOptions mover;
    MoverState state;
    MoverInput input;
    double radius = 0;
    double low = 0;  // of the body, from the position
    double high = 0;
    Vec3 wanted;
    ClearDisc clear;
    double aside = 0;  // how long it still steps aside [s]
    double side = 1;   // to the left; -1: to the right
    std::size_t seen_repaths = 0;
    // The lower rank has the right of way: the number of the agent, or the rank of the one to which
    // it gives way just now.
    std::uint32_t rank = 0;
    double gives_way = 0;  // how long it still does so [s]
    // The rank to which it gives way from the next step on; kNone: to none anew.
    std::uint32_t next_rank = kNone;
    double next_seconds = 0;  // and for how long [s]
    bool is_there = true;
};

struct Neighbour {
    double square;
    std::uint32_t number;
    friend auto operator<=>(const Neighbour&, const Neighbour&) = default;
};

struct AgentMemory {
    NavScratch scratch;
    std::vector<Neighbour> neighbours;
    std::vector<VelocityLine> lines;
    std::vector<VelocityLine> spare;
};

// True if one is before the other and comes towards it.
inline bool do_meet(const Agent& agent, const Agent& other) {
    const Vec3 wanted = flat(agent.wanted);
    return dot(flat(other.wanted), wanted) < 0 &&
           dot(flat(other.state.position - agent.state.position), wanted) > 0;
}

// In a straight line, seen from above; 0 without a goal.
inline double way_to_goal(const Agent& agent) {
    const std::span<const FollowPoint> points = agent.follower.points();
    return points.empty() ? 0 : flat_distance(agent.state.position, points.back().position);
}

inline std::uint64_t door_changes(const Agent& agent) {
    const NavDoorState* const doors = agent.follower.options().route.doors;
    return doors == nullptr ? 0 : doors->changes();
}

// No border is nearer to the agent [units].
inline double clear_of(const Agent& agent) {
    const double moved = flat_distance(agent.state.position, agent.clear.middle);
    return agent.clear.door_changes == door_changes(agent)
               ? std::max(agent.clear.radius - moved, 0.0)
               : 0;
}

// The lift to which the agent goes.
inline std::optional<LiftView> awaited_lift(const Agent& agent) {
    const std::span<const FollowPoint> points = agent.follower.points();
    const NavLinkId next = points.empty() ? NavLinkId() : points.front().link;
    return LiftView::of(agent.mesh, next, agent.follower.options().lifts);
}

inline BodyPlace place_of(const Agent& agent) {
    const Vec3& p = agent.state.position;
    return {p, p.z + agent.low, p.z + agent.high};
}

struct Crowd::Agents {
    CrowdOptions options;
    std::vector<Agent> all;
    std::vector<std::uint32_t> free;
    NeighbourGrid grid;
    std::vector<AgentMemory> memories;  // one for each part

    Agent& at(AgentId id) {
        assert(id.value < all.size() && all[id.value].is_there);
        return all[id.value];
    }

    FollowStatus go_to(AgentId id, const NavPlace& goal, const DistanceField* field) {
        Agent& agent = at(id);
        agent.aside = 0;
        agent.gives_way = 0;
        agent.next_rank = kNone;
        return agent.follower.go_to(
            agent.mesh, agent.state.position, goal, memories.front().scratch, agent.mover, field);
    }
    void want(Agent& agent, AgentMemory& memory);
    void give_way(Agent& agent);
    void look_for_right_of_way(Agent& agent, const AgentMemory& memory) const;
    void find_neighbours(const Agent& agent, AgentMemory& memory) const;
    void add_border_line(const Agent& agent,
                         const Vec3& a,
                         const Vec3& b,
                         AgentMemory& memory) const;
    void add_border_lines(Agent& agent, AgentMemory& memory) const;
    bool may_board(const LiftView& lift) const;
    void add_lines_around(const Aabb& box, const Agent& agent, AgentMemory& memory) const;
    Vec3 wish_among(Agent& agent, const AgentMemory& memory) const;
    void choose(Agent& agent, AgentMemory& memory) const;
    template <class Work>
    void for_each(const Executor& executor, const Work& work);
};

}  // namespace halfspace
