// SPDX-License-Identifier: MIT
#include "render/plan/plan_nav.h"

#include "halfspace/level/level.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"
#include "halfspace/render/nav_shapes.h"

#include "render/colours.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

constexpr double kAboveFloor = 1;     // map units
constexpr double kNearCorner = 0.97;  // of the way from the middle
// Widths of lines, pixels.
constexpr double kCommonWidth = 0.7;
constexpr double kBorderWidth = 1.6;
constexpr double kStepWidth = 2.4;
constexpr double kLinkWidth = 1.2;
constexpr double kLinkHead = 5;  // the length of an arrow's head, pixels

// True if nothing blocks sight straight up or down between the slice and one of these points: the
// middle, and two points on the way to each corner.
bool is_seen(const Level& level, const std::vector<Vec3>& corners, double height) {
    Vec3 middle;
    for (const Vec3& corner : corners) {
        middle = middle + corner * (1.0 / static_cast<double>(corners.size()));
    }
    const auto is_in_sight = [&](const Vec3& point) {
        const Vec3 above = point + Vec3{0, 0, kAboveFloor};
        return line_of_sight(level, Vec3{point.x, point.y, height}, above);
    };
    return is_in_sight(middle) || std::ranges::any_of(corners, [&](const Vec3& corner) {
               return is_in_sight(middle + (corner - middle) * 0.5) ||
                      is_in_sight(middle + (corner - middle) * kNearCorner);
           });
}

// The polygons that are seen, from the lowest to the highest.
std::vector<std::uint32_t> seen_polygons(const Level& level,
                                         const NavShapes& shapes,
                                         double height) {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t p = 0; p < shapes.polygons.size(); ++p) {
        if (is_seen(level, shapes.polygons[p].corners, height)) {
            seen.push_back(p);
        }
    }
    std::ranges::stable_sort(seen, {}, [&](std::uint32_t p) { return top_of(shapes.polygons[p]); });
    return seen;
}

using Segments = std::vector<std::array<Point2, 2>>;

// The lines of a polygon on the page. Of two polygons at an edge, the higher one has the line.
struct PolygonLines {
    Segments edges;
    Segments borders;
    Segments steps;
};

std::vector<PolygonLines> lines_on(const PlanPage& page, const NavShapes& shapes) {
    const auto on_page = [&](const std::array<Vec3, 2>& ends) {
        return std::array{page.at({ends[0].x, ends[0].y}), page.at({ends[1].x, ends[1].y})};
    };
    std::vector<PolygonLines> lines(shapes.polygons.size());
    for (const NavShapes::Line& line : shapes.common) {
        lines[line.polygon].edges.push_back(on_page(line.ends));
    }
    for (const NavShapes::Line& line : shapes.borders) {
        lines[line.polygon].borders.push_back(on_page(line.ends));
    }
    for (const NavShapes::Step& step : shapes.steps) {
        lines[step.polygon[1]].steps.push_back(on_page(step.upper));
    }
    return lines;
}

void add_lines(Drawing& drawing, DrawnLines lines) {
    if (!lines.segments.empty()) {
        drawing.items.emplace_back(std::move(lines));
    }
}

// Adds polygons of one colour at one height, and their lines on top of them.
void add_layer(Drawing& drawing,
               const PlanPage& page,
               const NavShapes& shapes,
               const std::vector<PolygonLines>& lines,
               std::span<const std::uint32_t> layer) {
    const Rgba colour = colour_of(shapes.polygons[layer.front()]);
    const Rgba dark = mixed_colour(colour, kInk, 1, 2);
    DrawnArea area{"nav", mixed_colour(colour, kPaper, 1, 2), {}};
    DrawnLines edges{"nav edges", dark, kCommonWidth, {}};
    DrawnLines borders{"nav borders", dark, kBorderWidth, {}};
    DrawnLines steps{"nav steps", kNavSteps, kStepWidth, {}};
    const auto append = [](DrawnLines& to, const Segments& more) {
        to.segments.insert(to.segments.end(), more.begin(), more.end());
    };
    for (const std::uint32_t p : layer) {
        Polygon2& polygon = area.polygons.emplace_back();
        for (const Vec3& corner : shapes.polygons[p].corners) {
            polygon.push_back(page.at({corner.x, corner.y}));
        }
        append(edges, lines[p].edges);
        append(borders, lines[p].borders);
        append(steps, lines[p].steps);
    }
    drawing.items.emplace_back(std::move(area));
    add_lines(drawing, std::move(edges));
    add_lines(drawing, std::move(borders));
    add_lines(drawing, std::move(steps));
}

// The arrows of the links that begin in polygons that are seen.
DrawnLines arrows_of(const PlanPage& page,
                     const NavShapes& shapes,
                     const std::vector<std::uint32_t>& seen) {
    std::vector<bool> is_seen(shapes.polygons.size());
    for (const std::uint32_t p : seen) {
        is_seen[p] = true;
    }
    DrawnLines arrows{"nav links", kNavLinks, kLinkWidth, {}};
    const auto at = [&](const Vec3& p) { return page.at({p.x, p.y}); };
    for (NavShapes::Link link : shapes.links) {
        if (!is_seen[link.polygon]) {
            continue;
        }
        link.way[0].z = link.way[1].z = 0;  // as the plan shows it
        arrows.segments.push_back({at(link.way[0]), at(link.way[1])});
        for (const Vec3& end : arrow_head(link.way, kLinkHead / page.scale)) {
            arrows.segments.push_back({at(end), at(link.way[1])});
        }
    }
    return arrows;
}

}  // namespace

void add_nav(Drawing& drawing,
             std::vector<LegendEntry>& legend,
             const PlanPage& page,
             const Level& level,
             std::size_t mesh,
             double height) {
    const NavShapes shapes = nav_shapes(level, mesh);
    const std::vector<std::uint32_t> seen = seen_polygons(level, shapes, height);
    if (seen.empty()) {
        return;
    }
    const std::vector<PolygonLines> lines = lines_on(page, shapes);
    const auto rank_of = [&](std::uint32_t p) { return shapes.polygons[p].rank; };
    const auto key_of = [&](std::uint32_t p) {
        const NavShapes::Polygon& polygon = shapes.polygons[p];
        return std::tuple(polygon.rank, polygon.area, top_of(polygon));
    };
    const auto are_apart = [&](std::uint32_t a, std::uint32_t b) { return key_of(a) != key_of(b); };
    for (auto first = seen.begin(); first != seen.end();) {
        const auto last = std::ranges::adjacent_find(first, seen.end(), are_apart);
        const auto end = last == seen.end() ? last : last + 1;
        add_layer(drawing, page, shapes, lines, {first, end});
        first = end;
    }
    DrawnLines arrows = arrows_of(page, shapes, seen);
    const bool has_links = !arrows.segments.empty();
    add_lines(drawing, std::move(arrows));
    const SpaceId space(level.nav_meshes()[mesh].space);
    const Rgba colour = nav_island_colour(rank_of(std::ranges::min(seen, {}, rank_of)));
    legend.push_back({"floor of " + std::string(space_name(level, space)),
                      mixed_colour(colour, kPaper, 1, 2),
                      mixed_colour(colour, kInk, 1, 2),
                      {}});
    for (std::uint32_t a = 0; a < level.nav_areas().size(); ++a) {
        const auto is_in = [&](std::uint32_t p) { return shapes.polygons[p].area == a; };
        if (std::ranges::any_of(seen, is_in)) {
            legend.push_back({"area " + std::string(level.string(level.nav_areas()[a].name)),
                              mixed_colour(nav_area_colour(a), kPaper, 1, 2),
                              mixed_colour(nav_area_colour(a), kInk, 1, 2),
                              {}});
        }
    }
    if (std::ranges::any_of(seen, [&](std::uint32_t p) { return !lines[p].steps.empty(); })) {
        legend.push_back({"step of a stair", kNavSteps, {}, {}});
    }
    if (has_links) {
        legend.push_back({"link: a drop, a jump", kNavLinks, {}, {}});
    }
}

}  // namespace halfspace
