// SPDX-License-Identifier: MIT
#include "render/plan/plan_page.h"

#include "halfspace/math/sin_cos.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <utility>

namespace halfspace {
namespace {

constexpr double kSideWidth = 236;  // pixels
constexpr double kMinWidth = 480;
constexpr double kMinHeight = 270;
constexpr double kBorder = 12;
constexpr double kMargin = 0.03;  // around the drawn faces, as a share of the longer side

constexpr double kTitleSize = 17;
constexpr double kTextSize = 14;
constexpr double kMaxPitch = 24;        // largest distance of the legend's entries
constexpr double kFootHeight = 120;     // of scale and axes
constexpr double kMaxScaleWidth = 180;  // pixels

constexpr Rgba kStartColour{10, 124, 62, 255};
constexpr Rgba kLightColour{250, 200, 30, 255};
constexpr Rgba kOtherColour{112, 70, 190, 255};

// A polygon around a place. Directions: x forward, y left; in the picture y points upwards.
Polygon2 around(const Point2& at, const Point2& forward, const std::vector<Point2>& corners) {
    Polygon2 polygon;
    for (const auto& [x, y] : corners) {
        polygon.push_back(
            {at[0] + forward[0] * x - forward[1] * y, at[1] - (forward[1] * x + forward[0] * y)});
    }
    return polygon;
}

std::vector<Point2> regular(std::size_t count, double radius) {
    std::vector<Point2> corners;
    for (std::size_t i = 0; i < count; ++i) {
        const SinCos turn = sin_cos(360.0 * static_cast<double>(i) / static_cast<double>(count));
        corners.push_back({radius * turn.cosine, radius * turn.sine});
    }
    return corners;
}

// Rays between two circles.
std::vector<Point2> star(std::size_t rays, double outer, double inner) {
    std::vector<Point2> corners = regular(2 * rays, outer);
    for (std::size_t i = 1; i < corners.size(); i += 2) {
        corners[i] = {corners[i][0] * inner / outer, corners[i][1] * inner / outer};
    }
    return corners;
}

// The shape of a mark, made larger by `rim` pixels.
std::vector<Point2> mark_shape(PlanMark mark, double rim) {
    switch (mark) {
        case PlanMark::Start:
            return {{13 + 2 * rim, 0},
                    {-9 - rim, 9 + 1.7 * rim},
                    {-4 - rim, 0},
                    {-9 - rim, -9 - 1.7 * rim}};
        case PlanMark::Light:
            return star(8, 8 + 1.4 * rim, 4.6 + rim);
        case PlanMark::Other:
            return regular(4, 6.5 + 1.4 * rim);
    }
    return {};
}

Rgba mark_colour(PlanMark mark) {
    switch (mark) {
        case PlanMark::Start:
            return kStartColour;
        case PlanMark::Light:
            return kLightColour;
        case PlanMark::Other:
            return kOtherColour;
    }
    return kInk;
}

std::string short_number(double value) {
    std::array<char, 64> digits{};
    const auto end =
        std::to_chars(
            digits.data(), digits.data() + digits.size(), value, std::chars_format::general, 4)
            .ptr;
    return {digits.data(), end};
}

void add_lines(Drawing& drawing,
               std::string name,
               double width,
               std::vector<std::array<Point2, 2>> segments) {
    drawing.items.emplace_back(DrawnLines{std::move(name), kInk, width, std::move(segments)});
}

void add_text(Drawing& drawing,
              std::string name,
              double size,
              const Point2& at,
              std::string text,
              TextAnchor anchor = TextAnchor::Start) {
    drawing.items.emplace_back(DrawnText{std::move(name), kInk, size, at, anchor, std::move(text)});
}

void add_entry(Drawing& drawing, const LegendEntry& entry, const Point2& at, double pitch) {
    const double half = std::min(pitch * 0.36, 8.0);
    const PageBox box{at[0], at[1] - half, at[0] + 28, at[1] + half};
    if (entry.mark) {
        add_mark(drawing, *entry.mark, {at[0] + 14, at[1]}, {1, 0});
    } else {
        const Polygon2 corners = corners_of(box);
        drawing.items.emplace_back(DrawnArea{"legend", entry.colour, {corners}});
        DrawnLines outline{"legend", entry.outline.value_or(kInk), entry.outline ? 2.5 : 1, {}};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            outline.segments.push_back({corners[i], corners[(i + 1) % corners.size()]});
        }
        drawing.items.emplace_back(std::move(outline));
    }
    const double size = std::min(kTextSize, pitch);
    add_text(drawing, "legend", size, {at[0] + 38, at[1] + size * 0.34}, entry.text);
}

// The bar of the scale. It has a power of two of units; 1, 2 or 5 times a power of ten would not
// fit levels, whose walls are drawn on powers of two.
void add_scale(Drawing& drawing, const Point2& at, double scale, double units_per_metre) {
    const double units = std::exp2(std::floor(std::log2(kMaxScaleWidth / scale)));
    const double length = units * scale;
    const double half = length / 2;
    drawing.items.emplace_back(
        DrawnArea{"scale", kInk, {corners_of({at[0], at[1] - 3, at[0] + half, at[1] + 3})}});
    add_lines(drawing,
              "scale",
              1,
              {{Point2{at[0], at[1] - 3}, Point2{at[0] + length, at[1] - 3}},
               {Point2{at[0], at[1] + 3}, Point2{at[0] + length, at[1] + 3}},
               {Point2{at[0], at[1] - 6}, Point2{at[0], at[1] + 6}},
               {Point2{at[0] + length, at[1] - 6}, Point2{at[0] + length, at[1] + 6}}});
    add_text(drawing,
             "scale",
             kTextSize,
             {at[0], at[1] + 22},
             short_number(units) + " units = " + short_number(units / units_per_metre) + " m");
}

void add_axis(Drawing& drawing, const Point2& from, const Point2& direction, std::string name) {
    constexpr double kLength = 34;
    const Point2 tip{from[0] + direction[0] * kLength, from[1] - direction[1] * kLength};
    add_lines(drawing, "axes", 1.5, {{from, tip}});
    drawing.items.emplace_back(
        DrawnArea{"axes", kInk, {around(tip, direction, {{8, 0}, {-2, 4}, {-2, -4}})}});
    add_text(drawing,
             "axes",
             kTextSize,
             {tip[0] + direction[0] * 13 + direction[1] * 8, tip[1] + direction[0] * 4},
             std::move(name));
}

}  // namespace

bool overlap(const PageBox& a, const PageBox& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

bool contains(const PageBox& outer, const PageBox& inner) {
    return outer.left <= inner.left && inner.right <= outer.right && outer.top <= inner.top &&
           inner.bottom <= outer.bottom;
}

Polygon2 corners_of(const PageBox& box) {
    return {
        {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}};
}

PlanPage plan_page(const Level& level, const PlanOptions& options) {
    const std::uint32_t width = options.width;
    const std::uint32_t height = options.rows;
    PlanPage page;
    page.map = {0, 0, static_cast<double>(width), static_cast<double>(height)};
    if (width >= kMinWidth && height >= kMinHeight) {
        page.map.right -= kSideWidth;
        page.side = PageBox{page.map.right + kBorder, kBorder, width - kBorder, height - kBorder};
    }
    // A level without faces is as large as what is shown with it.
    const bool has_faces = !level.faces().empty();
    const bool is_alone = options.sections.empty() && !options.around;
    Aabb drawn = has_faces || is_alone ? level.drawn_box(kWorldModel)
                 : options.around      ? *options.around
                                       : Aabb{};
    drawn = options.around ? merge(drawn, *options.around) : drawn;
    for (const auto& [from, to] : options.sections) {
        drawn = merge(merge(drawn, from), to);
    }
    const double margin = kMargin * std::max(drawn.max.x - drawn.min.x, drawn.max.y - drawn.min.y);
    const double map_width = page.map.right - page.map.left;
    const double map_height = page.map.bottom - page.map.top;
    // Units per pixel.
    const double step = std::max((drawn.max.x - drawn.min.x + 2 * margin) / map_width,
                                 (drawn.max.y - drawn.min.y + 2 * margin) / map_height);
    const Point2 middle{(drawn.min.x + drawn.max.x) / 2, (drawn.min.y + drawn.max.y) / 2};
    page.frame = {{middle[0] - step * map_width / 2, middle[1] - step * map_height / 2},
                  {middle[0] + step * map_width / 2, middle[1] + step * map_height / 2}};
    page.scale = 1 / step;
    return page;
}

std::string_view mark_text(PlanMark mark) {
    switch (mark) {
        case PlanMark::Start:
            return "start of a player";
        case PlanMark::Light:
            return "light";
        case PlanMark::Other:
            return "other entity";
    }
    return {};
}

std::string_view mark_class(PlanMark mark) {
    switch (mark) {
        case PlanMark::Start:
            return "start";
        case PlanMark::Light:
            return "light";
        case PlanMark::Other:
            return "entity";
    }
    return {};
}

void add_mark(Drawing& drawing, PlanMark mark, const Point2& at, const Point2& direction) {
    const bool is_turned = mark == PlanMark::Start && (direction[0] != 0 || direction[1] != 0);
    const Point2 forward = is_turned ? direction : Point2{1, 0};
    const std::string name(mark_class(mark));
    const bool is_light = mark == PlanMark::Light;
    drawing.items.emplace_back(
        DrawnArea{name + " rim",
                  is_light ? kInk : kPaper,
                  {around(at, forward, mark_shape(mark, is_light ? 1.2 : 2))}});
    drawing.items.emplace_back(
        DrawnArea{name, mark_colour(mark), {around(at, forward, mark_shape(mark, 0))}});
}

void add_side(Drawing& drawing,
              const PlanPage& page,
              const PageBox& side,
              const std::string& title,
              const std::vector<LegendEntry>& legend,
              double units_per_metre) {
    add_text(drawing, "title", kTitleSize, {side.left, side.top + 16}, title);
    const double top = side.top + 36;
    const double pitch =
        std::min(kMaxPitch, (side.bottom - kFootHeight - top) / static_cast<double>(legend.size()));
    for (std::size_t i = 0; i < legend.size(); ++i) {
        add_entry(
            drawing, legend[i], {side.left, top + pitch * (static_cast<double>(i) + 0.5)}, pitch);
    }
    const Point2 corner{side.left + 8, side.bottom - 58};
    add_axis(drawing, corner, {1, 0}, "x");
    add_axis(drawing, corner, {0, 1}, "y (north)");
    add_scale(drawing, {side.left, side.bottom - 28}, page.scale, units_per_metre);
}

}  // namespace halfspace
