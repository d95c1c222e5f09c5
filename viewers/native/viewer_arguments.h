// SPDX-License-Identifier: MIT
// The command line of the viewer.
#pragma once

#include "camera_input.h"
#include "level_source.h"
#include "renderer.h"
#include "view_name.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace halfspace::viewer {

// The arguments as they were written.
struct ViewerArguments {
    LevelSource source;
    std::string screenshot;  // empty: a window
    tool::CameraArguments camera;
    std::string view = "textured";
    std::string order = "back-to-front";
    std::string glass;
    double wire = 0;
    bool depth_buffer = false;
    bool nearest = false;
    bool json = false;
    std::string walk_on = "bad";
};

// The arguments as they were understood.
struct ViewerRequest {
    tool::CameraRequest camera;
    tool::ViewName view;
    FrameOptions frame;  // without the glass, which needs the level
    LevelSource source;
};

void add_viewer_options(CLI::App& app, ViewerArguments& arguments);

// Reads and checks the arguments. Errors: Syntax and Range, with the option's name in the message.
Result<ViewerRequest> parse_request(const ViewerArguments& arguments);

// The body whose walls are shown as glass; nullopt if none is wanted. Errors: those of
// no_such_space.
Result<std::optional<SpaceId>> glass_body(const Level& level, const ViewerArguments& arguments);

}  // namespace halfspace::viewer
