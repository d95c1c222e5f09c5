// SPDX-License-Identifier: MIT
// What the options of a route allow, and what each polygon costs.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/nav/route.h"

#include "nav/door_regions.h"
#include "nav/flat.h"
#include "nav/mesh_data.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace halfspace {

// True if the options are what RouteOptions says of them.
inline bool are_in_range(const RouteOptions& options, const NavMesh& mesh) {
    const auto is_cost = [](double cost) { return cost >= 1; };
    return options.speed >= 1e-6 && options.speed <= 1e9 && options.run_speed >= 0 &&
           options.max_drop >= 0 && is_cost(options.water_cost) && is_cost(options.slime_cost) &&
           is_cost(options.lava_cost) && is_cost(options.crouch_cost) &&
           (options.area_costs.empty() || options.area_costs.size() == mesh.areas().size()) &&
           std::ranges::all_of(options.area_costs, is_cost);
}

class RouteRules {
public:
    // start: a polygon, where the way begins.
    RouteRules(const NavMeshData& data, const RouteOptions& options, std::uint32_t start)
        : data_(data),
          options_(options),
          doors_(door_filter(data, options.doors, start)),
          has_costs_(find_costs()) {}

    const RouteOptions& options() const { return options_; }
    const DoorFilter& doors() const { return doors_; }
    // True if some polygon costs more than others.
    bool has_costs() const { return has_costs_; }

    bool may_take(const NavLink& link) const {
        const auto depth = [&](int end) {
            return link.from[end].position.z - link.to[end].position.z;
        };
        return (options_.links & link_bit(link.kind)) != 0 &&
               link.least_speed <= options_.run_speed &&
               (link.kind != NavLinkKind::Drop ||
                (depth(0) <= options_.max_drop && depth(1) <= options_.max_drop));
    }

    // True if a link that carries the mover, or that a designer has drawn, is quicker than to walk
    // from its start to its end.
    bool is_quick(const NavLink& link) const {
        return (kWalkedLinks & link_bit(link.kind)) == 0 &&
               link.seconds * options_.speed <
                   std::max(flat_length(link.from[0].position, link.to[0].position),
                            flat_length(link.from[1].position, link.to[1].position));
    }

    // How much more a way through a polygon counts; infinity: nobody may enter it.
    double cost(std::uint32_t polygon) const {
        if (!has_costs_ || data_.are_plain[polygon] != 0) {
            return 1;
        }
        return limited(liquid_cost(static_cast<Contents>(data_.contents[polygon]))) *
               limited(area_cost(data_.areas[polygon])) *
               (data_.lows[polygon] != 0 ? limited(options_.crouch_cost) : 1);
    }
    // The same for one who goes there.
    double slowness(std::uint32_t polygon) const {
        const double factor = cost(polygon);
        return std::isfinite(factor) ? factor : 1;
    }

    // True if a way may go from the second polygon into the first one. Who has left what nobody may
    // enter does not come back. costs: of these polygons.
    bool may_enter(std::uint32_t polygon, double cost, std::uint32_t from, double from_cost) const {
        return !doors_.is_barred(data_, from, polygon) &&
               (std::isfinite(cost) || !std::isfinite(from_cost));
    }
    // True as well where a shortest path comes back through the closed door in which it begins.
    bool may_enter_or_return(std::uint32_t polygon, std::uint32_t from) const {
        return !doors_.is_closed(data_, polygon) &&
               (std::isfinite(cost(polygon)) || !std::isfinite(cost(from)));
    }

private:
    // Sums of larger numbers would overflow.
    static double limited(double cost) {
        return std::isfinite(cost) ? std::min(cost, kMaxRouteCost) : cost;
    }

    bool find_costs() const {
        const auto is_dear = [&](Contents liquid, double cost) {
            return cost != 1 && any(static_cast<Contents>(data_.all_contents) & liquid);
        };
        bool has_dear_area = false;
        for (std::uint32_t area = 0; area < data_.area_list.size(); ++area) {
            has_dear_area = has_dear_area || area_cost(area) != 1;
        }
        return has_dear_area || is_dear(Contents::Water, options_.water_cost) ||
               is_dear(Contents::Slime, options_.slime_cost) ||
               is_dear(Contents::Lava, options_.lava_cost) ||
               (data_.has_low && options_.crouch_cost != 1);
    }

    double liquid_cost(Contents contents) const {
        if (any(contents & Contents::Lava)) {
            return options_.lava_cost;
        }
        if (any(contents & Contents::Slime)) {
            return options_.slime_cost;
        }
        return any(contents & Contents::Water) ? options_.water_cost : 1;
    }
    double area_cost(std::uint32_t area) const {
        if (area == kNone) {
            return 1;
        }
        return options_.area_costs.empty() ? data_.area_list[area].cost : options_.area_costs[area];
    }

    const NavMeshData& data_;
    const RouteOptions& options_;
    DoorFilter doors_;
    bool has_costs_;
};

}  // namespace halfspace
