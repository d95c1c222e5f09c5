// SPDX-License-Identifier: MIT
#include "nav/route_search.h"

#include "nav/contains.h"
#include "nav/cost_changes.h"
#include "nav/flat.h"
#include "nav/heap.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

// Where the shortest way from p to q touches the segment from a to b: from 0 at a to 1 at b. p and
// q may be on one side of it: the way bounces, then.
double touch(const Vec3& a, const Vec3& b, const Vec3& p, const Vec3& q) {
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double square = x * x + y * y;
    if (!(square > 0)) {
        return 0;
    }
    const double p_along = (p.x - a.x) * x + (p.y - a.y) * y;
    const double q_along = (q.x - a.x) * x + (q.y - a.y) * y;
    const double p_beside = std::abs(x * (p.y - a.y) - y * (p.x - a.x));
    const double q_beside = std::abs(x * (q.y - a.y) - y * (q.x - a.x));
    const double sum = p_beside + q_beside;
    const double t =
        sum > 0 ? (p_along * q_beside + q_along * p_beside) / (sum * square) : q_along / square;
    return std::clamp(t, 0.0, 1.0);
}

// The place of a link that is nearest to t and not near its ends: a mover that goes a bit beside it
// still comes to its end.
double inside(const NavLink& link, double t) {
    constexpr double kMargin = 8;  // units
    const double length = std::max(flat_length(link.from[0].position, link.from[1].position),
                                   flat_length(link.to[0].position, link.to[1].position));
    return length > 2 * kMargin ? std::clamp(t, kMargin / length, 1 - kMargin / length) : 0.5;
}

// Bounds that differ by less may be equal but for rounding.
constexpr double kRounded = 1 + 0x1p-40;

}  // namespace

RouteSearch::RouteSearch(const NavMeshData& data,
                         const RouteRules& rules,
                         const NavPlace& from,
                         const NavPlace& to,
                         Ways ways,
                         RouteMemory& memory)
    : data_(data),
      rules_(rules),
      from_(from),
      to_(to),
      memory_(memory),
      ways_(ways),
      set_size_(over_node(data,
                          static_cast<std::uint32_t>(
                              rules.has_costs() ? data.edges.size() + data.links.size() : 0))),
      goal_(set_size_ * (ways == Ways::OverQuickLinks ? 2 : 1)),
      start_(goal_ + 1),
      goal_cost_(rules.slowness(inner_piece(data, to))),
      seconds_per_unit_(1 / rules.options().speed),
      least_(data, rules, to, memory.quick_links) {}

// True if the search has come to a node by then.
inline bool RouteSearch::is_reached(std::uint32_t node, double bound) const {
    const RouteNode& n = memory_.nodes[node];
    return n.search == memory_.number && n.bound <= bound * kRounded;
}

// The node of a way that enters a polygon. cost_before: of the polygon before it. set: the first
// node of the set.
inline std::uint32_t RouteSearch::node_of(std::uint32_t polygon,
                                          double cost,
                                          double cost_before,
                                          std::uint32_t over,
                                          std::uint32_t set) const {
    // Where ways cost more, the bound says less of what is still ahead. So it says too little of
    // two ways into one polygon that is as wide as eight bodies. [units]
    constexpr float kWide = 256;
    const bool is_shared = cost == cost_before && (cost == 1 || data_.widths[polygon] <= kWide);
    return set + (is_shared ? polygon : over_node(data_, over));
}

PathStatus RouteSearch::run(double most) {
    most_ = most;
    if (!has_way(data_, rules_, from_, to_, ways_ == Ways::OverQuickLinks, memory_)) {
        return PathStatus::Unreachable;
    }
    const PathStatus status = search();
    memory_.way.clear();
    if (status == PathStatus::Complete) {
        for (std::uint32_t n = goal_; n != kNone; n = memory_.nodes[n].parent) {
            memory_.way.push_back(n);
        }
        std::ranges::reverse(memory_.way);
    }
    return status;
}

PathStatus RouteSearch::search() {
    const std::size_t count = landing_node(
        static_cast<std::uint32_t>(ways_ == Ways::OverQuickLinks ? data_.links.size() : 0));
    if (memory_.nodes.size() < count) {
        memory_.nodes.resize(count);
    }
    if (++memory_.number == 0) {
        for (RouteNode& node : memory_.nodes) {
            node.search = 0;
        }
        memory_.number = 1;
    }
    memory_.heap.clear();
    best_ = kNoEntry;
    const std::uint32_t first = inner_piece(data_, from_);
    reach(rules_.cost(first) != 1 ? start_ : first,
          from_.position,
          0,
          first,
          kNone,
          kNone,
          /*has_quick=*/false);
    while (best_ != kNoEntry || !memory_.heap.empty()) {
        const auto node = static_cast<std::uint32_t>(take_first());
        if (node == goal_) {
            return PathStatus::Complete;
        }
        if (memory_.nodes[node].is_waiting == 0) {
            continue;  // it was there twice, since a quicker way came
        }
        memory_.nodes[node].is_waiting = 0;
        if (expansions_ == rules_.options().max_nodes) {
            return PathStatus::OutOfScratch;
        }
        ++expansions_;
        expand(node);
    }
    return PathStatus::Unreachable;
}

// The entry with the least bound. Most ways go straight on, so often the last expansion gave it.
RouteQueueEntry RouteSearch::take_first() {
    const RouteQueueEntry best = std::exchange(best_, kNoEntry);
    if (memory_.heap.empty() || best < memory_.heap.front()) {
        return best;
    }
    const RouteQueueEntry first = pop_entry(memory_.heap, std::greater());
    if (best != kNoEntry) {
        push_entry(memory_.heap, best, std::greater());
    }
    return first;
}

// Of two ways to a node the one with the lower bound stays: they enter its polygon at different
// places. Bounds do not fall along a way, but by rounding; so no way comes back to its own nodes.
inline void RouteSearch::reach(std::uint32_t node,
                               const Vec3& position,
                               double seconds,
                               std::uint32_t polygon,
                               std::uint32_t parent,
                               std::uint32_t over,
                               bool has_quick) {
    double left = std::numeric_limits<double>::infinity();
    std::uint32_t aim = kNone;
    if (ways_ != Ways::OverQuickLinks || has_quick) {
        left = least_.straight(position);
    }
    if (ways_ == Ways::OverQuickLinks) {
        const LeastSeconds::OverLink quick = least_.over_link(position);
        aim = quick.seconds < left ? quick.first : kNone;
        left = std::min(left, quick.seconds);
    }
    const double bound = seconds + left;
    if (bound >= most_ || is_reached(node, bound)) {
        return;
    }
    memory_.nodes[node] = {position,
                           seconds,
                           bound,
                           memory_.number,
                           polygon,
                           parent,
                           over,
                           /*is_waiting=*/1,
                           has_quick,
                           aim};
    RouteQueueEntry entry = route_queue_entry(bound, node);
    if (entry < best_) {
        std::swap(best_, entry);
    }
    if (entry != kNoEntry) {
        push_entry(memory_.heap, entry, std::greater());
    }
}

void RouteSearch::expand(std::uint32_t node) {
    const RouteNode here = memory_.nodes[node];
    const bool has_quick = here.has_quick != 0;
    const std::uint32_t set = set_of(has_quick);
    const double cost = rules_.cost(here.polygon);
    const double factor = std::isfinite(cost) ? cost : 1;
    const double per_unit = factor * seconds_per_unit_;
    const bool may_end = ways_ != Ways::OverQuickLinks || has_quick;
    if (may_end && data_.wholes[here.polygon] == to_.polygon.value) {
        const double seconds = here.seconds + flat_length(here.position, to_.position) * per_unit;
        reach(goal_, to_.position, seconds, here.polygon, node, kNone, has_quick);
    }
    const Vec3 aim = here.aim == kNone ? to_.position : least_.start_of(here.aim, here.position);
    const std::uint32_t end = data_.first_edges[here.polygon + 1];
    for (std::uint32_t e = data_.first_edges[here.polygon]; e < end; ++e) {
        const std::uint32_t next = data_.beyond[e];
        if (next == kNone ||
            (data_.are_ends[next] != 0 && data_.wholes[next] != to_.polygon.value)) {
            continue;
        }
        const double next_cost = rules_.cost(next);
        const std::uint32_t entered = node_of(next, next_cost, factor, e, set);
        if (is_reached(entered, here.bound) ||
            !rules_.may_enter(next, next_cost, here.polygon, cost)) {
            continue;
        }
        const Vec3& a = data_.from(e);
        const Vec3& b = data_.to(e);
        // It seems to cost 1 from the edge to the goal, but where the way enters what the goal is
        // in.
        const double behind = factor == 1 && next_cost == goal_cost_ ? goal_cost_ : 1;
        const Vec3 p = factor == behind
                           ? lerp(a, b, touch(a, b, here.position, aim))
                           : cheapest_crossing(a, b, here.position, aim, factor, behind);
        const double seconds = here.seconds + flat_length(here.position, p) * per_unit;
        reach(entered, p, seconds, next, node, e, has_quick);
    }
    const std::uint32_t whole = data_.wholes[here.polygon];
    if (ways_ != Ways::OnFoot && data_.first_links[whole] < data_.first_links[whole + 1]) {
        expand_links(node, per_unit);
    }
}

void RouteSearch::expand_links(std::uint32_t node, double seconds_per_unit) {
    const RouteNode here = memory_.nodes[node];
    const double cost = rules_.cost(here.polygon);
    const std::uint32_t whole = data_.wholes[here.polygon];
    for (std::uint32_t l = data_.first_links[whole]; l < data_.first_links[whole + 1]; ++l) {
        const NavLink& link = data_.links[l];
        const std::uint32_t landed = link.to[0].polygon.value;
        const std::uint32_t first = data_.first_pieces[landed];
        const double landed_cost = rules_.cost(first);
        if (!rules_.may_take(link) || !rules_.may_enter(first, landed_cost, here.polygon, cost)) {
            continue;
        }
        const bool is_quick = rules_.is_quick(link);
        if (is_quick && ways_ != Ways::OverQuickLinks) {
            continue;
        }
        const auto over = static_cast<std::uint32_t>(data_.edges.size()) + l;
        const bool has_quick = is_quick || here.has_quick != 0;
        const auto node_in = [&](std::uint32_t piece) {
            return is_quick ? landing_node(l)
                            : node_of(piece, landed_cost, 1, over, set_of(has_quick));
        };
        if (data_.first_pieces[landed + 1] == first + 1 && is_reached(node_in(first), here.bound)) {
            continue;
        }
        has_met_links_ = true;
        const double t = place_on(link, here.position);
        const NavPlace end = link.to_at(t);
        const std::uint32_t landing = inner_piece(data_, end);
        const double seconds =
            flat_length(here.position, link.from_at(t).position) * seconds_per_unit + link.seconds;
        reach(
            node_in(landing), end.position, here.seconds + seconds, landing, node, over, has_quick);
    }
}

double RouteSearch::place_on(const NavLink& link, const Vec3& from) const {
    return inside(link, touch(link.from[0].position, link.from[1].position, from, to_.position));
}

RouteSearch::Step RouteSearch::step_to(std::uint32_t node) const {
    const RouteNode& n = memory_.nodes[node];
    if (n.over < data_.edges.size()) {
        return {nullptr, n.over, 0};
    }
    const auto number = static_cast<std::uint32_t>(n.over - data_.edges.size());
    const NavLink& link = data_.links[number];
    return {&link, number, place_on(link, memory_.nodes[n.parent].position)};
}

}  // namespace halfspace
