// SPDX-License-Identifier: MIT
// Counts of navigation meshes, for the reports of compile and info.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/level/nav_records.h"

#include "json_report.h"

#include <optional>
#include <string>
#include <string_view>

namespace halfspace::tool {

// "walk", "drop" and so on.
std::string_view name_of(NavLinkKind kind);
std::optional<NavLinkKind> link_kind(std::string_view name);

// "stand: 820 polygons, 31 steps, 9 links (7 drop, 2 jump), 1 door, 3 islands; crouch: ..."; empty
// without navigation. Behind the polygons " (12 low)", if some are. With areas also their sizes
// seen from above: ", areas mud (4096 square units, cost 4)".
// between: what stands between two meshes.
std::string nav_text(const Level& level, std::string_view between = "; ");

// An object for each mesh, with all these counts; links by their kinds, doors by their models.
Json nav_json(const Level& level);

}  // namespace halfspace::tool
