// SPDX-License-Identifier: MIT
// The request of a command line for `render`.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/texture_library.h"
#include "halfspace/math/vec.h"
#include "halfspace/render/painter.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::tool {

// Names of views: the plan, and the walls as a body meets them. "cut:" is followed by names of
// bodies with commas between them, "space:" by one name.
inline constexpr std::string_view kCutView = "cut";
inline constexpr std::string_view kSpaceView = "space";

// The arguments as they were written.
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
    bool nearest = false;
};

// The arguments as they were understood.
struct RenderRequest {
    std::optional<PaintView> view;  // nullopt: the plan
    // The bodies of a plan, or the one body whose walls are painted.
    std::vector<std::string> bodies;
    std::optional<Vec3> eye;
    std::optional<Vec3> look;
    PaintOptions options;
};

// Reads the words of an option that takes a point; nullopt if there are none. name: of the option.
// Errors: Syntax, also for a point out of reach.
Result<std::optional<Vec3>> parse_point(const std::vector<std::string>& words, const char* name);

// Reads the size of a picture such as "1280x720": width and height. Errors: Syntax.
Result<std::pair<std::uint32_t, std::uint32_t>> parse_size(const std::string& text);

// A list of all views, for messages and the help.
std::string view_names();

// Reads and checks the arguments. Errors: Syntax, with the option's name in the message.
Result<RenderRequest> parse_request(const RenderArguments& arguments);

}  // namespace halfspace::tool
