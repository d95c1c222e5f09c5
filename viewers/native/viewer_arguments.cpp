// SPDX-License-Identifier: MIT
#include "viewer_arguments.h"

#include "halfspace/formats/read_world.h"
#include "halfspace/query/space.h"

#include "level_textures.h"
#include "output_file.h"
#include "words.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <utility>

namespace halfspace::viewer {
namespace {

// The longest side of a picture that OpenGL paints on most machines [pixels].
constexpr std::uint32_t kMaxSize = 8192;

constexpr std::array kWalkOnWords{tool::Word{"bad", WalkOn::Bad},
                                  tool::Word{"all", WalkOn::All},
                                  tool::Word{"none", WalkOn::None}};

constexpr std::string_view kBackToFront = "back-to-front";
constexpr std::string_view kFrontToBack = "front-to-back";

std::unexpected<Error> usage(std::string message) {
    return std::unexpected(Error{ErrorCode::Syntax, std::move(message), {}});
}

}  // namespace

void add_viewer_options(CLI::App& app, ViewerArguments& arguments) {
    app.add_option("LEVEL",
                   arguments.source.path,
                   fmt::format("A compiled level (.hsw), or a source, which is compiled first: {}",
                               source_formats()))
        ->required()
        ->type_name("");
    tool::add_texture_options(app, arguments.source.textures);
    app.add_option("--screenshot",
                   arguments.screenshot,
                   "Write one picture as .png and end, without a window")
        ->type_name("OUT.png");
    tool::add_camera_options(app, arguments.camera);
    app.add_option("--view",
                   arguments.view,
                   fmt::format("{} (default textured)", tool::view_names(tool::ViewsOf::Viewer)))
        ->type_name("NAME");
    app.add_option("--wire",
                   arguments.wire,
                   "Draw the edges of faces over any view, so many pixels wide (default 0: none)")
        ->type_name("PIXELS");
    app.add_option("--glass",
                   arguments.glass,
                   "Show the walls where they stop this body as glass, such as stand")
        ->type_name("BODY");
    app.add_option("--order",
                   arguments.order,
                   fmt::format("{} or {}; both give the same picture (default {})",
                               kBackToFront,
                               kFrontToBack,
                               kBackToFront))
        ->type_name("ORDER");
    app.add_flag("--depth-buffer",
                 arguments.depth_buffer,
                 "Let a depth buffer decide what hides what, in place of the order");
    app.add_flag("--nearest",
                 arguments.nearest,
                 "Take the colour of a pixel from one texel, without smaller copies of textures");
    app.add_flag("--json", arguments.json, "With --screenshot: print counts and times as JSON");
    tool::add_mesh_flags(app, arguments.source.meshes);
    app.add_option("--walk-on",
                   arguments.walk_on,
                   "The objects that are walked on as they are, without an inside: bad (default: "
                   "those that compile refuses), all (nothing is compiled), none (all must be "
                   "solid)")
        ->group("Meshes (" + mesh_formats() + ")")
        ->type_name("OBJECTS");
}

Result<ViewerRequest> parse_request(const ViewerArguments& arguments) {
    ViewerRequest request;
    Result<tool::ViewName> view = tool::parse_view(arguments.view, tool::ViewsOf::Viewer);
    if (!view) {
        return std::unexpected(std::move(view.error()));
    }
    request.view = *std::move(view);
    if (arguments.order != kBackToFront && arguments.order != kFrontToBack) {
        return usage(fmt::format("--order: expected {} or {}", kBackToFront, kFrontToBack));
    }
    if (!(arguments.wire >= 0 && arguments.wire <= 64)) {
        return usage("--wire: expected a width between 0 and 64 pixels");
    }
    if (!arguments.screenshot.empty() && tool::lower_extension(arguments.screenshot) != ".png") {
        return usage(tool::unsupported_output(arguments.screenshot, ".png"));
    }
    if (arguments.json && arguments.screenshot.empty()) {
        return usage("--json needs --screenshot");
    }
    if (const auto problem = tool::mesh_flag_problem(arguments.source.meshes)) {
        return usage(*problem);
    }
    const std::optional<WalkOn> walk_on = tool::value_of(kWalkOnWords, arguments.walk_on);
    if (!walk_on) {
        return usage(fmt::format(
            "--walk-on: expected {}, found '{}'", tool::list_of(kWalkOnWords), arguments.walk_on));
    }
    request.source = arguments.source;
    request.source.walk_on = *walk_on;
    const Result<tool::CameraRequest> camera = tool::parse_camera(arguments.camera, kMaxSize);
    if (!camera) {
        return std::unexpected(camera.error());
    }
    request.camera = *camera;
    const PaintView painted = request.view.view.value_or(PaintView::Textured);
    const bool is_own = kPaintViews[static_cast<std::size_t>(painted)].viewers != ViewerKinds::None;
    request.frame.view = is_own ? painted : PaintView::Textured;  // with parts over it
    request.frame.filter = arguments.nearest ? TextureFilter::Nearest : TextureFilter::Smooth;
    request.frame.order =
        arguments.order == kFrontToBack ? DrawOrder::FrontToBack : DrawOrder::BackToFront;
    request.frame.has_depth_buffer = arguments.depth_buffer;
    request.frame.wire_width = arguments.wire;
    return request;
}

Result<std::optional<SpaceId>> glass_body(const Level& level, const ViewerArguments& arguments) {
    if (arguments.glass.empty()) {
        return std::nullopt;
    }
    const std::optional<SpaceId> space = find_space(level, arguments.glass);
    if (!space) {
        return std::unexpected(no_such_space(level, arguments.glass));
    }
    return space;
}

}  // namespace halfspace::viewer
