// SPDX-License-Identifier: MIT
// The velocity that an agent chooses: its wish, in the half-planes that others, borders and lifts
// leave it.
#include "halfspace/agents/steer.h"
#include "halfspace/nav/walls.h"

#include "agents/avoidance.h"
#include "agents/crowd_agents.h"
#include "agents/mover_facts.h"

#include <array>
#include <limits>

namespace halfspace {
namespace {

// Who meets others that come towards it keeps to the right by this part of its speed.
constexpr double kKeepRight = 0.25;
// An agent nearer to its goal than this steps aside more slowly [units].
constexpr double kFar = 128;
// So near the border over which its link leads, borders stop an agent no more [units].
constexpr double kLinkNear = 40;
// Who waits for a lift keeps its body so far from the shaft [units].
constexpr double kShaft = 2;
// And so far as long as it may not get on: two others pass before it [units].
constexpr double kQueue = 64;
// Who is so far from there stands still [units].
constexpr double kInQueue = 32;
// Borders farther away than this do not count, at any speed [units].
constexpr double kMaxBorder = 256;

// True if the agent is about to run over a border.
bool is_near_link(const Agent& agent) {
    return agent.follower.is_near_link(agent.state.position, kLinkNear) &&
           leads_over_border(agent.mesh, agent.follower.points().front().link);
}

// What an agent would do that may not yet get on its lift: come, leave room for others, and wait.
Vec3 wish_in_queue(const Agent& agent, const LiftView& lift) {
    const auto is_within = [&](double way) {
        const Aabb box = grown(lift.shaft(), agent.radius + way);
        const Vec3& p = agent.state.position;
        return p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y;
    };
    if (is_within(kQueue)) {
        return flat_direction(lift.middle(), agent.state.position) * (agent.mover.walk_speed / 2);
    }
    return is_within(kQueue + kInQueue) ? Vec3() : flat(agent.wanted);
}

}  // namespace

// The nearest ones, in the order of their distances.
void Crowd::Agents::find_neighbours(const Agent& agent, AgentMemory& memory) const {
    std::vector<Neighbour>& nearest = memory.neighbours;
    nearest.clear();
    const double most = options.neighbour_distance * options.neighbour_distance;
    const BodyPlace self = place_of(agent);
    grid.visit(self.position, [&](std::uint32_t number, const BodyPlace& other) {
        const Vec3 way = flat(other.position - self.position);
        const Neighbour found{dot(way, way), number};
        const bool is_of_one_storey = self.low < other.high && other.low < self.high;
        if (found.square > most || !is_of_one_storey || &all[number] == &agent) {
            return;
        }
        if (nearest.size() < options.max_neighbours) {
            nearest.push_back(found);
        } else if (nearest.empty() || !(found < nearest.back())) {
            return;
        }
        std::size_t at = nearest.size() - 1;
        for (; at > 0 && found < nearest[at - 1]; --at) {
            nearest[at] = nearest[at - 1];
        }
        nearest[at] = found;
    });
}

// Keeps an agent at the left of a border from a to b.
void Crowd::Agents::add_border_line(const Agent& agent,
                                    const Vec3& a,
                                    const Vec3& b,
                                    AgentMemory& memory) const {
    if (const auto line =
            avoid_border(agent.state.position, a, b, flat(agent.wanted), options.border_horizon)) {
        memory.lines.push_back(*line);
    }
}

void Crowd::Agents::add_border_lines(Agent& agent, AgentMemory& memory) const {
    const std::optional<NavPlace>& floor = agent.follower.floor();
    const double high = agent.mover.step_height + kWalkerReach;
    if (!floor || agent.state.position.z - floor->position.z > high) {
        return;  // it swims
    }
    const double radius = std::min(agent.mover.walk_speed * options.border_horizon, kMaxBorder);
    const NavDoorState* const doors = agent.follower.options().route.doors;
    const double counts = std::max(radius, stopping_way(agent.mover.walk_speed, agent.mover));
    if (counts < clear_of(agent)) {
        return;
    }
    // It looks farther, so that it seldom has to look.
    const double looks = 2 * counts;
    const std::span<const NavWall> walls =
        walls_near(agent.mesh, *floor, looks, memory.scratch, doors);
    const double clear = walls.empty() ? looks : walls.front().distance;
    // Who stands in a closed doorway may walk in it; once outside, the doorway is a border.
    const bool is_in_door = doors != nullptr && doors->is_closed(floor->polygon);
    agent.clear = {floor->position, is_in_door ? 0 : clear, door_changes(agent)};
    for (const NavWall& wall : walls) {
        if (wall.distance > radius) {
            break;
        }
        const std::uint32_t next =
            (wall.edge.corner + 1) % agent.mesh.corner_count(wall.edge.polygon);
        add_border_line(agent,
                        agent.mesh.corner(wall.edge.polygon, wall.edge.corner),
                        agent.mesh.corner(wall.edge.polygon, next),
                        memory);
    }
}

// False as long as the lift is elsewhere, and as long as others ride or board it who go the other
// way: they get off first. Who would fall on the low lift lets those below get on first.
bool Crowd::Agents::may_board(const LiftView& lift) const {
    const bool would_fall = !lift.goes_up() && lift.is_at_end();
    bool may = lift.may_board(std::numeric_limits<double>::infinity());
    grid.visit(lift.middle(), [&](std::uint32_t number, const BodyPlace&) {
        const Agent& other = all[number];
        const NavLinkId link = other.follower.link();
        const auto its = would_fall && !link.is_valid()
                             ? awaited_lift(other)
                             : LiftView::of(other.mesh, link, other.follower.options().lifts);
        may = may && !(its && its->model() == lift.model() && its->goes_up() != lift.goes_up());
    });
    return may;
}

// Keeps an agent out of a box, seen from above.
void Crowd::Agents::add_lines_around(const Aabb& box,
                                     const Agent& agent,
                                     AgentMemory& memory) const {
    const std::array corners{Vec3{box.min.x, box.min.y, 0},
                             Vec3{box.min.x, box.max.y, 0},
                             Vec3{box.max.x, box.max.y, 0},
                             Vec3{box.max.x, box.min.y, 0}};  // the outside is at the left
    for (std::size_t i = 0; i < corners.size(); ++i) {
        add_border_line(agent, corners[i], corners[(i + 1) % corners.size()], memory);
    }
}

// What the agent would do without the half-planes: go along its path, keep to the right of those
// who come towards it, or step aside.
Vec3 Crowd::Agents::wish_among(Agent& agent, const AgentMemory& memory) const {
    const Vec3 wanted = flat(agent.wanted);
    const Vec3 left{-wanted.y, wanted.x, 0};
    if (agent.aside > 0) {
        return (left * agent.side - wanted * 0.25) * std::min(1.0, way_to_goal(agent) / kFar);
    }
    const bool meets = std::ranges::any_of(memory.neighbours, [&](const Neighbour& neighbour) {
        return do_meet(agent, all[neighbour.number]);
    });
    return meets ? wanted - left * kKeepRight : wanted;
}

void Crowd::Agents::choose(Agent& agent, AgentMemory& memory) const {
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
    const std::optional<LiftView> lift = link.is_valid() ? std::nullopt : awaited_lift(agent);
    const bool is_held = lift && !may_board(*lift);
    if (!is_near && !is_on_lift) {
        add_border_lines(agent, memory);
    }
    if (lift) {
        const double away = agent.radius + (is_held ? kQueue : kShaft);
        add_lines_around(grown(lift->shaft(), away), agent, memory);
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
    const Vec3 wish = is_held ? wish_in_queue(agent, *lift) : wish_among(agent, memory);
    // A run-up is at full speed.
    const double part = is_near || is_on_lift ? 1 : agent.follower.options().speed;
    Vec3 velocity =
        best_velocity(memory.lines, hard, part * agent.mover.walk_speed, wish, memory.spare);
    if (!is_near && !is_on_lift && agent.follower.floor()) {
        velocity = stay_on_floor(agent.mesh,
                                 *agent.follower.floor(),
                                 agent.state,
                                 velocity,
                                 agent.mover,
                                 agent.follower.options().route.doors,
                                 clear_of(agent));
    }
    velocity.z = agent.wanted.z;
    agent.input = quantised(steer(agent.state, velocity, agent.follower.yaw(), agent.mover));
    agent.input.buttons |= agent.follower.buttons();
}

}  // namespace halfspace
