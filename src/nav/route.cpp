// SPDX-License-Identifier: MIT
#include "halfspace/nav/route.h"

#include "halfspace/base/contents.h"
#include "halfspace/nav/locate.h"

#include "nav/contains.h"
#include "nav/cost_changes.h"
#include "nav/door_regions.h"
#include "nav/flat.h"
#include "nav/funnel.h"
#include "nav/memory.h"
#include "nav/route_writer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

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
    const double p_along = ((p.x - a.x) * x + (p.y - a.y) * y) / square;
    const double q_along = ((q.x - a.x) * x + (q.y - a.y) * y) / square;
    const double p_beside = std::abs(x * (p.y - a.y) - y * (p.x - a.x));
    const double q_beside = std::abs(x * (q.y - a.y) - y * (q.x - a.x));
    const double sum = p_beside + q_beside;
    const double t = sum > 0 ? (p_along * q_beside + q_along * p_beside) / sum : q_along;
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

class RouteSearch {
public:
    RouteSearch(const NavMesh& mesh,
                const NavPlace& from,
                const NavPlace& to,
                NavScratch& scratch,
                const RouteOptions& options)
        : mesh_(mesh),
          data_(mesh.data()),
          scratch_(scratch),
          memory_(scratch.memory().route),
          options_(options),
          doors_(door_filter(data_, options.doors, data_.first_pieces[from.polygon.value])),
          from_(from),
          to_(to),
          has_costs_(find_costs()),
          goal_(static_cast<std::uint32_t>(has_costs_ ? data_.edges.size() + data_.links.size() + 1
                                                      : data_.polygon_count())),
          seconds_per_unit_(1 / std::max(options.speed, data_.fastest_link)) {}

    NavRoute run() {
        if (!has_way()) {
            return {};
        }
        find_quick_links();
        NavRoute route = search();
        if (route.status == PathStatus::Complete) {
            route = write(route.expansions);
        }
        if (route.status == PathStatus::OutOfScratch || !options_.do_shorten ||
            !is_reachable(mesh_, from_.polygon, to_.polygon, options_.doors)) {
            return route;
        }
        return better_of(route);
    }

private:
    bool may_take(const NavLink& link) const {
        const auto depth = [&](int end) {
            return link.from[end].position.z - link.to[end].position.z;
        };
        return (options_.links & link_bit(link.kind)) != 0 &&
               (link.kind != NavLinkKind::Drop ||
                (depth(0) <= options_.max_drop && depth(1) <= options_.max_drop));
    }

    // True if edges and links lead from the start to the goal.
    bool has_way() const {
        const std::uint32_t goal = data_.region_of(to_.polygon);
        memory_.regions.clear(data_.region_count());
        memory_.waiting.assign(1, data_.region_of(from_.polygon));
        memory_.regions.add(memory_.waiting.front());
        const auto enter = [&](std::uint32_t region) {
            if (!doors_.is_region_closed(region) && memory_.regions.add(region)) {
                memory_.waiting.push_back(region);
            }
        };
        while (!memory_.regions.has(goal) && !memory_.waiting.empty()) {
            const std::uint32_t region = memory_.waiting.back();
            memory_.waiting.pop_back();
            std::ranges::for_each(data_.region_neighbours[region], enter);
            for (const std::uint32_t l : data_.region_links[region]) {
                if (may_take(data_.links[l])) {
                    enter(data_.region_of(data_.links[l].to[0].polygon));
                }
            }
        }
        return memory_.regions.has(goal);
    }

    // True if some polygon costs more than others.
    bool find_costs() const {
        const auto is_dear = [&](Contents liquid, double cost) {
            return cost != 1 && any(static_cast<Contents>(data_.all_contents) & liquid);
        };
        bool has_dear_area = false;
        for (std::uint32_t area = 0; area < data_.area_list.size(); ++area) {
            has_dear_area = has_dear_area || area_cost(area) != 1;
        }
        return has_dear_area || is_dear(Contents::Water, options_.water_cost) ||
               is_dear(Contents::Slime, options_.slime_cost) ||
               is_dear(Contents::Lava, options_.lava_cost) ||
               (data_.has_low && options_.crouch_cost != 1);
    }

    // How much more a way through a polygon counts; infinity: nobody may enter it.
    double cost(std::uint32_t polygon) const {
        return liquid_cost(static_cast<Contents>(data_.contents[polygon])) *
               area_cost(data_.areas[polygon]) *
               (data_.lows[polygon] != 0 ? options_.crouch_cost : 1);
    }
    double liquid_cost(Contents contents) const {
        if (any(contents & Contents::Lava)) {
            return options_.lava_cost;
        }
        if (any(contents & Contents::Slime)) {
            return options_.slime_cost;
        }
        return any(contents & Contents::Water) ? options_.water_cost : 1;
    }
    double area_cost(std::uint32_t area) const {
        if (area == kNone) {
            return 1;
        }
        return options_.area_costs.empty() ? data_.area_list[area].cost : options_.area_costs[area];
    }

    // The same for one who goes there.
    double slowness(std::uint32_t polygon) const {
        const double factor = cost(polygon);
        return std::isfinite(factor) ? factor : 1;
    }

    // True if a way may go from the second polygon into the first one. Who has left what a closed
    // door closes, or what nobody may enter, does not come back.
    bool may_enter(std::uint32_t polygon, std::uint32_t from) const {
        const std::uint32_t region = data_.regions[polygon];
        const bool is_shut = options_.doors != nullptr && region != data_.regions[from] &&
                             options_.doors->is_region_closed(region);
        return !is_shut && !doors_.is_closed(data_, polygon) &&
               (std::isfinite(cost(polygon)) || !std::isfinite(cost(from)));
    }

    // True if no polygon of the path counts more than 1.
    bool is_free(const NavPath& path) const {
        return std::ranges::all_of(path.polygons, [&](NavPolygonId polygon) {
            return cost(data_.first_pieces[polygon.value]) == 1;
        });
    }
    // The polygon that a half-edge leads to.
    std::uint32_t behind(std::uint32_t edge) const {
        return data_.edges[data_.edges[edge].twin].polygon;
    }
    // is_free of the polygons that half-edges lead to.
    bool is_free(std::span<const std::uint32_t> edges) const {
        return std::ranges::all_of(edges,
                                   [&](std::uint32_t edge) { return cost(behind(edge)) == 1; });
    }

    // A*. Complete: the way leads back from the goal's node.
    NavRoute search() {
        if (memory_.nodes.size() < goal_ + 1) {
            memory_.nodes.resize(goal_ + 1);
        }
        if (++memory_.number == 0) {
            for (RouteNode& node : memory_.nodes) {
                node.search = 0;
            }
            memory_.number = 1;
        }
        memory_.heap.clear();
        NavRoute route;
        const std::uint32_t start = inner_piece(data_, from_);
        reach(has_costs_ ? goal_ - 1 : start, {.polygon = start, .position = from_.position});
        while (!memory_.heap.empty()) {
            std::ranges::pop_heap(memory_.heap, is_later);
            const HeapEntry entry = memory_.heap.back();
            memory_.heap.pop_back();
            if (entry.node == goal_) {
                route.status = PathStatus::Complete;
                return route;
            }
            if (entry.bound > memory_.nodes[entry.node].bound) {
                continue;  // a quicker way came here
            }
            if (route.expansions == options_.max_nodes) {
                route.status = PathStatus::OutOfScratch;
                return route;
            }
            ++route.expansions;
            expand(entry.node);
        }
        return route;
    }

    // The links that are quicker than to walk straight from their start to their end.
    void find_quick_links() {
        memory_.quick_links.clear();
        for (const std::uint32_t l : data_.carrying_links) {
            const NavLink& link = data_.links[l];
            const double way = std::max(flat_length(link.from[0].position, link.to[0].position),
                                        flat_length(link.from[1].position, link.to[1].position));
            if (link.seconds * options_.speed < way && may_take(link)) {
                memory_.quick_links.push_back(l);
            }
        }
    }

    // The least time of a route that comes to a position by then. It leads straight to the goal or
    // to a link that is quicker than to walk; what is behind such a link may be at the goal.
    double least_time(const Vec3& position, double seconds) const {
        double way = flat_length(position, to_.position);
        for (const std::uint32_t l : memory_.quick_links) {
            const NavLink& link = data_.links[l];
            const Vec3 start =
                nearest_on_segment(link.from[0].position, link.from[1].position, position);
            way = std::min(way, flat_length(position, start));
        }
        return seconds + way * seconds_per_unit_;
    }

    // True if the search has come to a node by then.
    bool is_reached(std::uint32_t node, double bound) const {
        const RouteNode& n = memory_.nodes[node];
        return n.search == memory_.number && n.bound <= bound * kRounded;
    }

    // Of two ways into a polygon the one with the lower bound stays: they enter it at different
    // places. Bounds do not fall along a way, but by rounding; so no way comes back to its own
    // polygons.
    void reach(std::uint32_t node, RouteNode way) {
        way.bound = least_time(way.position, way.seconds);
        if (is_reached(node, way.bound)) {
            return;
        }
        way.search = memory_.number;
        memory_.nodes[node] = way;
        memory_.heap.push_back({way.bound, node});
        std::ranges::push_heap(memory_.heap, is_later);
    }

    void expand(std::uint32_t node) {
        const RouteNode here = memory_.nodes[node];
        const std::uint32_t polygon = here.polygon;
        const double factor = slowness(polygon);
        const auto time_to = [&](const Vec3& p) {
            return here.seconds + flat_length(here.position, p) * factor / options_.speed;
        };
        if (data_.wholes[polygon] == to_.polygon.value) {
            reach(goal_,
                  {.polygon = polygon,
                   .position = to_.position,
                   .seconds = time_to(to_.position),
                   .parent = node});
        }
        for (std::uint32_t e = data_.first_edges[polygon]; e < data_.first_edges[polygon + 1];
             ++e) {
            const std::uint32_t twin = data_.edges[e].twin;
            if (twin == kNone) {
                continue;
            }
            const std::uint32_t next = data_.edges[twin].polygon;
            const std::uint32_t entered = has_costs_ ? e : next;
            if (is_reached(entered, here.bound) || !may_enter(next, polygon)) {
                continue;
            }
            const Vec3& a = data_.from(e);
            const Vec3& b = data_.to(e);
            const Vec3 p = factor == 1
                               ? lerp(a, b, touch(a, b, here.position, to_.position))
                               : cheapest_crossing(a, b, here.position, to_.position, factor, 1);
            reach(
                entered,
                {.polygon = next, .position = p, .seconds = time_to(p), .parent = node, .edge = e});
        }
        const std::uint32_t whole = data_.wholes[polygon];
        for (std::uint32_t l = data_.first_links[whole]; l < data_.first_links[whole + 1]; ++l) {
            const NavLink& link = data_.links[l];
            const std::uint32_t first = data_.first_pieces[link.to[0].polygon.value];
            if (!may_take(link) || !may_enter(first, polygon)) {
                continue;
            }
            const double t = inside(
                link,
                touch(link.from[0].position, link.from[1].position, here.position, to_.position));
            const NavPlace end = link.to_at(t);
            const std::uint32_t landing = inner_piece(data_, end);
            const std::uint32_t landed =
                has_costs_ ? static_cast<std::uint32_t>(data_.edges.size()) + l : landing;
            reach(landed,
                  {.polygon = landing,
                   .position = end.position,
                   .seconds = time_to(link.from_at(t).position) + link.seconds,
                   .parent = node,
                   .link = l,
                   .along = t});
        }
    }

    // The route through the nodes that the search has found.
    NavRoute write(std::size_t expansions) {
        memory_.way.clear();
        for (std::uint32_t n = goal_; n != kNone; n = memory_.nodes[n].parent) {
            memory_.way.push_back(n);
        }
        std::ranges::reverse(memory_.way);
        memory_.points.assign(1, {from_.position, from_.polygon, {}});
        memory_.crossed.clear();
        NavRoute route{PathStatus::Complete, 0, {}, expansions};
        NavPlace begin = from_;
        for (const std::uint32_t n : memory_.way) {
            const RouteNode& node = memory_.nodes[n];
            if (node.edge != kNone) {
                memory_.crossed.push_back(node.edge);
            }
            if (node.link == kNone && n != goal_) {
                continue;
            }
            const NavLink* const link = n == goal_ ? nullptr : &data_.links[node.link];
            if (!walk(begin, link == nullptr ? to_ : link->from_at(node.along), route)) {
                return {PathStatus::OutOfScratch, 0, {}, route.expansions};
            }
            memory_.crossed.clear();
            if (link != nullptr) {
                memory_.points.back().link = NavLinkId(node.link);
                begin = link->to_at(node.along);
                memory_.points.push_back({begin.position, begin.polygon, {}});
                route.seconds += link->seconds;
            }
        }
        route.points = memory_.points;
        return route;
    }

    // Adds a part on foot, over the edges that A* crossed, behind its first point. False if there
    // is too little scratch.
    bool walk(const NavPlace& begin, const NavPlace& end, NavRoute& route) {
        const std::span<const std::uint32_t> edges = memory_.crossed;
        const bool begins_free = cost(inner_piece(data_, begin)) == 1;
        if (options_.do_shorten && begins_free && is_free(edges)) {
            const NavPath path =
                find_path(mesh_, begin, end, scratch_, {options_.max_nodes, options_.doors});
            route.expansions += path.expansions;
            if (path.status != PathStatus::Complete) {
                return false;
            }
            if (is_free(path)) {
                writer_.add_path(path, end, route);
                return true;
            }
        }
        has_funnel_ = true;
        find_cost_changes(edges);
        move_to_cheapest(data_, begin.position, end.position, edges, memory_.changes);
        const auto turn = [&](std::uint32_t vertex, std::uint32_t edge) {
            const NavPolygonId polygon(data_.wholes[data_.edges[edge].polygon]);
            writer_.add_point({polygon, data_.vertices[vertex]}, route);
        };
        Vec3 at = begin.position;
        std::size_t first = 0;
        for (const CostChange& change : memory_.changes) {
            walk_funnel(data_, at, change.place, edges.subspan(first, change.edge - first), turn);
            const NavPolygonId polygon(data_.wholes[data_.edges[edges[change.edge]].polygon]);
            writer_.add_point({polygon, change.place}, route);
            at = change.place;
            first = change.edge + 1;
        }
        walk_funnel(data_, at, end.position, edges.subspan(first), turn);
        writer_.add_point(end, route);
        return true;
    }

    // The edges where the cost changes, with the places where the search has crossed them.
    void find_cost_changes(std::span<const std::uint32_t> edges) {
        memory_.changes.clear();
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const double before = slowness(data_.edges[edges[i]].polygon);
            const std::uint32_t next = behind(edges[i]);
            const double after = slowness(next);
            if (before != after) {
                memory_.changes.push_back({i, before, after, memory_.nodes[edges[i]].position});
            }
        }
    }

    // The route, or the shortest path on foot if it is quicker.
    NavRoute better_of(NavRoute route) {
        const bool has_link = std::ranges::any_of(
            route.points, [](const RoutePoint& point) { return point.link.is_valid(); });
        const bool begins_free = cost(inner_piece(data_, from_)) == 1;
        if (!begins_free || (!has_link && !has_funnel_)) {
            return route;  // the shortest path costs more, too, or the route is this path
        }
        const NavPath path =
            find_path(mesh_, from_, to_, scratch_, {options_.max_nodes, options_.doors});
        route.expansions += path.expansions;
        if (path.status != PathStatus::Complete || path.length / options_.speed > route.seconds ||
            !is_free(path)) {
            return route;
        }
        memory_.points.clear();
        route.seconds = 0;
        memory_.points.push_back({from_.position, from_.polygon, {}});
        writer_.add_path(path, to_, route);
        route.points = memory_.points;
        return route;
    }

    const NavMesh& mesh_;
    const NavMeshData& data_;
    NavScratch& scratch_;
    RouteMemory& memory_;
    const RouteOptions& options_;
    DoorFilter doors_;
    const NavPlace& from_;
    const NavPlace& to_;
    // Nodes are polygons. Where some cost more than others, it matters over which edge a way enters
    // a polygon, and no search afterwards mends it: then nodes are half-edges, links and the start.
    bool has_costs_;
    std::uint32_t goal_;       // its node, the last one
    double seconds_per_unit_;  // nothing is quicker
    RouteWriter writer_{mesh_, memory_.points, options_.speed, options_.crouch_cost};
    bool has_funnel_ = false;  // a part of the route is that of a funnel
};

}  // namespace

NavRoute route_along(const NavMesh& mesh, const NavPath& path, NavScratch& scratch, double speed) {
    NavRoute route{.status = path.status, .expansions = path.expansions};
    if (path.status == PathStatus::Complete) {
        std::vector<RoutePoint>& points = scratch.memory().route.points;
        points.assign(1, {path.points.front(), path.polygons.front(), {}});
        const NavPlace end{path.polygons.back(), path.points.back()};
        RouteWriter{mesh, points, speed}.add_path(path, end, route);
        route.points = points;
    }
    return route;
}

NavRoute find_route(const NavMesh& mesh,
                    const NavPlace& from,
                    const NavPlace& to,
                    NavScratch& scratch,
                    const RouteOptions& options) {
    assert(from.polygon.value < mesh.polygon_count() && is_finite(from.position));
    assert(to.polygon.value < mesh.polygon_count() && is_finite(to.position));
    assert(options.speed > 0 && options.water_cost >= 1 && options.slime_cost >= 1 &&
           options.lava_cost >= 1 && options.crouch_cost >= 1);
    assert(options.area_costs.empty() || options.area_costs.size() == mesh.areas().size());
    assert(std::ranges::all_of(options.area_costs, [](double cost) { return cost >= 1; }));
    return RouteSearch(mesh, from, to, scratch, options).run();
}

}  // namespace halfspace
