// SPDX-License-Identifier: MIT
// The navigation meshes of a source, for compile and check, and what a designer should know of
// them.
#pragma once

#include "halfspace/nav_build/build_nav.h"

#include "compile_source.h"
#include "json_report.h"

#include <vector>

namespace halfspace::tool {

// Builds the meshes of all bodies. notes: gets which bodies have no floor, which entities are no
// ways or areas though they look like ones, and how many steps nobody climbs. level: of the source.
// Errors: those of build_navigation.
Result<NavData> source_meshes(const SourceArguments& arguments,
                              const World& world,
                              const Level& level,
                              std::vector<Diagnostic>& notes);

// What the meshes dropped, for each body.
Json dropped_json(const NavData& meshes, const Level& level);

}  // namespace halfspace::tool
