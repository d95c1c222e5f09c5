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

// Nothing but quick links is quicker.
inline double least_seconds_per_unit(const NavMeshData& data, const RouteRules& rules) {
    return 1 / std::max(rules.options().speed, data.fastest_link);
}

// True if edges and links lead from the start to the goal, without quick links or over them, too.
// Cost: up to all links, and the doors of the islands where they lead.
bool has_way(const NavMeshData& data,
             const RouteRules& rules,
             const NavPlace& from,
             const NavPlace& to,
             bool over_quick_links,
             RouteMemory& memory);

// The links that a route may take and that are quicker than to walk, with the least time to the
// goal.
void find_quick_links(const NavMeshData& data,
                      const RouteRules& rules,
                      const NavPlace& to,
                      std::vector<QuickLink>& quick_links);

// The heuristic of A*: how long a route to the goal takes at least. It leads straight to the goal,
// or to a quick link.
class LeastSeconds {
public:
    // quick_links: of find_quick_links, until the search ends.
    LeastSeconds(const NavMeshData& data,
                 const RouteRules& rules,
                 const NavPlace& to,
                 std::span<const QuickLink> quick_links)
        : quick_links_(quick_links),
          goal_(to.position),
          seconds_per_unit_(least_seconds_per_unit(data, rules)) {}

    // Of the straight way.
    double straight(const Vec3& position) const {
        return flat_length(position, goal_) * seconds_per_unit_;
    }
    // Over at least one quick link, and which is the first one.
    struct OverLink {
        double seconds = std::numeric_limits<double>::infinity();
        std::uint32_t first = kNone;  // of the quick links
    };
    OverLink over_link(const Vec3& position) const {
        OverLink best;
        for (std::uint32_t i = 0; i < quick_links_.size(); ++i) {
            const QuickLink& link = quick_links_[i];
            const double way = flat_length(position, start_of(i, position));
            const double seconds = way * seconds_per_unit_ + link.seconds;
            if (seconds < best.seconds) {
                best = {seconds, i};
            }
        }
        return best;
    }
    // Where the straight way to a quick link ends.
    Vec3 start_of(std::uint32_t quick_link, const Vec3& position) const {
        const FlatSegment& start = quick_links_[quick_link].from;
        return nearest_on_segment(start.from, start.to, position);
    }
    // Of any way, from any point of a segment.
    double from(const FlatSegment& segment) const {
        double least = flat_distance(segment, {goal_, goal_}) * seconds_per_unit_;
        for (const QuickLink& link : quick_links_) {
            const double way = flat_distance(segment, link.from);
            least = std::min(least, way * seconds_per_unit_ + link.seconds);
        }
        return least;
    }

private:
    std::span<const QuickLink> quick_links_;
    Vec3 goal_;
    double seconds_per_unit_;
};

}  // namespace halfspace
