// SPDX-License-Identifier: MIT
// Whether links and edges lead to the goal of a route, and how far it is at least.
#pragma once

#include "nav/flat.h"
#include "nav/memory.h"
#include "nav/mesh_data.h"
#include "nav/route_rules.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace halfspace {

// True if edges and links lead from the start to the goal, without quick links or over them, too. Cost: up to all links, and the doors of
// the islands where they lead.
bool has_way(const NavMeshData& data,
             const RouteRules& rules,
             const NavPlace& from,
             const NavPlace& to,
             bool over_quick_links,
             RouteMemory& memory);

// The links that a route may take and that are quicker than to walk.
void find_quick_links(const NavMeshData& data,
                      const RouteRules& rules,
                      std::vector<std::uint32_t>& quick_links);

// The heuristic of A*: how long a route to the goal takes at least. It leads straight to the goal,
// or over a quick link; from the end of the last quick link it leads straight to the goal.
class LeastSeconds {
public:
    // quick_links: of find_quick_links, until the search ends.
    LeastSeconds(const NavMeshData& data,
                 const RouteRules& rules,
                 const NavPlace& to,
                 std::span<const std::uint32_t> quick_links);

    // Of the straight way.
    double straight(const Vec3& position) const {
        return flat_length(position, goal_) * seconds_per_unit_;
    }
    // Over at least one quick link, and where the way to the first one ends; infinity: there is
    // none.
    struct OverLink {
        double seconds = std::numeric_limits<double>::infinity();
        Vec3 start;
    };
    OverLink over_link(const Vec3& position) const {
        OverLink best;
        for (const std::uint32_t l : quick_links_) {
            const NavLink& link = data_.links[l];
            const Vec3 start =
                nearest_on_segment(link.from[0].position, link.from[1].position, position);
            const double seconds =
                flat_length(position, start) * seconds_per_unit_ + link.seconds + behind_links_;
            if (seconds < best.seconds) {
                best = {seconds, start};
            }
        }
        return best;
    }
    // Of any way, from any point of a segment.
    double from(const FlatSegment& segment) const {
        double least = flat_distance(segment, {goal_, goal_}) * seconds_per_unit_;
        for (const std::uint32_t l : quick_links_) {
            const NavLink& link = data_.links[l];
            const double way =
                flat_distance(segment, {link.from[0].position, link.from[1].position});
            least = std::min(least, way * seconds_per_unit_ + link.seconds + behind_links_);
        }
        return least;
    }

private:
    const NavMeshData& data_;
    std::span<const std::uint32_t> quick_links_;
    Vec3 goal_;
    double seconds_per_unit_;  // nothing else is quicker
    // Of the way from the end of the last quick link.
    double behind_links_ = std::numeric_limits<double>::infinity();
};

}  // namespace halfspace
