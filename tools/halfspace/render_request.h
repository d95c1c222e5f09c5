// SPDX-License-Identifier: MIT
// The request of a command line for `render`.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/render/painter.h"

#include "camera_input.h"
#include "view_name.h"

#include <optional>
#include <string>
#include <vector>

namespace halfspace::tool {

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
    bool leak = false;
    bool check = false;
    bool json = false;
    bool nearest = false;
};

// The arguments as they were understood.
struct RenderRequest {
    ViewName name;  // of a plan also with the body of --nav
    CameraRequest camera;
    std::optional<Vec3> seen_from;
    PaintOptions options;
};

// Reads and checks the arguments. Errors: Syntax and Range, with the option's name in the message.
Result<RenderRequest> parse_request(const RenderArguments& arguments);

}  // namespace halfspace::tool
