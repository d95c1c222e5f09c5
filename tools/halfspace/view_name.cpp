// SPDX-License-Identifier: MIT
#include "view_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <ranges>
#include <utility>

namespace halfspace::tool {
namespace {

// The parts between commas, such as those of "stand,large".
std::vector<std::string> split_names(std::string_view text) {
    std::vector<std::string> names;
    for (const auto part : std::views::split(text, ',')) {
        names.emplace_back(part.begin(), part.end());
    }
    return names;
}

// nullopt: there is no such view.
std::optional<ViewName> view_of(std::string_view text) {
    ViewName result;
    const std::size_t colon = text.find(':');
    const std::string_view name = text.substr(0, colon);
    result.view = paint_view(name);
    if (colon == std::string_view::npos) {
        if (result.view == PaintView::Nav) {
            result.nav = "";
        }
        return result.view || name == kCutView ? std::optional(std::move(result)) : std::nullopt;
    }
    std::vector<std::string> named = split_names(text.substr(colon + 1));
    const bool is_complete = !named.empty() && std::ranges::find(named, "") == named.end();
    if (result.view == PaintView::Nav && is_complete && named.size() == 1) {
        result.nav = named.front();
        return result;
    }
    if (result.view || !is_complete) {
        return std::nullopt;
    }
    result.bodies = std::move(named);
    if (name == kSpaceView) {
        result.view = PaintView::Textured;
        return result.bodies.size() == 1 ? std::optional(std::move(result)) : std::nullopt;
    }
    return name == kCutView ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace

std::string view_names(ViewsOf which) {
    const std::string painted = paint_view_names() + ", nav:NAME";
    return which == ViewsOf::Viewer
               ? painted
               : fmt::format(
                     "{}, {}, {}:NAME[,NAME...], {}:NAME", painted, kCutView, kCutView, kSpaceView);
}

Result<ViewName> parse_view(std::string_view text, ViewsOf which) {
    std::optional<ViewName> view = view_of(text);
    if (!view || (which == ViewsOf::Viewer && (!view->view || !view->bodies.empty()))) {
        return std::unexpected(Error{
            ErrorCode::Syntax,
            fmt::format("--view: there is no view '{}'; there are {}", text, view_names(which)),
            {}});
    }
    return *std::move(view);
}

std::string shown_by_views() {
    std::string lines;
    for (const PaintViewRow& row : kPaintViews) {
        lines += fmt::format("  {:<12} {}\n", row.name, row.shows);
    }
    return lines;
}

}  // namespace halfspace::tool
