// SPDX-License-Identifier: MIT
// What the best route between two places costs at least. So a program knows how good a route of
// find_route is (nav/route.h): route.cost <= route.cost / bound.cost * the cost of the best route.
// All results have the same bits on every machine.
//
// Source: points on edges as in Aleksandrov, Maheshwari, Sack, Determining Approximate Shortest
// Paths on Weighted Polyhedral Surfaces, JACM 2005. Where we differ: nodes are parts of edges and
// of links, and the way from one part to another is as long as their distance. So the result is
// below the best cost, where theirs is above.
#pragma once

#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/nav_scratch.h"
#include "halfspace/nav/path.h"
#include "halfspace/nav/route.h"

#include <cstddef>

namespace halfspace {

struct RouteBound {
    // Complete; Unreachable: there is no route; OutOfScratch: there are more than max_nodes parts
    // of 16 bytes, or as many entries wait in the queue. Then the cost is a bound, too,
    // but a low one.
    PathStatus status = PathStatus::Unreachable;
    // No route costs less, as NavRoute::cost [seconds]; infinity: there is no route.
    double cost = 0;
    std::size_t expansions = 0;  // parts that the search looked at
};

// A bound of all routes with these options; do_shorten does not count. step: the longest part of an
// edge or a link [map units, > 0]. The bound is the cost of the cheapest row of parts, and one may
// jump from end to end within each part. A smaller step gives a higher bound. An edge has at most
// 4096 parts.
// Cost: linear in the edges of the mesh, and for each part that is nearer than the goal, the parts
// around its polygon. So half the step takes up to four times as long. REQUIRES: as find_route;
// step > 0; coordinates within 2^24.
RouteBound bound_routes(const NavMesh& mesh,
                        const NavPlace& from,
                        const NavPlace& to,
                        NavScratch& scratch,
                        double step,
                        const RouteOptions& options = {});

}  // namespace halfspace
