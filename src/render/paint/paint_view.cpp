// SPDX-License-Identifier: MIT
#include "halfspace/render/painter.h"

namespace halfspace {

std::optional<PaintView> paint_view(std::string_view name) {
    for (const PaintViewRow& row : kPaintViews) {
        if (row.name == name) {
            return row.view;
        }
    }
    return std::nullopt;
}

std::string paint_view_names(ViewerKinds viewers) {
    std::string names;
    for (const PaintViewRow& row : kPaintViews) {
        if (row.viewers <= viewers) {
            names.append(names.empty() ? "" : ", ").append(row.name);
        }
    }
    return names;
}

std::optional<BadOption> bad_option(const PaintOptions& options) {
    constexpr OptionRange kPixels{.min = 1, .max = kMaxPictureSize, .is_whole = true};
    return first_problem({
        bad_number("width", options.width, kPixels),
        bad_number("height", options.height, kPixels),
        bad_number("fog_distance", options.fog_distance, {}),
        bad_number("wire_width", options.wire_width, {.is_min_allowed = false}),
        bad_number("threads", options.threads, {.max = kMaxThreads, .is_whole = true}),
    });
}

}  // namespace halfspace
