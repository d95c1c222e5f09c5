// SPDX-License-Identifier: MIT
// The command line of the viewer.
#pragma once

#include "halfspace/math/vec.h"

#include "level_source.h"
#include "renderer.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::viewer {

// The arguments as they were written.
struct ViewerArguments {
    LevelSource source;
    std::string screenshot;  // empty: a window
    std::vector<std::string> eye;
    std::vector<std::string> look;
    std::string view = "textured";
    std::string size = "1280x720";
    std::string order = "back-to-front";
    std::string glass;
    double field_of_view = 90;
    double wire = 0;
    bool depth_buffer = false;
    bool nearest = false;
    bool json = false;
};

// The arguments as they were understood.
struct ViewerRequest {
    std::optional<Vec3> eye;
    std::optional<Vec3> look;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    FrameOptions frame;  // without the glass, which needs the level
};

void add_viewer_options(CLI::App& app, ViewerArguments& arguments);

// Reads and checks the arguments. Errors: Syntax, with the option's name in the message.
Result<ViewerRequest> parse_request(const ViewerArguments& arguments);

// The body whose walls are shown as glass; nullopt if none is wanted. Errors: those of
// no_such_space.
Result<std::optional<SpaceId>> glass_body(const Level& level, const ViewerArguments& arguments);

}  // namespace halfspace::viewer
