// SPDX-License-Identifier: MIT
// A* over parts of edges and links. Let a route cross the parts c1, ..., cn in this order, at the
// points x1, ..., xn. Between two of them it is in one polygon, so it costs at least the distance
// of the two parts there: |x1 - x2| >= distance(c1, c2). So the least sum of such distances over
// all rows of parts is a bound of all routes. The heuristic is a bound of what is left; parts that
// a better way reaches later are looked at again.
#include "halfspace/nav/route_bound.h"

#include "halfspace/nav/locate.h"

#include "nav/heap.h"
#include "nav/memory.h"
#include "nav/route_reach.h"
#include "nav/route_rules.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace halfspace {
namespace {

constexpr double kMaxParts = 4096;  // of an edge or a link
// The sums of doubles may be a bit above what they stand for.
constexpr double kRounded = 1 - 0x1p-40;

class BoundSearch {
public:
    BoundSearch(const NavMeshData& data,
                const RouteRules& rules,
                const NavPlace& from,
                const NavPlace& to,
                NavMemory& memory,
                double step)
        : data_(data),
          rules_(rules),
          from_(from),
          to_(to),
          memory_(memory.bound),
          step_(step),
          least_(data, rules, to, memory.route.quick_links) {}

    RouteBound run() {
        if (!count_parts()) {
            const double least = least_.from({from_.position, from_.position}) * kRounded;
            return {PathStatus::OutOfScratch, least, 0};
        }
        RouteBound bound;
        reach(start_, over_count() - 2, 0);
        while (!memory_.heap.empty()) {
            const HeapEntry entry = pop_entry(memory_.heap, is_later);
            const BoundNode node = memory_.nodes[entry.node];
            bound.cost = std::max(bound.cost, entry.bound);
            if (entry.node == start_ + 1) {
                bound.status = PathStatus::Complete;
                break;
            }
            if (node.cost + least_.from(part(entry.node, Side::Behind)) < entry.bound) {
                continue;  // it was looked at since, for less
            }
            if (memory_.heap.size() >= rules_.options().max_nodes) {
                bound.status = PathStatus::OutOfScratch;
                break;
            }
            ++bound.expansions;
            expand(entry.node);
        }
        bound.cost = bound.status == PathStatus::Unreachable
                         ? std::numeric_limits<double>::infinity()
                         : bound.cost * kRounded;
        return bound;
    }

private:
    // An edge has the same part on both sides; a link begins before and ends behind.
    enum class Side { Before, Behind };

    std::uint32_t edge_count() const {
        return static_cast<std::uint32_t>(data_.whole_edges.size());
    }
    std::uint32_t over_count() const {
        return edge_count() + static_cast<std::uint32_t>(data_.links.size()) + 2;
    }

    FlatSegment segment_of(std::uint32_t over, Side side) const {
        if (over < edge_count()) {
            const std::uint32_t e = data_.whole_edges[over];
            return {data_.from(e), data_.to(e)};
        }
        if (over - edge_count() < data_.links.size()) {
            const NavLink& link = data_.links[over - edge_count()];
            return side == Side::Before ? FlatSegment{link.from[0].position, link.from[1].position}
                                        : FlatSegment{link.to[0].position, link.to[1].position};
        }
        const Vec3& p = over + 1 < over_count() ? from_.position : to_.position;
        return {p, p};
    }

    // False if there are too many.
    bool count_parts() {
        memory_.first_nodes.assign(1, 0);
        for (std::uint32_t over = 0; over < over_count(); ++over) {
            double parts = 1;
            for (const Side side : {Side::Before, Side::Behind}) {
                const FlatSegment whole = segment_of(over, side);
                parts = std::max(parts, std::ceil(flat_length(whole.from, whole.to) / step_));
            }
            const auto count = static_cast<std::uint32_t>(std::min(parts, kMaxParts));
            if (count > rules_.options().max_nodes - memory_.first_nodes.back()) {
                return false;
            }
            memory_.first_nodes.push_back(memory_.first_nodes.back() + count);
        }
        start_ = memory_.first_nodes.back() - 2;
        if (memory_.nodes.size() < memory_.first_nodes.back()) {
            memory_.nodes.resize(memory_.first_nodes.back());
        }
        if (++memory_.number == 0) {
            for (BoundNode& node : memory_.nodes) {
                node.search = 0;
            }
            memory_.number = 1;
        }
        memory_.heap.clear();
        return true;
    }

    FlatSegment part(std::uint32_t node, Side side) const {
        return part(node, memory_.nodes[node].over, side);
    }
    FlatSegment part(std::uint32_t node, std::uint32_t over, Side side) const {
        const std::uint32_t first = memory_.first_nodes[over];
        const FlatSegment whole = segment_of(over, side);
        const double parts = memory_.first_nodes[over + 1] - first;
        return {lerp(whole.from, whole.to, (node - first) / parts),
                lerp(whole.from, whole.to, (node - first + 1) / parts)};
    }

    bool is_reached(std::uint32_t node, double cost) const {
        return memory_.nodes[node].search == memory_.number && memory_.nodes[node].cost <= cost;
    }

    void reach(std::uint32_t node, std::uint32_t over, double cost) {
        if (!is_reached(node, cost)) {
            memory_.nodes[node] = {cost, memory_.number, over};
            const double bound = cost + least_.from(part(node, Side::Behind));
            push_entry(memory_.heap, HeapEntry{bound, node}, is_later);
        }
    }

    // The whole polygon behind an edge or a link.
    std::uint32_t behind(std::uint32_t over) const {
        if (over < edge_count()) {
            return data_.wholes[data_.beyond[data_.whole_edges[over]]];
        }
        return over - edge_count() < data_.links.size()
                   ? data_.links[over - edge_count()].to[0].polygon.value
                   : from_.polygon.value;
    }

    // True if a half-edge leads back over the edge that the way has crossed. A best way does so
    // only to go along the edge on the side that costs less. Without this rule it would cost
    // nothing to go from each part of an edge to the next one.
    bool is_way_back(std::uint32_t over, std::uint32_t half_edge) const {
        return over < edge_count() && data_.edges[half_edge].twin == data_.whole_edges[over];
    }

    void expand(std::uint32_t node) {
        const BoundNode here = memory_.nodes[node];
        const FlatSegment segment = part(node, Side::Behind);
        const std::uint32_t whole = behind(here.over);
        const std::uint32_t polygon = data_.first_pieces[whole];
        const double per_unit = rules_.slowness(polygon) / rules_.options().speed;
        const auto cross = [&](std::uint32_t over, double seconds) {
            for (std::uint32_t n = memory_.first_nodes[over]; n < memory_.first_nodes[over + 1];
                 ++n) {
                if (!is_reached(n, here.cost + seconds)) {
                    const double way = flat_distance(segment, part(n, over, Side::Before));
                    reach(n, over, here.cost + way * per_unit + seconds);
                }
            }
        };
        if (whole == to_.polygon.value) {
            cross(over_count() - 1, 0);
        }
        for (std::uint32_t i = data_.first_whole_edges[whole];
             i < data_.first_whole_edges[whole + 1];
             ++i) {
            const std::uint32_t e = data_.whole_edges[i];
            if (data_.beyond[e] == kNone ||
                (is_way_back(here.over, e) &&
                 rules_.slowness(data_.beyond[e]) <= rules_.slowness(polygon))) {
                continue;
            }
            if (rules_.may_enter_or_return(data_.beyond[e], polygon)) {
                cross(i, 0);
            }
        }
        for (std::uint32_t l = data_.first_links[whole]; l < data_.first_links[whole + 1]; ++l) {
            const NavLink& link = data_.links[l];
            const std::uint32_t landing = data_.first_pieces[link.to[0].polygon.value];
            if (rules_.may_take(link) && rules_.may_enter_or_return(landing, polygon)) {
                cross(edge_count() + l, link.seconds);
            }
        }
    }

    const NavMeshData& data_;
    const RouteRules& rules_;
    const NavPlace& from_;
    const NavPlace& to_;
    BoundMemory& memory_;
    double step_;
    LeastSeconds least_;
    std::uint32_t start_ = 0;  // the node of the start; the next one is the goal
};

}  // namespace

RouteBound bound_routes(const NavMesh& mesh,
                        const NavPlace& from,
                        const NavPlace& to,
                        NavScratch& scratch,
                        double step,
                        const RouteOptions& options) {
    assert(is_finite(from.position) && is_on_mesh(mesh, from));
    assert(is_finite(to.position) && is_on_mesh(mesh, to));
    assert(step > 0 && are_in_range(options, mesh));
    const NavMeshData& data = mesh.data();
    const RouteRules rules(data, options, data.first_pieces[from.polygon.value]);
    NavMemory& memory = scratch.memory();
    find_quick_links(data, rules, to, memory.route.quick_links);
    if (!has_way(data, rules, from, to, /*over_quick_links=*/true, memory.route)) {
        return {PathStatus::Unreachable, std::numeric_limits<double>::infinity(), 0};
    }
    return BoundSearch(data, rules, from, to, memory, step).run();
}

}  // namespace halfspace
