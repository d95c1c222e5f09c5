// SPDX-License-Identifier: MIT
#include "render_request.h"

#include "output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>
#include <utility>

namespace halfspace::tool {
namespace {

Error usage(std::string message) {
    return {ErrorCode::Syntax, std::move(message), {}};
}

// A message about a wrong output file, or nullopt.
std::optional<std::string> output_error(const RenderArguments& arguments,
                                        const RenderRequest& request) {
    if (is_svg(arguments.output) && request.view) {
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

// A message about options that contradict each other, or nullopt.
std::optional<std::string> contradiction(const RenderArguments& arguments,
                                         const RenderRequest& request) {
    if (arguments.cut_height && request.view) {
        return "--cut-height belongs to --view cut";
    }
    if (arguments.cells && request.view) {
        return "--cells belongs to --view cut";
    }
    if (arguments.portals && request.view) {
        return "--portals belongs to --view cut; --view portals shows them in space";
    }
    if (!arguments.nav.empty() && request.view) {
        return "--nav belongs to --view cut; --view nav shows the mesh in space";
    }
    if (!arguments.seen_from.empty() && request.view != PaintView::Pvs) {
        return "--seen-from belongs to --view pvs";
    }
    if (!arguments.points.empty() && request.view &&
        (request.view == PaintView::Overdraw || !request.bodies.empty())) {
        return fmt::format("--points cannot be shown with --view {}", arguments.view);
    }
    if (arguments.check && (!request.view || request.view == PaintView::Overdraw ||
                            request.view == PaintView::Portals || request.view == PaintView::Pvs ||
                            request.view == PaintView::Nav)) {
        return fmt::format("--check has nothing to compare for --view {}", arguments.view);
    }
    if (arguments.check && !arguments.points.empty()) {
        return "--check has nothing to compare with --points";
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

// The parts between commas, such as those of "stand,large".
std::vector<std::string> split_names(std::string_view text) {
    std::vector<std::string> names;
    for (const auto part : std::views::split(text, ',')) {
        names.emplace_back(part.begin(), part.end());
    }
    return names;
}

// Sets the view. Returns false if there is no such view.
bool set_view(RenderRequest& request, std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    if (colon == std::string_view::npos) {
        request.view = paint_view(name);
        if (request.view == PaintView::Nav) {
            request.nav = "";
        }
        return request.view || name == kCutView;
    }
    if (paint_view(name) == PaintView::Nav) {
        request.view = PaintView::Nav;
        request.nav = text.substr(colon + 1);
        return !request.nav->empty();
    }
    request.bodies = split_names(text.substr(colon + 1));
    if (std::ranges::find(request.bodies, "") != request.bodies.end()) {
        return false;
    }
    if (name == kSpaceView) {
        request.view = PaintView::Textured;
        return request.bodies.size() == 1;
    }
    return name == kCutView && !request.bodies.empty();
}

}  // namespace

std::string view_names() {
    return fmt::format("{}, nav:NAME, {}, {}:NAME[,NAME...], {}:NAME",
                       paint_view_names(),
                       kCutView,
                       kCutView,
                       kSpaceView);
}

Result<RenderRequest> parse_request(const RenderArguments& arguments) {
    RenderRequest request;
    if (!set_view(request, arguments.view)) {
        return std::unexpected(usage(fmt::format(
            "--view: there is no view '{}'; there are {}", arguments.view, view_names())));
    }
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
        request.nav = arguments.nav;
    }
    request.camera = *camera;
    request.seen_from = *seen_from;
    request.options.width = camera->size.width;
    request.options.height = camera->size.height;
    request.options.view = request.view.value_or(PaintView::Textured);
    request.options.fog_distance = arguments.fog;
    request.options.threads = arguments.threads;
    request.options.filter = arguments.nearest ? TextureFilter::Nearest : TextureFilter::Smooth;
    if (const auto message = refused_option(request.options)) {
        return std::unexpected(usage(*message));
    }
    return request;
}

}  // namespace halfspace::tool
