// SPDX-License-Identifier: MIT
// The navigation mesh of a plan.
#pragma once

#include "halfspace/level/fwd.h"
#include "halfspace/render/drawing.h"
#include "halfspace/render/nav_shapes.h"

#include "render/plan/plan_page.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace halfspace {

// What a plan shows of a mesh.
struct PlanNav {
    std::size_t mesh = 0;  // in Level::nav_meshes
    NavShapes shapes;
    // The polygons that the plan shows (render/plan.h), from the lowest layer to the highest: those
    // above the slice, the highest first, then the others, the lowest first.
    std::vector<std::uint32_t> seen;
};

// height: of the slice, map units. REQUIRES: mesh in range of level.nav_meshes().
PlanNav plan_nav(const Level& level, std::size_t mesh, double height);

// Adds the polygons with their lines, the arrows of the links that begin in them, and their entries
// of the legend.
void add_nav_floor(Drawing& drawing,
                   std::vector<LegendEntry>& legend,
                   const PlanPage& page,
                   const Level& level,
                   const PlanNav& nav);

// Adds the arrows of lifts, which lead over the models of the lifts.
void add_nav_lifts(Drawing& drawing,
                   std::vector<LegendEntry>& legend,
                   const PlanPage& page,
                   const PlanNav& nav);

}  // namespace halfspace
