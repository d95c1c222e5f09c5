// SPDX-License-Identifier: MIT
// The navigation mesh of a plan.
#pragma once

#include "halfspace/level/fwd.h"
#include "halfspace/render/drawing.h"

#include "render/plan/plan_page.h"

#include <cstddef>
#include <vector>

namespace halfspace {

// Adds the polygons of a mesh that are in sight straight up or down from the slice, from the lowest
// to the highest, and their entries of the legend. height: of the slice, map units.
// REQUIRES: mesh in range of level.nav_meshes().
void add_nav(Drawing& drawing,
             std::vector<LegendEntry>& legend,
             const PlanPage& page,
             const Level& level,
             std::size_t mesh,
             double height);

}  // namespace halfspace
