// SPDX-License-Identifier: MIT
// The options of halfspace nav.
#pragma once

#include "halfspace/nav/route.h"

#include "query_level.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace halfspace::tool {

// What --cost says of an area.
struct AreaCost {
    std::string area;
    double cost = 1;  // infinity: no way enters it
};

struct NavArguments : QueryArguments {
    std::string space;  // empty: the body of the first mesh
    RouteOptions route{.links = kMoverLinks | kGameLinks};
    std::vector<std::string> closed;  // doors: numbers of models, targetnames or classes
    std::vector<AreaCost> costs;
    bool crouches = false;
    double bound_step = 0;  // of bound_routes; 0: no bound is printed
};

// Adds what only a route takes.
void add_route_options(CLI::App& its, const std::shared_ptr<NavArguments>& arguments);

}  // namespace halfspace::tool
