// SPDX-License-Identifier: MIT
#include "render_request.h"

#include "output_file.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace halfspace::tool {
namespace {

Error usage(std::string message) {
    return {ErrorCode::Syntax, std::move(message), {}};
}

// A message about a wrong output file, or nullopt.
std::optional<std::string> output_error(const RenderArguments& arguments,
                                        const RenderRequest& request) {
    if (is_svg(arguments.output) && request.name.view) {
        return "only --view cut can be written as .svg";
    }
    if (!is_svg(arguments.output) && lower_extension(arguments.output) != ".png") {
        return unsupported_output(arguments.output, ".png, .svg (with --view cut)");
    }
    if (is_same_file(arguments.level, arguments.output)) {
        return "the picture would replace the level; name another file with -o";
    }
    return std::nullopt;
}

// True if the view has faces alone, in the order of the tree.
bool can_check(const ViewName& name) {
    switch (name.view.value_or(PaintView::Overdraw)) {
        case PaintView::Textured:
        case PaintView::Leaves:
        case PaintView::Wire:
        case PaintView::Translucent:
        case PaintView::Clusters:
            return true;
        case PaintView::Overdraw:
        case PaintView::Portals:
        case PaintView::Pvs:
        case PaintView::Nav:
        case PaintView::Leak:
            break;
    }
    return false;
}

// A message about options that contradict each other, or nullopt.
std::optional<std::string> contradiction(const RenderArguments& arguments,
                                         const RenderRequest& request) {
    if (arguments.cut_height && request.name.view) {
        return "--cut-height belongs to --view cut";
    }
    if (arguments.cells && request.name.view) {
        return "--cells belongs to --view cut";
    }
    if (arguments.leak && !arguments.points.empty()) {
        return "--leak and --points: draw the leak that is found, or the line of a file";
    }
    if (arguments.portals && request.name.view) {
        return "--portals belongs to --view cut; --view portals shows them in space";
    }
    if (!arguments.nav.empty() && request.name.view) {
        return "--nav belongs to --view cut; --view nav shows the mesh in space";
    }
    if (arguments.leak && request.name.view) {
        return "--leak belongs to --view cut; --view leak shows the way in space";
    }
    if (!arguments.points.empty() && request.name.view && request.name.view != PaintView::Leak) {
        return "--points belongs to --view leak and to --view cut";
    }
    if (!arguments.seen_from.empty() && request.name.view != PaintView::Pvs) {
        return "--seen-from belongs to --view pvs";
    }
    if (arguments.check && !can_check(request.name)) {
        return fmt::format("--check has nothing to compare for --view {}", arguments.view);
    }
    if (arguments.cut_height && !std::isfinite(*arguments.cut_height)) {
        return "--cut-height: expected a finite number";
    }
    return std::nullopt;
}

// The message of the library about the options, with the flag's name in front, or nullopt.
std::optional<std::string> refused_option(const PaintOptions& options) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kFlags{
        {{"fog_distance", "--fog: "}, {"threads", "--threads: "}}};
    const std::optional<BadOption> bad = bad_option(options);
    if (!bad) {
        return std::nullopt;
    }
    for (const auto& [option, flag] : kFlags) {
        if (option == bad->option) {
            return std::string(flag) + bad->problem;
        }
    }
    return bad->option + ": " + bad->problem;
}

}  // namespace

Result<RenderRequest> parse_request(const RenderArguments& arguments) {
    RenderRequest request;
    Result<ViewName> name = parse_view(arguments.view, ViewsOf::Render);
    if (!name) {
        return std::unexpected(std::move(name.error()));
    }
    request.name = *std::move(name);
    if (const auto message = output_error(arguments, request)) {
        return std::unexpected(usage(*message));
    }
    if (const auto message = contradiction(arguments, request)) {
        return std::unexpected(usage(*message));
    }
    const Result<CameraRequest> camera = parse_camera(arguments.camera, kMaxPictureSize);
    if (!camera) {
        return std::unexpected(camera.error());
    }
    const auto seen_from = parse_point(arguments.seen_from, "--seen-from");
    if (!seen_from) {
        return std::unexpected(seen_from.error());
    }
    if (!arguments.nav.empty()) {
        request.name.nav = arguments.nav;
    }
    request.camera = *camera;
    request.seen_from = *seen_from;
    request.options.width = camera->size.width;
    request.options.height = camera->size.height;
    request.options.view = request.name.view.value_or(PaintView::Textured);
    request.options.fog_distance = arguments.fog;
    request.options.threads = arguments.threads;
    request.options.filter = arguments.nearest ? TextureFilter::Nearest : TextureFilter::Smooth;
    if (const auto message = refused_option(request.options)) {
        return std::unexpected(usage(*message));
    }
    return request;
}

}  // namespace halfspace::tool
