// SPDX-License-Identifier: MIT
// The page of a plan: where the map lies in the picture, and how marks look.
#pragma once

#include "halfspace/render/cut.h"
#include "halfspace/render/drawing.h"
#include "halfspace/render/plan.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// Pixels.
struct PageBox {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
};
bool overlap(const PageBox& a, const PageBox& b);
bool contains(const PageBox& outer, const PageBox& inner);
Polygon2 corners_of(const PageBox& box);

// How map units become pixels.
struct PlanPage {
    PageBox map;                  // the plan itself
    std::optional<PageBox> side;  // legend, scale and axes; nullopt in small pictures
    CutFrame frame;               // the part of the world that `map` shows
    double scale = 1;             // pixels per map unit

    Point2 at(const Point2& p) const {
        return {map.left + (p[0] - frame.min[0]) * scale, map.top + (frame.max[1] - p[1]) * scale};
    }
    Point2 on_map(const Point2& p) const {
        return {frame.min[0] + (p[0] - map.left) / scale, frame.max[1] - (p[1] - map.top) / scale};
    }
};

// A page that shows all drawn faces of the world, all sections and what the options name, with a
// margin.
PlanPage plan_page(const Level& level, const PlanOptions& options);

enum class PlanMark : std::uint8_t { Start, Light, Other };

// The name of a mark in the legend, and the class of its elements in SVG.
std::string_view mark_text(PlanMark mark);
std::string_view mark_class(PlanMark mark);

// Adds a mark around a place. direction: of length 1 or 0, y upwards; only starts use it.
void add_mark(Drawing& drawing, PlanMark mark, const Point2& at, const Point2& direction);

// The colours of a plan, in addition to the colours of contents (colours.h).
inline constexpr Rgba kPaper{255, 255, 255, 255};
inline constexpr Rgba kInk{38, 42, 50, 255};
inline constexpr Rgba kOutside{206, 211, 218, 255};
inline constexpr Rgba kRoom{252, 248, 236, 255};
inline constexpr Rgba kCells{132, 138, 148, 255};  // borders of leaves
inline constexpr Rgba kMesh{70, 74, 82, 255};
inline constexpr Rgba kPath{20, 96, 190, 255};
inline constexpr Rgba kPortals{150, 60, 170, 255};
inline constexpr Rgba kNavSteps{214, 120, 0, 255};
inline constexpr Rgba kNavLinks{200, 60, 20, 255};
inline constexpr Rgba kModel{204, 22, 84, 255};
inline constexpr Rgba kModelFill{246, 190, 208, 255};

// An entry of the legend: the meaning of a colour, an outline or a mark.
struct LegendEntry {
    std::string text;
    Rgba colour;
    std::optional<Rgba> outline;
    std::optional<PlanMark> mark;
};

// Adds legend, scale and axes.
void add_side(Drawing& drawing,
              const PlanPage& page,
              const PageBox& side,
              const std::string& title,
              const std::vector<LegendEntry>& legend,
              double units_per_metre);

}  // namespace halfspace
