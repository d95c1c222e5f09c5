// SPDX-License-Identifier: MIT
// The request of a command line for `render`.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/render/painter.h"

#include "camera_input.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// Names of views: the plan, and the walls as a body meets them. "cut:" is followed by names of
// bodies with commas between them, "space:" and "nav:" by one name.
inline constexpr std::string_view kCutView = "cut";
inline constexpr std::string_view kSpaceView = "space";

// The arguments as they were written.
struct RenderArguments {
    std::string level;
    std::string output;
    std::string view = "textured";
    CameraArguments camera;
    TextureSearch textures;
    double fog = 0;
    std::optional<double> cut_height;
    std::vector<std::string> seen_from;
    std::string points;
    std::string nav;
    unsigned threads = 0;
    bool cells = false;
    bool portals = false;
    bool check = false;
    bool json = false;
    bool nearest = false;
};

// The arguments as they were understood.
struct RenderRequest {
    std::optional<PaintView> view;  // nullopt: the plan
    // The bodies of a plan, or the one body whose walls are painted.
    std::vector<std::string> bodies;
    // The body whose navigation mesh is shown; empty: that of the first mesh. nullopt: no mesh.
    std::optional<std::string> nav;
    CameraRequest camera;
    std::optional<Vec3> seen_from;
    PaintOptions options;
};

// A list of all views, for messages and the help.
std::string view_names();

// Reads and checks the arguments. Errors: Syntax and Range, with the option's name in the message.
Result<RenderRequest> parse_request(const RenderArguments& arguments);

}  // namespace halfspace::tool
