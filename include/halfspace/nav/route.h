// SPDX-License-Identifier: MIT
// The way from one place of a navigation mesh to another, on foot and over links: drops, jumps,
// ladders, teleporters and others (NavLinkKind). Liquids and areas (NavArea) may cost more than
// other floor. All results have the same bits on every machine.
//
// A* over polygons and links (Hart, Nilsson, Raphael 1968) finds which links the way takes. Between
// them it is the shortest path (nav/path.h). Where a part leads through what costs more, it is
// nearly the cheapest path through the polygons that A* found: shortest paths (funnel: Lee,
// Preparata 1984) between the edges where the cost changes.
#pragma once

#include "halfspace/base/id.h"
#include "halfspace/math/vec.h"
#include "halfspace/nav/door_state.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace halfspace {

// Sets of kinds of links, joined by |.
constexpr std::uint32_t link_bit(NavLinkKind kind) {
    return 1u << static_cast<std::uint32_t>(kind);
}
// What a mover goes by its controls alone.
inline constexpr std::uint32_t kMoverLinks =
    link_bit(NavLinkKind::Walk) | link_bit(NavLinkKind::Drop) | link_bit(NavLinkKind::Jump) |
    link_bit(NavLinkKind::Ladder) | link_bit(NavLinkKind::Drawn);
// Where the game moves the mover, or what it stands on: by Triggers (move/triggers.h) and by Doors
// (move/doors.h).
inline constexpr std::uint32_t kGameLinks =
    link_bit(NavLinkKind::Teleport) | link_bit(NavLinkKind::Push) | link_bit(NavLinkKind::Lift);

// Finite costs above this count as this.
inline constexpr double kMaxRouteCost = 1e9;

struct RouteOptions {
    // The speed over the ground, to weigh walking against links [map units per second, 1e-6 to
    // 1e9].
    double speed = 320;
    // The most speed that the mover reaches: links that need more (NavLink::least_speed) are not
    // taken [map units per second, >= 0].
    double run_speed = std::numeric_limits<double>::infinity();
    // The kinds of links that it may take. Too many: the mover waits for ever where the game does
    // not do its part.
    std::uint32_t links = kMoverLinks;
    // How deep a drop may be [map units, >= 0].
    double max_drop = std::numeric_limits<double>::infinity();
    // By how much a way through the liquid counts more than one on dry floor [>= 1; infinity: never
    // enter it]. A way that begins where nobody may enter leads out; there it counts 1.
    double water_cost = 1;
    double slime_cost = 10;
    double lava_cost = 10;
    // The same for each area of the mesh, in place of NavArea::cost; empty: these costs count. In a
    // liquid both costs are multiplied. REQUIRES: empty, or as many as areas; they outlive the
    // options.
    std::span<const double> area_costs = {};
    // How many times as long a way takes where the mover must crouch (NavMesh::is_low) [>= 1;
    // infinity: never enter it]. For a mover with the body of the mesh: 1. For one that stands
    // elsewhere: its full speed over its speed while crouching, and the mesh of its crouching body.
    double crouch_cost = 1;
    // True: each part on foot is a shortest path. False: it is the shortest one through the
    // polygons that A* found. That takes a tenth to a half of the time, and costs 0.1 to 2 percent
    // more in the mean (seven levels). So is, with true, a part whose shortest
    // path takes more than max_nodes.
    bool do_shorten = true;
    // The most polygons that each A* looks at, and PathOptions::max_nodes of each shortest path.
    // The memory of A* is a node for each polygon; with costs or quick links, one for each edge and
    // link.
    std::uint32_t max_nodes = 1u << 24;
    // PathOptions::doors. A link into a closed polygon is not taken.
    const NavDoorState* doors = nullptr;
};

struct RoutePoint {
    Vec3 position;
    NavPolygonId polygon;  // one that holds the position
    // The link that leads from here to the next point; invalid: one walks there.
    NavLinkId link;
};

// The span is in the scratch, until its next question. It is empty if the route is not Complete.
struct NavRoute {
    PathStatus status = PathStatus::Unreachable;
    // With crouch_cost, without the costs of liquids and areas, and without what a game does on the
    // way: a low lift rises with who walks over it, and a trigger moves who walks through it.
    double seconds = 0;
    // The start, each place where the way turns, where its cost changes or where a link begins or
    // ends, the goal. From one to the next the way is straight seen from above.
    std::span<const RoutePoint> points;
    std::size_t expansions = 0;  // polygons that the searches looked at
    double cost = 0;             // the seconds, with all costs
};

// A route of low cost. With links or costs it may cost more than the best one: where the way
// crosses an edge is decided one polygon at a time. How much more at most, bound_routes says
// (nav/route_bound.h). But it never costs more than
// - with do_shorten: the route with the same options and no links, and the one without do_shorten;
// - the route without teleporters, pushes, lifts and drawn links that are quicker than to walk.
// It is never a part of a route: the status says what happened. Where one search runs out of
// max_nodes, a route of another one counts.
// Cost: log n for each edge and link that is nearer than the goal; if quick links may be of use,
// once more, times these links; with do_shorten and costs, once more on foot; and a find_path for
// each part on foot. Unreachable: the links, and the doors of the islands where they lead; but
// where costs of infinity part the goal off, all that is in reach. REQUIRES: both places are on
// their polygons, up to rounding; the options are in range.
NavRoute find_route(const NavMesh& mesh,
                    const NavPlace& from,
                    const NavPlace& to,
                    NavScratch& scratch,
                    const RouteOptions& options = {});

// A path as a route on foot, for example one of a DistanceField. speed: as RouteOptions::speed. The
// span is in the scratch, until its next find_route. Cost: linear in the path. REQUIRES: the path
// is of this mesh; speed > 0.
NavRoute route_along(const NavMesh& mesh,
                     const NavPath& path,
                     NavScratch& scratch,
                     double speed = 320);

}  // namespace halfspace
