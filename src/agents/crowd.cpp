// SPDX-License-Identifier: MIT
#include "halfspace/agents/crowd.h"

#include "halfspace/agents/steer.h"

#include "agents/crowd_agents.h"
#include "agents/follow_points.h"
#include "base/shared/in_parts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Agents that are worked on together, with one memory.
constexpr std::size_t kPart = 64;
// How long an agent that is stuck steps aside [s].
constexpr double kAside = 0.5;
// Unless it goes on at this speed, past the corner of somebody's box [units per second].
constexpr double kGoesOn = 4;
// How long an agent that is stuck gives way to one that comes towards it [s].
constexpr double kGiveWay = 1.5;
// How long it lets others pass that are stuck beside it [s].
constexpr double kLetPass = 0.25;
// Agents whose discs are so far apart block each other [units].
constexpr double kBlocking = 16;
// Who moves farther than this in a step may have been put anywhere [units].
constexpr double kSamePlace = 32;

}  // namespace

void Crowd::Agents::want(Agent& agent, AgentMemory& memory) {
    agent.wanted = agent.follower.wanted_velocity(
        agent.mesh, agent.state, memory.scratch, agent.mover, clear_of(agent));
    agent.aside = std::max(0.0, agent.aside - agent.mover.seconds);
    // A follower that is stuck takes a new path each time it has waited for long enough.
    const std::size_t repaths = agent.follower.repaths();
    const double pace = dot(flat(agent.state.velocity), agent.wanted);
    if (agent.follower.is_blocked() && repaths != agent.seen_repaths &&
        pace <= kGoesOn * length(flat(agent.wanted))) {
        agent.aside = kAside;
        agent.side = -agent.side;
    }
    agent.seen_repaths = repaths;
    if (!agent.follower.link().is_valid()) {
        give_way(agent);
    }
}

// Goes back as long as it gives way.
void Crowd::Agents::give_way(Agent& agent) {
    agent.gives_way = std::max(0.0, agent.gives_way - agent.mover.seconds);
    if (agent.next_rank != kNone) {
        agent.rank = agent.next_rank;
        agent.gives_way = agent.next_seconds;
        agent.aside = 0;
        agent.next_rank = kNone;
    }
    if (agent.gives_way > 0) {
        agent.wanted = -flat(agent.wanted) * 0.7 + Vec3{0, 0, agent.wanted.z};
    } else {
        agent.rank = static_cast<std::uint32_t>(&agent - all.data());
    }
}

// In a jam one side has to go back. An agent that is stuck gives way to one of lower rank that
// comes towards it, and those behind it give way to both. Of those who are stuck side by side, as
// before a narrow door, each lets the ones of lower rank pass.
void Crowd::Agents::look_for_right_of_way(Agent& agent, const AgentMemory& memory) const {
    if (!agent.follower.is_blocked() || agent.gives_way > 0) {
        return;
    }
    for (const Neighbour& neighbour : memory.neighbours) {
        const Agent& other = all[neighbour.number];
        const double near = agent.radius + other.radius + kBlocking;
        // Who is nearly at its goal does not pass.
        const bool do_they_meet = do_meet(agent, other) && way_to_goal(other) > near;
        const bool is_jam = do_they_meet || other.follower.is_blocked();
        if (neighbour.square < near * near && other.rank < agent.rank && is_jam) {
            agent.next_rank = std::min(agent.next_rank, other.rank);
            agent.next_seconds = do_they_meet ? kGiveWay : kLetPass;
        }
    }
}

template <class Work>
void Crowd::Agents::for_each(const Executor& executor, const Work& work) {
    in_parts(all.size(), kPart, executor, [&](std::size_t begin, std::size_t count) {
        for (std::size_t i = begin; i < begin + count; ++i) {
            if (all[i].is_there) {
                work(all[i], memories[begin / kPart]);
            }
        }
    });
}

Crowd::Crowd(const CrowdOptions& options) : agents_(std::make_unique<Agents>()) {
    agents_->options = options;
    agents_->memories.emplace_back();
}
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;
Crowd::~Crowd() = default;

AgentId Crowd::add(const NavMesh& mesh,
                   const ShapeBody& body,
                   const MoverState& state,
                   const AgentOptions& options) {
    Agent agent(mesh, options);
    agent.state = state;
    const Aabb box = box_at(body, {});
    agent.radius = std::min(box.max.x - box.min.x, box.max.y - box.min.y) / 2;
    agent.low = box.min.z;
    agent.high = box.max.z;
    std::uint32_t number = static_cast<std::uint32_t>(agents_->all.size());
    if (!agents_->free.empty()) {
        number = agents_->free.back();
        agents_->free.pop_back();
        agents_->all[number] = std::move(agent);
    } else {
        agents_->all.push_back(std::move(agent));
        agents_->memories.resize(number / kPart + 1);
    }
    agents_->all[number].rank = number;
    agents_->all[number].side = number % 2 == 0 ? 1 : -1;
    return AgentId(number);
}

void Crowd::remove(AgentId id) {
    if (holds(id)) {
        agents_->all[id.value].is_there = false;
        agents_->free.push_back(id.value);
    }
}

bool Crowd::holds(AgentId id) const {
    return id.value < agents_->all.size() && agents_->all[id.value].is_there;
}

std::size_t Crowd::size() const {
    return agents_->all.size() - agents_->free.size();
}

FollowStatus Crowd::go_to(AgentId id, const NavPlace& goal) {
    return agents_->go_to(id, goal, nullptr);
}

FollowStatus Crowd::go_to(AgentId id, const DistanceField& field) {
    assert(field.goal());
    return agents_->go_to(id, *field.goal(), &field);
}

void Crowd::stop(AgentId id) {
    agents_->at(id).follower.stop();
}

const PathFollower& Crowd::follower(AgentId id) const {
    return agents_->at(id).follower;
}

const MoverState& Crowd::state(AgentId id) const {
    return agents_->at(id).state;
}

void Crowd::set_state(AgentId id, const MoverState& state) {
    Agent& agent = agents_->at(id);
    const Vec3 way = state.position - agent.state.position;
    const bool may_be_elsewhere =
        state.mode != MoverMode::Ground || state.ground_model.is_valid() ||
        std::abs(way.z) > agent.mover.step_height || length(flat(way)) > kSamePlace;
    if (may_be_elsewhere) {  // on another floor, or behind a wall
        agent.clear = {};
    }
    agent.state = state;
}

const MoverInput& Crowd::input(AgentId id) const {
    return agents_->at(id).input;
}

// First all find out what they want, then each chooses by what all others do and want.
void Crowd::step(const Executor& executor) {
    Agents& agents = *agents_;
    agents.for_each(executor,
                    [&](Agent& agent, AgentMemory& memory) { agents.want(agent, memory); });
    agents.grid.clear(agents.options.neighbour_distance);
    for (std::uint32_t i = 0; i < agents.all.size(); ++i) {
        if (agents.all[i].is_there) {
            agents.grid.add(i, place_of(agents.all[i]));
        }
    }
    agents.grid.sort();
    agents.for_each(executor,
                    [&](Agent& agent, AgentMemory& memory) { agents.choose(agent, memory); });
}

}  // namespace halfspace
