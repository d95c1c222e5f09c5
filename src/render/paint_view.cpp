// SPDX-License-Identifier: MIT
#include "halfspace/render/painter.h"

#include <array>
#include <utility>

namespace halfspace {
namespace {

constexpr std::array<std::pair<std::string_view, PaintView>, 5> kViews{
    {{"textured", PaintView::Textured},
     {"leaves", PaintView::Leaves},
     {"wire", PaintView::Wire},
     {"overdraw", PaintView::Overdraw},
     {"translucent", PaintView::Translucent}}};

}  // namespace

std::optional<PaintView> paint_view(std::string_view name) {
    for (const auto& [known, view] : kViews) {
        if (known == name) {
            return view;
        }
    }
    return std::nullopt;
}

std::string paint_view_names() {
    std::string names;
    for (const auto& [known, view] : kViews) {
        names.append(names.empty() ? "" : ", ").append(known);
    }
    return names;
}

}  // namespace halfspace
