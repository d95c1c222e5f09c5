// SPDX-License-Identifier: MIT
// The A* behind find_route. It finds the polygons and links of a route, and about where the route
// enters them.
//
// A node is a polygon, with the place where the quickest way so far enters it. Where the cost
// changes, and in wide polygons that cost more, it matters over which edge a way comes: there a
// node is a half-edge or a link.
//
// Ways over quick links (find_quick_links) have a search of their own. Its bound says how far it is
// to such a link and on from it; so it ends soon where these links are of no use. In one search for
// all ways the bound would be low around each teleporter, and of two ways into a polygon the one
// that is nearer to the teleporter would stay, though the other one is nearer to the goal. For the
// same reason this search has two sets of nodes, before a quick link and behind one, and a node for
// the end of each quick link: else a way back into polygons that it came through would be lost.
#pragma once

#include "halfspace/nav/route.h"

#include "nav/memory.h"
#include "nav/mesh_data.h"
#include "nav/route_reach.h"
#include "nav/route_rules.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

// Which links a way takes: none; all but quick ones; all, and at least one quick link.
enum class Ways { OnFoot, WithoutQuickLinks, OverQuickLinks };

class RouteSearch {
public:
    RouteSearch(const NavMeshData& data,
                const RouteRules& rules,
                const NavPlace& from,
                const NavPlace& to,
                Ways ways,
                RouteMemory& memory);

    // Complete: memory.way is the way. Unreachable: there is none, or each takes `most` seconds or
    // longer, with costs. OutOfScratch.
    PathStatus run(double most);
    // No way takes fewer seconds, with costs.
    double least() const {
        return ways_ != Ways::OverQuickLinks ? least_.straight(from_.position)
                                             : least_.over_link(from_.position).seconds;
    }
    // Of the way: the seconds with costs, before it is shortened.
    double seconds() const { return memory_.nodes[goal_].seconds; }
    std::size_t expansions() const { return expansions_; }
    // True if it has looked at ways over links.
    bool has_met_links() const { return has_met_links_; }

    // A step of the way: what leads to the next polygon.
    struct Step {
        const NavLink* link = nullptr;  // nullptr: an edge
        std::uint32_t number = 0;       // of the half-edge or the link
        double along = 0;               // where a link is taken: from 0 to 1
    };
    Step step_to(std::uint32_t node) const;

private:
    // The node of what a way takes (RouteNode::over). That of a polygon has its number.
    static std::uint32_t over_node(const NavMeshData& data, std::uint32_t over) {
        return static_cast<std::uint32_t>(data.polygon_count()) + over;
    }
    // The first node of the set for ways with a quick link, or without one.
    std::uint32_t set_of(bool has_quick) const { return has_quick ? set_size_ : 0; }
    // The node where a quick link ends.
    std::uint32_t landing_node(std::uint32_t link) const { return start_ + 1 + link; }

    PathStatus search();
    std::uint32_t node_of(std::uint32_t polygon,
                          double cost,
                          double cost_before,
                          std::uint32_t over,
                          std::uint32_t set) const;
    bool is_reached(std::uint32_t node, double bound) const;
    void reach(std::uint32_t node,
               const Vec3& position,
               double seconds,
               std::uint32_t polygon,
               std::uint32_t parent,
               std::uint32_t over,
               bool has_quick);
    RouteQueueEntry take_first();
    void expand(std::uint32_t node);
    void expand_links(std::uint32_t node, double seconds_per_unit);
    double place_on(const NavLink& link, const Vec3& from) const;

    static constexpr RouteQueueEntry kNoEntry = ~RouteQueueEntry{0};

    const NavMeshData& data_;
    const RouteRules& rules_;
    const NavPlace& from_;
    const NavPlace& to_;
    RouteMemory& memory_;
    Ways ways_;
    std::uint32_t set_size_;   // how many nodes polygons, half-edges and links have
    std::uint32_t goal_;       // its node
    std::uint32_t start_;      // the node of the start, where it is not a polygon
    double goal_cost_;         // of the polygon of the goal
    double seconds_per_unit_;  // on floor that costs 1
    LeastSeconds least_;
    double most_ = 0;  // longer ways are left out [seconds]
    // The first entry that the last expansions gave; it is not in the heap.
    RouteQueueEntry best_ = kNoEntry;
    std::size_t expansions_ = 0;
    bool has_met_links_ = false;
};

}  // namespace halfspace
