// SPDX-License-Identifier: MIT
#include "nav/route_reach.h"

namespace halfspace {

bool has_way(const NavMeshData& data,
             const RouteRules& rules,
             const NavPlace& from,
             const NavPlace& to,
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
            if (rules.may_take(data.links[l])) {
                enter(data.region_of(data.links[l].to[0].polygon));
            }
        }
    }
    return memory.regions.has(goal);
}

LeastSeconds::LeastSeconds(const NavMeshData& data,
                           const RouteRules& rules,
                           const NavPlace& to,
                           std::vector<std::uint32_t>& quick_links)
    : data_(data),
      quick_links_(quick_links),
      goal_(to.position),
      seconds_per_unit_(1 / std::max(rules.options().speed, data.fastest_link)) {
    quick_links.clear();
    for (const std::uint32_t l : data.carrying_links) {
        const NavLink& link = data.links[l];
        const double way = std::max(flat_length(link.from[0].position, link.to[0].position),
                                    flat_length(link.from[1].position, link.to[1].position));
        if (link.seconds * rules.options().speed < way && rules.may_take(link)) {
            quick_links.push_back(l);
        }
    }
}

}  // namespace halfspace
