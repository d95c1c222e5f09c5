// SPDX-License-Identifier: MIT
// The options of a picture's camera, for render, walk and the viewer.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/vec.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace halfspace::tool {

// A picture's width and height in pixels.
struct PictureSize {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
};

// The options as they were written.
struct CameraArguments {
    std::vector<std::string> eye;
    std::vector<std::string> look;
    double field_of_view = 90;
    std::string size = "1280x720";
};

// The options as they were understood. Unset: the default of the command.
struct CameraRequest {
    std::optional<Vec3> eye;
    std::optional<Vec3> look;
    PictureSize size;
};

// Adds --size.
void add_size_option(CLI::App& app, std::string& size);

// Adds --eye, --look, --fov and --size.
void add_camera_options(CLI::App& app, CameraArguments& camera);

// Reads the words of an option that takes a point; nullopt if there are none. name: of the option.
// Errors: Syntax, also for a point out of reach.
Result<std::optional<Vec3>> parse_point(const std::vector<std::string>& words, const char* name);

// Reads the size of a picture such as "1280x720", with sides of [1, max_side] pixels. Errors:
// Syntax, Range.
Result<PictureSize> parse_size(const std::string& text, std::uint32_t max_side);

// Reads all options of a camera. Errors: Syntax and Range, with the option's name in the message.
Result<CameraRequest> parse_camera(const CameraArguments& camera, std::uint32_t max_side);

}  // namespace halfspace::tool
