// SPDX-License-Identifier: MIT
#include "halfspace/nav/route.h"

#include "halfspace/nav/locate.h"

#include "nav/contains.h"
#include "nav/cost_changes.h"
#include "nav/funnel.h"
#include "nav/memory.h"
#include "nav/route_reach.h"
#include "nav/route_rules.h"
#include "nav/route_search.h"
#include "nav/route_writer.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace halfspace {
namespace {

class RouteFinder {
public:
    RouteFinder(const NavMesh& mesh,
                const NavPlace& from,
                const NavPlace& to,
                NavScratch& scratch,
                const RouteOptions& options)
        : mesh_(mesh),
          data_(mesh.data()),
          scratch_(scratch),
          memory_(scratch.memory().route),
          options_(options),
          rules_(data_, options, data_.first_pieces[from.polygon.value]),
          from_(from),
          to_(to) {}

    NavRoute run() {
        find_quick_links(data_, rules_, to_, memory_.quick_links);
        take(find(Ways::WithoutQuickLinks, kNoCost));
        const double most = seconds_;
        if (best_.status == PathStatus::Complete && options_.do_shorten &&
            is_reachable(mesh_, from_.polygon, to_.polygon, options_.doors)) {
            compare_with_ways_on_foot();
        }
        if (!memory_.quick_links.empty()) {
            take(find(Ways::OverQuickLinks, most));
        }
        if (best_.status == PathStatus::Complete) {
            best_.points = memory_.best;
        }
        return best_;
    }

private:
    static constexpr double kNoCost = std::numeric_limits<double>::infinity();

    // A route; Unreachable, too, where each takes `most` seconds or costs no less than the best
    // one.
    NavRoute find(Ways ways, double most) {
        RouteSearch search(data_, rules_, from_, to_, ways, memory_);
        if (best_.status == PathStatus::Complete && search.least() >= best_.cost) {
            return {};
        }
        const PathStatus status = search.run(most);
        if (status != PathStatus::Complete) {
            return {.status = status, .expansions = search.expansions()};
        }
        seconds_ = search.seconds();
        has_met_links_ = search.has_met_links();
        return write(search);
    }

    // Keeps a route, in memory_.points, if it costs less than the best one. While there is none,
    // OutOfScratch stays: it may be that there is a route.
    void take(const NavRoute& route) {
        const std::size_t expansions = best_.expansions + route.expansions;
        if (best_.status == PathStatus::Unreachable ||
            (route.status == PathStatus::Complete &&
             (best_.status != PathStatus::Complete || route.cost < best_.cost))) {
            best_ = route;
            memory_.best.assign(memory_.points.begin(), memory_.points.end());
        }
        best_.expansions = expansions;
    }

    // A* keeps one way into each node. So a link may hide a way on foot that costs less in the end.
    void compare_with_ways_on_foot() {
        const bool has_link = std::ranges::any_of(
            memory_.best, [](const RoutePoint& point) { return point.link.is_valid(); });
        if (!has_link && !has_funnel_) {
            return;  // the route is the shortest path, and all of it costs 1
        }
        bool is_shortest = false;
        if (has_met_links_ && rules_.has_costs()) {
            has_funnel_ = false;
            take(find(Ways::OnFoot, kNoCost));
            is_shortest = !has_funnel_;
        }
        if (!is_shortest && rules_.cost(inner_piece(data_, from_)) == 1) {
            take(shortest_path());
        }
    }

    // True if no polygon of the path counts more than 1.
    bool is_free(const NavPath& path) const {
        return std::ranges::all_of(path.polygons, [&](NavPolygonId polygon) {
            return rules_.cost(data_.first_pieces[polygon.value]) == 1;
        });
    }
    // The polygon that a half-edge leads to.
    std::uint32_t behind(std::uint32_t edge) const {
        return data_.edges[data_.edges[edge].twin].polygon;
    }
    // is_free of the polygons that half-edges lead to.
    bool is_free(std::span<const std::uint32_t> edges) const {
        return std::ranges::all_of(
            edges, [&](std::uint32_t edge) { return rules_.cost(behind(edge)) == 1; });
    }

    // The route through the nodes that the search has found.
    NavRoute write(const RouteSearch& search) {
        memory_.points.assign(1, {from_.position, from_.polygon, {}});
        memory_.crossed.clear();
        NavRoute route{.status = PathStatus::Complete, .expansions = search.expansions()};
        NavPlace begin = from_;
        for (std::size_t i = 1; i + 1 < memory_.way.size(); ++i) {
            const RouteSearch::Step step = search.step_to(memory_.way[i]);
            if (step.link == nullptr) {
                memory_.crossed.push_back(step.number);
                continue;
            }
            walk(begin, step.link->from_at(step.along), i, route);
            memory_.crossed.clear();
            memory_.points.back().link = NavLinkId(step.number);
            begin = step.link->to_at(step.along);
            memory_.points.push_back({begin.position, begin.polygon, {}});
            route.seconds += step.link->seconds;
            route.cost += step.link->seconds;
        }
        walk(begin, to_, memory_.way.size() - 1, route);
        return route;
    }

    // Adds a part on foot, over the edges that A* crossed, behind its first point. way_end: where
    // it ends in memory_.way.
    void walk(const NavPlace& begin, const NavPlace& end, std::size_t way_end, NavRoute& route) {
        const std::span<const std::uint32_t> edges = memory_.crossed;
        const bool begins_free = rules_.cost(inner_piece(data_, begin)) == 1;
        if (options_.do_shorten && begins_free && is_free(edges)) {
            const NavPath path =
                find_path(mesh_, begin, end, scratch_, {options_.max_nodes, options_.doors});
            route.expansions += path.expansions;
            // With too little scratch for it the way of A* stays.
            if (path.status == PathStatus::Complete && is_free(path)) {
                writer_.add_path(path, end, route);
                return;
            }
        }
        has_funnel_ = true;
        find_cost_changes(edges, std::span(memory_.way).subspan(way_end - edges.size()));
        move_to_cheapest(data_, begin.position, end.position, edges, memory_.changes);
        double slowness = rules_.slowness(inner_piece(data_, begin));
        const auto turn = [&](std::uint32_t vertex, std::uint32_t edge) {
            const NavPolygonId polygon(data_.wholes[data_.edges[edge].polygon]);
            writer_.add_point({polygon, data_.vertices[vertex]}, slowness, route);
        };
        Vec3 at = begin.position;
        std::size_t first = 0;
        for (const CostChange& change : memory_.changes) {
            walk_funnel(data_, at, change.place, edges.subspan(first, change.edge - first), turn);
            const NavPolygonId polygon(data_.wholes[data_.edges[edges[change.edge]].polygon]);
            writer_.add_point({polygon, change.place}, change.before, route);
            at = change.place;
            slowness = change.behind;
            first = change.edge + 1;
        }
        walk_funnel(data_, at, end.position, edges.subspan(first), turn);
        writer_.add_point(end, slowness, route);
    }

    // The edges where the cost changes, with the places where the search has crossed them: those of
    // the nodes behind the edges.
    void find_cost_changes(std::span<const std::uint32_t> edges,
                           std::span<const std::uint32_t> nodes) {
        memory_.changes.clear();
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const double before = rules_.slowness(data_.edges[edges[i]].polygon);
            const std::uint32_t next = behind(edges[i]);
            const double after = rules_.slowness(next);
            if (before != after) {
                memory_.changes.push_back({i, before, after, memory_.nodes[nodes[i]].position});
            }
        }
    }

    // The shortest path on foot, if all of it costs 1.
    NavRoute shortest_path() {
        const NavPath path =
            find_path(mesh_, from_, to_, scratch_, {options_.max_nodes, options_.doors});
        NavRoute route{.expansions = path.expansions};
        if (path.status == PathStatus::Complete && is_free(path)) {
            route.status = PathStatus::Complete;
            memory_.points.assign(1, {from_.position, from_.polygon, {}});
            writer_.add_path(path, to_, route);
        }
        return route;
    }

    const NavMesh& mesh_;
    const NavMeshData& data_;
    NavScratch& scratch_;
    RouteMemory& memory_;
    const RouteOptions& options_;
    RouteRules rules_;
    const NavPlace& from_;
    const NavPlace& to_;
    RouteWriter writer_{mesh_, memory_.points, options_.speed, options_.crouch_cost};
    bool has_funnel_ = false;  // a part of what was written is that of a funnel
    // What the last route cost that a search found, before it was shortened [seconds].
    double seconds_ = kNoCost;
    bool has_met_links_ = false;  // that search has looked at ways over links
    NavRoute best_;               // without its points: they are in memory_.best
};

}  // namespace

NavRoute route_along(const NavMesh& mesh, const NavPath& path, NavScratch& scratch, double speed) {
    assert(speed > 0);
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
    assert(is_finite(from.position) && is_on_mesh(mesh, from));
    assert(is_finite(to.position) && is_on_mesh(mesh, to));
    assert(are_in_range(options, mesh));
    return RouteFinder(mesh, from, to, scratch, options).run();
}

}  // namespace halfspace
