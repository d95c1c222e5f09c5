// SPDX-License-Identifier: MIT
// The options of halfspace nav.
#pragma once

#include "halfspace/nav/route.h"

#include "query_level.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <functional>
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

// Adds --space.
void add_space_option(CLI::App& its, NavArguments& arguments);

// Adds an option of kinds of links. take: gets the bits of all that are named.
void add_kinds_option(CLI::App& its,
                      const char* name,
                      const char* help,
                      const std::function<void(std::uint32_t links)>& take);

// Adds what only a route takes.
void add_route_options(CLI::App& its, const std::shared_ptr<NavArguments>& arguments);

}  // namespace halfspace::tool
