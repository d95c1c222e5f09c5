// SPDX-License-Identifier: MIT
// Whether links and edges lead to the goal of a route, and how far it is at least.
#pragma once

#include "nav/flat.h"
#include "nav/memory.h"
#include "nav/mesh_data.h"
#include "nav/route_rules.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace halfspace {

// True if edges and links lead from the start to the goal. Cost: up to all links, and the doors of
// the islands where they lead.
bool has_way(const NavMeshData& data,
             const RouteRules& rules,
             const NavPlace& from,
             const NavPlace& to,
             RouteMemory& memory);

// The heuristic of A*: how long a route to the goal takes at least. It leads straight to the goal,
// or to a link that is quicker than to walk; what is behind such a link may be at the goal.
class LeastSeconds {
public:
    // quick_links: memory, until the search ends.
    LeastSeconds(const NavMeshData& data,
                 const RouteRules& rules,
                 const NavPlace& to,
                 std::vector<std::uint32_t>& quick_links);

    double from(const Vec3& position) const {
        double way = flat_length(position, goal_);
        for (const std::uint32_t l : quick_links_) {
            const NavLink& link = data_.links[l];
            const Vec3 start =
                nearest_on_segment(link.from[0].position, link.from[1].position, position);
            way = std::min(way, flat_length(position, start));
        }
        return way * seconds_per_unit_;
    }
    // The same from any point of a segment.
    double from(const FlatSegment& segment) const {
        double way = flat_distance(segment, {goal_, goal_});
        for (const std::uint32_t l : quick_links_) {
            const NavLink& link = data_.links[l];
            way = std::min(way,
                           flat_distance(segment, {link.from[0].position, link.from[1].position}));
        }
        return way * seconds_per_unit_;
    }

private:
    const NavMeshData& data_;
    const std::vector<std::uint32_t>& quick_links_;
    Vec3 goal_;
    double seconds_per_unit_;  // nothing is quicker
};

}  // namespace halfspace
