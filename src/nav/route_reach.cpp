// SPDX-License-Identifier: MIT
#include "nav/route_reach.h"

namespace halfspace {

bool has_way(const NavMeshData& data,
             const RouteRules& rules,
             const NavPlace& from,
             const NavPlace& to,
             bool over_quick_links,
             RouteMemory& memory) {
    const std::uint32_t goal = data.region_of(to.polygon);
    memory.regions.clear(data.region_count());
    memory.waiting.assign(1, data.region_of(from.polygon));
    memory.regions.add(memory.waiting.front());
    const auto enter = [&](std::uint32_t region) {
        if (!rules.doors().is_region_closed(region) && memory.regions.add(region)) {
            memory.waiting.push_back(region);
        }
    };
    while (!memory.regions.has(goal) && !memory.waiting.empty()) {
        const std::uint32_t region = memory.waiting.back();
        memory.waiting.pop_back();
        std::ranges::for_each(data.region_neighbours[region], enter);
        for (const std::uint32_t l : data.region_links[region]) {
            const NavLink& link = data.links[l];
            if (rules.may_take(link) && (over_quick_links || !rules.is_quick(link))) {
                enter(data.region_of(link.to[0].polygon));
            }
        }
    }
    return memory.regions.has(goal);
}

void find_quick_links(const NavMeshData& data,
                      const RouteRules& rules,
                      const NavPlace& to,
                      std::vector<QuickLink>& quick_links) {
    quick_links.clear();
    // Of the ways from the ends of these links to the goal. The last link of a way may be any one.
    double least = std::numeric_limits<double>::infinity();
    for (const std::uint32_t l : data.carrying_links) {
        const NavLink& link = data.links[l];
        if (rules.may_take(link) && rules.is_quick(link)) {
            const FlatSegment end{link.to[0].position, link.to[1].position};
            least = std::min(least, flat_distance({to.position, to.position}, end));
            quick_links.push_back({{link.from[0].position, link.from[1].position}, link.seconds});
        }
    }
    for (QuickLink& quick : quick_links) {
        quick.seconds += least * least_seconds_per_unit(data, rules);
    }
}

}  // namespace halfspace
