// SPDX-License-Identifier: MIT
// The native viewer: walks through a level in a window, or writes one picture without a window.
#include "halfspace/query/leak.h"

#include "arguments.h"
#include "command.h"
#include "console.h"
#include "json_report.h"
#include "output_file.h"
#include "picture_parts.h"
#include "point_input.h"
#include "printable.h"
#include "screenshot.h"
#include "viewer_arguments.h"
#include "viewpoint.h"
#include "window.h"

#include <fmt/format.h>

#include <exception>

namespace halfspace::viewer {
namespace {

using tool::ExitCode;

// Frames for the times of --json: enough for a median.
constexpr int kTimedFrames = 51;

FirstView first_view(const ViewerArguments& arguments, const ViewerRequest& request) {
    return {request.camera.eye,
            request.camera.look,
            arguments.camera.field_of_view,
            arguments.glass,
            request.view};
}

ExitCode write_screenshot(const ViewerArguments& arguments,
                          const ViewerRequest& request,
                          const LoadedLevel& loaded) {
    const Result<tool::PictureParts> parts =
        tool::parts_for(loaded.level, request.view, request.camera, std::nullopt, loaded.leak);
    if (!parts) {
        return tool::refused_view(
            Error{parts.error().code,
                  fmt::format("--view {}: {}", arguments.view, parts.error().message),
                  {}},
            arguments.source.path,
            "view");
    }
    const auto [width, height] = request.camera.size;
    const double aspect = static_cast<double>(width) / height;
    const double field_of_view = arguments.camera.field_of_view;
    const auto own = tool::viewpoint_of(
        request.view, loaded.level, *parts, request.camera, field_of_view, aspect);
    const auto [eye, target] = own ? *own : first_viewpoint(loaded, first_view(arguments, request));
    const auto view = look_at(eye, target, field_of_view, aspect);
    if (!view) {
        tool::print_error("--look: the point must differ from the place of the eye");
        return ExitCode::Usage;
    }
    const Result<std::optional<SpaceId>> glass = glass_body(loaded.level, arguments);
    if (!glass) {
        return tool::refused_view(
            Error{glass.error().code, "--glass: " + glass.error().message, {}},
            arguments.source.path,
            "view");
    }
    FrameOptions options = request.frame;
    options.glass = *glass;
    const Result<Screenshot> shot = take_screenshot(
        loaded, *view, options, width, height, arguments.json ? kTimedFrames : 1, *parts);
    if (!shot) {
        tool::print_error(shot.error());
        return ExitCode::BadInput;
    }
    if (const auto written = tool::write_picture(arguments.screenshot, shot->image); !written) {
        tool::print_error(written.error());
        return ExitCode::BadInput;
    }
    const FrameReport& report = shot->report;
    if (arguments.json) {
        tool::Json json;
        json["output"] = arguments.screenshot;
        json["polygons"] = report.polygons;
        json["ranges"] = report.ranges;
        json["glass_polygons"] = report.glass_polygons;
        json["order_ms"] = report.order_ms;
        json["submit_ms"] = report.submit_ms;
        json["glass_ms"] = report.glass_ms;
        json["textures_found"] = loaded.found_textures;
        tool::print_json(json);
    } else {
        fmt::print("{}\n  {} {}x{}, eye {}, look {}\n  polygons {}, textures found {}\n",
                   arguments.screenshot,
                   arguments.view,
                   width,
                   height,
                   tool::point_text(tool::to_thousandths(eye)),
                   tool::point_text(tool::to_thousandths(target)),
                   report.polygons,
                   loaded.found_textures);
        if (parts->leak) {
            fmt::print("  {}\n", tool::printable(describe_leak(loaded.level, *parts->leak)));
        }
    }
    return ExitCode::Done;
}

ExitCode show_window(const ViewerArguments& arguments, const ViewerRequest& request) {
    const Result<bool> shown = run_window(request.source,
                                          first_view(arguments, request),
                                          request.frame,
                                          request.camera.size.width,
                                          request.camera.size.height);
    if (!shown) {
        tool::print_error(shown.error());
        return ExitCode::BadInput;
    }
    return *shown ? ExitCode::Done : ExitCode::BadInput;
}

LevelLoader::Loaded load_with_progress(const LevelSource& source) {
    Progress progress;
    const tool::ProgressBar bar(progress, tool::Verbosity::Normal);
    return load(source, progress, [](std::span<const Diagnostic> forecast) {
        tool::print_diagnostics(forecast, tool::kAllMessages);
    });
}

ExitCode run(const ViewerArguments& arguments) {
    const Result<ViewerRequest> request = parse_request(arguments);
    if (!request) {
        tool::print_error(request.error().message + "; see halfspace view --help");
        return ExitCode::Usage;
    }
    if (arguments.screenshot.empty()) {
        return show_window(arguments, *request);
    }
    const auto loaded = load_with_progress(request->source);
    if (!loaded) {
        tool::print_errors(loaded.error(), tool::kMaxMessages);
        return ExitCode::BadInput;
    }
    tool::print_diagnostics(loaded->diagnostics, tool::kMaxMessages);
    return write_screenshot(arguments, *request, *loaded);
}

int guarded_main(int argc, char** argv) {
    ViewerArguments arguments;
    CLI::App app("Walks through a level of Halfspace", "halfspace view");
    add_viewer_options(app, arguments);
    app.footer(
        "The panel and the foot of the window name the keys. A source is compiled as `halfspace\n"
        "compile` does by default. If the file changes, it is loaded again and the camera stays.\n"
        "Objects of a file with meshes that compile refuses, such as open ones, are walked on as\n"
        "they are.\n"
        "Examples:\n"
        "  halfspace view examples/levels/castle.grid --textures examples/textures\n"
        "  halfspace view keep.hsw --view leaves --wire 1\n"
        "  halfspace view terrain.glb --scale 1 --walk-on all\n"
        "  halfspace view keep.hsw --screenshot keep.png --eye 64,256,100 --look 1040,256,100\n"
        "  halfspace view leak.map --screenshot leak.png --view leak\n");
    try {
        app.parse(tool::arguments(argc, argv));
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            return app.exit(error);  // prints the help
        }
        tool::print_error(std::string(error.what()) + "; see halfspace view --help");
        return static_cast<int>(ExitCode::Usage);
    }
    return static_cast<int>(run(arguments));
}

}  // namespace
}  // namespace halfspace::viewer

int main(int argc, char** argv) {
    try {
        return halfspace::viewer::guarded_main(argc, argv);
    } catch (const std::exception& error) {
        halfspace::tool::print_error(error.what());
        return static_cast<int>(halfspace::tool::ExitCode::Internal);
    }
}
