// SPDX-License-Identifier: MIT
// The names of views, for render and the viewer.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/render/painter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// Names of views: the plan, and the walls as a body meets them. "cut:" is followed by names of
// bodies with commas between them, "space:" and "nav:" by one name.
inline constexpr std::string_view kCutView = "cut";
inline constexpr std::string_view kSpaceView = "space";

// Which names there are: the viewer has no plans, and shows the walls of a body over any view.
enum class ViewsOf { Render, Viewer };

// A name as it was understood.
struct ViewName {
    std::optional<PaintView> view;  // nullopt: the plan
    // The bodies of a plan, or the one body whose walls are painted.
    std::vector<std::string> bodies;
    // The body whose navigation mesh is shown; empty: that of the first mesh. nullopt: no mesh.
    std::optional<std::string> nav;
};

// A list of all names, for messages and the help.
std::string view_names(ViewsOf which);

// Reads a name. Errors: Syntax; the message lists the names that there are.
Result<ViewName> parse_view(std::string_view text, ViewsOf which);

// A line for each view of the painter, for the help.
std::string shown_by_views();

}  // namespace halfspace::tool
