// SPDX-License-Identifier: MIT
// The options of halfspace nav.
#pragma once

#include "halfspace/nav/route.h"

#include "query_level.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace halfspace::tool {

// "mud=4", "mud=never".
struct AreaCost {
    std::string area;
    double cost = 1;
};

struct NavArguments : QueryArguments {
    std::string space;  // empty: the body of the first mesh
    RouteOptions route{.links = kMoverLinks | kGameLinks};
    std::vector<std::uint32_t> closed;  // models
    std::vector<AreaCost> costs;
    bool crouches = false;
    double bound_step = 0;  // of bound_routes; 0: no bound is printed
};

// Adds what only a route takes.
void add_route_options(CLI::App& its, const std::shared_ptr<NavArguments>& arguments);

}  // namespace halfspace::tool
