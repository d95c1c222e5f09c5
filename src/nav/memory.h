// SPDX-License-Identifier: MIT
// What a NavScratch holds.
#pragma once

#include "halfspace/math/vec.h"
#include "halfspace/nav/nav_mesh.h"
#include "halfspace/nav/route.h"
#include "halfspace/nav/walls.h"

#include "nav/cost_changes.h"
#include "nav/flat.h"
#include "nav/search_memory.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// Marks of numbered things that are all taken away at once.
class Marks {
public:
    // Takes all marks away. Afterwards numbers below `count` may be marked.
    void clear(std::size_t count) {
        if (marks_.size() < count) {
            marks_.resize(count);
        }
        if (++now_ == 0) {
            marks_.assign(marks_.size(), 0);
            now_ = 1;
        }
    }
    bool has(std::uint32_t i) const { return marks_[i] == now_; }
    // False if it was marked already.
    bool add(std::uint32_t i) {
        if (has(i)) {
            return false;
        }
        marks_[i] = now_;
        return true;
    }

private:
    std::vector<std::uint32_t> marks_;
    std::uint32_t now_ = 0;
};

// An edge that wall_distance meets. Borders come before other edges that are as far away.
struct EdgeEntry {
    double distance;
    std::uint32_t rank;  // 0 at a border, else 1
    std::uint32_t edge;
};

// A node of find_route: a way into a polygon, or the goal. 64 bytes: a line of most caches.
struct RouteNode {
    Vec3 position;             // where the polygon is entered
    double seconds = 0;        // of the way to here, with costs
    double bound = 0;          // no route through the node is quicker
    std::uint32_t search = 0;  // in which search it was met
    std::uint32_t polygon = 0;
    std::uint32_t parent = kNone;  // the node before it; kNone: the start
    // What the way took from the parent: a half-edge, or the number of half-edges and a link.
    std::uint32_t over = kNone;
    std::uint16_t is_waiting = 0;  // 1: it is in the queue, and was not expanded since
    std::uint16_t has_quick = 0;   // 1: the way takes a quick link
    // Where the way goes next: which of RouteMemory::quick_links; kNone: the goal.
    std::uint32_t aim = kNone;
};

// A node in the queue of find_route: its bound as a float, whose bits are in the order of bounds,
// and its number. Rounding may change which of two nodes comes first if their bounds are equal to 7
// digits.
using RouteQueueEntry = std::uint64_t;
inline RouteQueueEntry route_queue_entry(double bound, std::uint32_t node) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(bound));
    return std::uint64_t{bits} << 32u | node;
}

static_assert(sizeof(RouteNode) == 64);

// A link that is quicker than to walk.
struct QuickLink {
    FlatSegment from;
    double seconds;  // no way over it to the goal takes fewer
};

struct RouteMemory {
    std::vector<RouteNode> nodes;  // see RouteSearch
    std::uint32_t number = 0;      // of the search
    std::vector<RouteQueueEntry> heap;
    Marks regions;
    std::vector<std::uint32_t> waiting;  // regions
    std::vector<QuickLink> quick_links;
    std::vector<std::uint32_t> way;      // nodes, from the goal back
    std::vector<std::uint32_t> crossed;  // half-edges of a part on foot
    std::vector<CostChange> changes;     // of a part on foot
    std::vector<RoutePoint> points;      // of the route that is written
    std::vector<RoutePoint> best;        // of the cheapest route
};

// A node of bound_routes: a part of an edge or of a link.
struct BoundNode {
    double cost = 0;           // of the best way to it, at most
    std::uint32_t search = 0;  // in which search it was met
    std::uint32_t over = 0;    // the edge or the link, in BoundMemory::first_nodes
};

struct BoundMemory {
    std::vector<BoundNode> nodes;
    // Of each edge of a whole polygon, then of each link, then of the start and the goal.
    std::vector<std::uint32_t> first_nodes;
    std::uint32_t number = 0;  // of the search
    std::vector<HeapEntry> heap;
};

struct NavMemory {
    Marks polygons;                // wall_distance: polygons that were entered
    std::vector<EdgeEntry> edges;  // wall_distance: a heap
    std::vector<NavWall> walls;    // walls_near: its answer
    SearchMemory search;           // find_path
    RouteMemory route;             // find_route
    BoundMemory bound;             // bound_routes
};

}  // namespace halfspace
