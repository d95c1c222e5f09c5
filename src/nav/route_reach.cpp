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
                      std::vector<std::uint32_t>& quick_links) {
    quick_links.clear();
    for (const std::uint32_t l : data.carrying_links) {
        if (rules.may_take(data.links[l]) && rules.is_quick(data.links[l])) {
            quick_links.push_back(l);
        }
    }
}

LeastSeconds::LeastSeconds(const NavMeshData& data,
                           const RouteRules& rules,
                           const NavPlace& to,
                           std::span<const std::uint32_t> quick_links)
    : data_(data),
      quick_links_(quick_links),
      goal_(to.position),
      seconds_per_unit_(1 / std::max(rules.options().speed, data.fastest_link)) {
    for (const std::uint32_t l : quick_links) {
        const NavLink& link = data.links[l];
        const double way =
            flat_distance({goal_, goal_}, {link.to[0].position, link.to[1].position});
        behind_links_ = std::min(behind_links_, way * seconds_per_unit_);
    }
}

}  // namespace halfspace
