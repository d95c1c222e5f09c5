// SPDX-License-Identifier: MIT
#include "halfspace/agents/crowd.h"

#include "halfspace/agents/steer.h"
#include "halfspace/nav/walls.h"

#include "agents/avoidance.h"
#include "agents/follow_points.h"
#include "agents/lift_view.h"
#include "agents/mover_facts.h"
#include "agents/neighbour_grid.h"
#include "agents/velocity_lines.h"
#include "base/shared/in_parts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

// Agents that are worked on together, with one memory.
constexpr std::size_t kPart = 64;
// Who meets others that come towards it keeps to the right by this part of its speed.
constexpr double kKeepRight = 0.25;
// How long an agent that is stuck steps aside [s].
constexpr double kAside = 0.5;
// How long an agent that is stuck gives way to one that comes towards it [s].
constexpr double kGiveWay = 1.5;
// How long it lets others pass that are stuck beside it [s].
constexpr double kLetPass = 0.25;
// Agents whose discs are so far apart block each other [units].
constexpr double kBlocking = 16;
// So near the border over which its link leads, borders stop an agent no more [units].
constexpr double kLinkNear = 40;
// Who waits for a lift keeps its body so far from the shaft [units].
constexpr double kShaft = 2;
// Who moves farther than this in a step may have been put anywhere [units].
constexpr double kSamePlace = 32;
// Borders farther away than this do not count, at any speed [units].
constexpr double kMaxBorder = 256;

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

struct Memory {
    NavScratch scratch;
    std::vector<Neighbour> neighbours;
    std::vector<VelocityLine> lines;
    std::vector<VelocityLine> spare;
};

// True if one is before the other and comes towards it.
bool do_meet(const Agent& agent, const Agent& other) {
    const Vec3 wanted = flat(agent.wanted);
    return dot(flat(other.wanted), wanted) < 0 &&
           dot(flat(other.state.position - agent.state.position), wanted) > 0;
}

std::uint64_t door_changes(const Agent& agent) {
    const NavDoorState* const doors = agent.follower.options().route.doors;
    return doors == nullptr ? 0 : doors->changes();
}

// No border is nearer to the agent [units].
double clear_of(const Agent& agent) {
    const double moved = flat_distance(agent.state.position, agent.clear.middle);
    return agent.clear.door_changes == door_changes(agent)
               ? std::max(agent.clear.radius - moved, 0.0)
               : 0;
}

// True if the agent is about to run over a border.
bool is_near_link(const Agent& agent) {
    return agent.follower.is_near_link(agent.state.position, kLinkNear) &&
           leads_over_border(agent.mesh, agent.follower.points().front().link);
}

BodyPlace place_of(const Agent& agent) {
    const Vec3& p = agent.state.position;
    return {p, p.z + agent.low, p.z + agent.high};
}

}  // namespace

struct Crowd::Agents {
    CrowdOptions options;
    std::vector<Agent> all;
    std::vector<std::uint32_t> free;
    NeighbourGrid grid;
    std::vector<Memory> memories;  // one for each part

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
    void want(Agent& agent, Memory& memory);
    void give_way(Agent& agent);
    void look_for_right_of_way(Agent& agent, const Memory& memory) const;
    void find_neighbours(const Agent& agent, Memory& memory) const;
    void add_border_lines(Agent& agent, Memory& memory) const;
    void add_shaft_lines(const Agent& agent, Memory& memory) const;
    Vec3 wish_among(Agent& agent, const Memory& memory) const;
    void choose(Agent& agent, Memory& memory) const;
    template <class Work>
    void for_each(const Executor& executor, const Work& work);
};

void Crowd::Agents::want(Agent& agent, Memory& memory) {
    agent.wanted = agent.follower.wanted_velocity(
        agent.mesh, agent.state, memory.scratch, agent.mover, clear_of(agent));
    agent.aside = std::max(0.0, agent.aside - agent.mover.seconds);
    // A follower that is stuck takes a new path each time it has waited for long enough.
    const std::size_t repaths = agent.follower.repaths();
    if (agent.follower.status() == FollowStatus::Stuck && repaths != agent.seen_repaths) {
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
void Crowd::Agents::look_for_right_of_way(Agent& agent, const Memory& memory) const {
    if (agent.follower.status() != FollowStatus::Stuck || agent.gives_way > 0) {
        return;
    }
    for (const Neighbour& neighbour : memory.neighbours) {
        const Agent& other = all[neighbour.number];
        const double near = agent.radius + other.radius + kBlocking;
        const bool do_they_meet = do_meet(agent, other);
        const bool is_jam = do_they_meet || other.follower.status() == FollowStatus::Stuck;
        if (neighbour.square < near * near && other.rank < agent.rank && is_jam) {
            agent.next_rank = std::min(agent.next_rank, other.rank);
            agent.next_seconds = do_they_meet ? kGiveWay : kLetPass;
        }
    }
}

void Crowd::Agents::find_neighbours(const Agent& agent, Memory& memory) const {
    memory.neighbours.clear();
    const double most = options.neighbour_distance * options.neighbour_distance;
    const BodyPlace self = place_of(agent);
    grid.visit(self.position, [&](std::uint32_t number, const BodyPlace& other) {
        const Vec3 way = flat(other.position - self.position);
        const double square = dot(way, way);
        const bool is_of_one_storey = self.low < other.high && other.low < self.high;
        if (square <= most && is_of_one_storey && &all[number] != &agent) {
            memory.neighbours.push_back({square, number});
        }
    });
    std::ranges::sort(memory.neighbours);
    if (memory.neighbours.size() > options.max_neighbours) {
        memory.neighbours.resize(options.max_neighbours);
    }
}

void Crowd::Agents::add_border_lines(Agent& agent, Memory& memory) const {
    const std::optional<NavPlace>& floor = agent.follower.floor();
    const double high = agent.mover.step_height + kWalkerReach;
    if (!floor || agent.state.position.z - floor->position.z > high) {
        return;  // it swims
    }
    const double radius = std::min(agent.mover.walk_speed * options.border_horizon, kMaxBorder);
    const NavDoorState* const doors = agent.follower.options().route.doors;
    if (radius < clear_of(agent)) {
        return;
    }
    // It looks farther, so that it seldom has to look.
    const std::span<const NavWall> walls =
        walls_near(agent.mesh, *floor, 2 * radius, memory.scratch, doors);
    const double clear = walls.empty() ? 2 * radius : walls.front().distance;
    // Who stands in a closed doorway may walk in it; once outside, the doorway is a border.
    const bool is_in_door = doors != nullptr && doors->is_closed(floor->polygon);
    agent.clear = {floor->position, is_in_door ? 0 : clear, door_changes(agent)};
    for (const NavWall& wall : walls) {
        if (wall.distance > radius) {
            break;
        }
        const std::uint32_t next =
            (wall.edge.corner + 1) % agent.mesh.corner_count(wall.edge.polygon);
        const auto line = avoid_border(agent.state.position,
                                       agent.mesh.corner(wall.edge.polygon, wall.edge.corner),
                                       agent.mesh.corner(wall.edge.polygon, next),
                                       flat(agent.wanted),
                                       options.border_horizon);
        if (line) {
            memory.lines.push_back(*line);
        }
    }
}

// Who waits for a lift keeps its body out of the shaft, where the lift comes and goes.
void Crowd::Agents::add_shaft_lines(const Agent& agent, Memory& memory) const {
    const std::span<const FollowPoint> points = agent.follower.points();
    const auto lift = LiftView::of(agent.mesh,
                                   points.empty() ? NavLinkId() : points.front().link,
                                   agent.follower.options().lifts);
    if (!lift) {
        return;
    }
    const Aabb shaft = grown(lift->shaft(), agent.radius + kShaft);
    const std::array corners{Vec3{shaft.min.x, shaft.min.y, 0},
                             Vec3{shaft.min.x, shaft.max.y, 0},
                             Vec3{shaft.max.x, shaft.max.y, 0},
                             Vec3{shaft.max.x, shaft.min.y, 0}};  // the outside is at the left
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const auto line = avoid_border(agent.state.position,
                                       corners[i],
                                       corners[(i + 1) % corners.size()],
                                       flat(agent.wanted),
                                       options.border_horizon);
        if (line) {
            memory.lines.push_back(*line);
        }
    }
}

// What the agent would do without the half-planes: go along its path, keep to the right of those
// who come towards it, or step aside.
Vec3 Crowd::Agents::wish_among(Agent& agent, const Memory& memory) const {
    const Vec3 wanted = flat(agent.wanted);
    const Vec3 left{-wanted.y, wanted.x, 0};
    if (agent.aside > 0) {
        return left * agent.side - wanted * 0.25;
    }
    const bool meets = std::ranges::any_of(memory.neighbours, [&](const Neighbour& neighbour) {
        return do_meet(agent, all[neighbour.number]);
    });
    return meets ? wanted - left * kKeepRight : wanted;
}

void Crowd::Agents::choose(Agent& agent, Memory& memory) const {
    const NavLinkId link = agent.follower.link();
    if (link.is_valid()) {
        agent.clear = {};  // it comes to another floor
    }
    const bool is_on_lift = link.is_valid() && agent.mesh.link(link).kind == NavLinkKind::Lift;
    if (link.is_valid() && !is_on_lift) {  // others let it pass
        const Controls controls =
            steer(agent.state, agent.wanted, agent.follower.yaw(), agent.mover);
        agent.input = quantised(controls);
        agent.input.buttons |= agent.follower.buttons();
        return;
    }
    find_neighbours(agent, memory);
    look_for_right_of_way(agent, memory);
    memory.lines.clear();
    const bool is_near = is_near_link(agent);
    if (!is_near && !is_on_lift) {
        add_border_lines(agent, memory);
        add_shaft_lines(agent, memory);
    }
    const std::size_t hard = memory.lines.size();
    const double gap = options.gap / 2;
    const AvoidedDisc self{agent.state.position, agent.state.velocity, agent.radius + gap};
    for (const Neighbour& neighbour : memory.neighbours) {
        const Agent& other = all[neighbour.number];
        memory.lines.push_back(
            avoid(self,
                  {other.state.position, other.state.velocity, other.radius + gap},
                  options.horizon,
                  agent.mover.seconds * 4));
    }
    const Vec3 wish = wish_among(agent, memory);
    // A run-up is at full speed.
    const double part = is_near || is_on_lift ? 1 : agent.follower.options().speed;
    Vec3 velocity =
        best_velocity(memory.lines, hard, part * agent.mover.walk_speed, wish, memory.spare);
    velocity.z = agent.wanted.z;
    agent.input = quantised(steer(agent.state, velocity, agent.follower.yaw(), agent.mover));
    agent.input.buttons |= agent.follower.buttons();
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
    agents.for_each(executor, [&](Agent& agent, Memory& memory) { agents.want(agent, memory); });
    agents.grid.clear(agents.options.neighbour_distance);
    for (std::uint32_t i = 0; i < agents.all.size(); ++i) {
        if (agents.all[i].is_there) {
            agents.grid.add(i, place_of(agents.all[i]));
        }
    }
    agents.grid.sort();
    agents.for_each(executor, [&](Agent& agent, Memory& memory) { agents.choose(agent, memory); });
}

}  // namespace halfspace
