// SPDX-License-Identifier: MIT
// What the command line asks of `render`.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/math/vec.h"
#include "halfspace/render/painter.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// The plan, and the walls as a body meets them. Behind "cut:" stand any number of bodies with
// commas between them; behind "space:" stands one.
inline constexpr std::string_view kCutView = "cut";
inline constexpr std::string_view kSpaceView = "space";

// As it was written.
struct RenderArguments {
    std::string level;
    std::string output;
    std::vector<std::string> eye;
    std::vector<std::string> look;
    std::string view = "textured";
    std::string size = "1280x720";
    TextureSearch textures;
    double field_of_view = 90;
    double fog = 0;
    std::optional<double> cut_height;
    unsigned threads = 0;
    bool cells = false;
    bool check = false;
    bool json = false;
};

// What the words of the command line say.
struct RenderRequest {
    std::optional<PaintView> view;    // nullopt: the plan
    std::vector<std::string> bodies;  // of the plan; the one whose walls are painted; or none
    std::optional<Vec3> eye;
    std::optional<Vec3> look;
    PaintOptions options;
};

// All views, for messages and the help.
std::string view_names();

// Errors: Syntax, with the option's name in the message.
Result<RenderRequest> parse_request(const RenderArguments& arguments);

// True if the output is to be an .svg file.
bool is_svg(const RenderArguments& arguments);

}  // namespace halfspace::tool
