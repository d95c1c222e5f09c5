// SPDX-License-Identifier: MIT
#include "render/plan/plan_nav.h"

#include "halfspace/level/level.h"
#include "halfspace/query/classify.h"
#include "halfspace/query/sight.h"
#include "halfspace/query/space.h"

#include "render/colours.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace halfspace {
namespace {

constexpr double kAboveFloor = 1;     // map units
constexpr double kNearCorner = 0.97;  // of the way from the middle
// Widths of lines, pixels.
constexpr double kCommonWidth = 0.7;
constexpr double kBorderWidth = 2;
constexpr double kStepWidth = 2.4;
constexpr double kLinkWidth = 1.2;
constexpr double kLinkHead = 5;  // the length of an arrow's head, pixels
constexpr std::string_view kLinkWords = "link: a drop, a jump, a lift";

// The middle of a polygon, and two points on the way to each corner.
std::vector<Vec3> samples_of(const std::vector<Vec3>& corners) {
    Vec3 middle;
    for (const Vec3& corner : corners) {
        middle = middle + corner * (1.0 / static_cast<double>(corners.size()));
    }
    std::vector<Vec3> samples{middle};
    for (const Vec3& corner : corners) {
        samples.push_back(middle + (corner - middle) * 0.5);
        samples.push_back(middle + (corner - middle) * kNearCorner);
    }
    return samples;
}

bool is_above(const NavShapes::Polygon& polygon, double height) {
    return bottom_of(polygon) > height;
}

// True if a plan shows the polygon. Some point of it must be in sight straight up or down from the
// slice. A polygon above the slice is painted as a whole, so no open place of the slice may be
// below a roof that hides it.
bool is_seen(const Level& level, const NavShapes::Polygon& polygon, double height) {
    const std::vector<Vec3> samples = samples_of(polygon.corners);
    const auto slice = [&](const Vec3& point) { return Vec3{point.x, point.y, height}; };
    const auto is_in_sight = [&](const Vec3& point) {
        return line_of_sight(level, slice(point), point + Vec3{0, 0, kAboveFloor});
    };
    const auto is_hidden = [&](const Vec3& point) {
        return !any(level.contents(find_leaf(level, slice(point))) & kBodyBlockers) &&
               !is_in_sight(point);
    };
    return std::ranges::any_of(samples, is_in_sight) &&
           !(is_above(polygon, height) && std::ranges::any_of(samples, is_hidden));
}

// The polygons that are seen, in the order of their layers.
std::vector<std::uint32_t> seen_polygons(const Level& level,
                                         const NavShapes& shapes,
                                         double height) {
    std::vector<std::uint32_t> seen;
    for (std::uint32_t p = 0; p < shapes.polygons.size(); ++p) {
        if (is_seen(level, shapes.polygons[p], height)) {
            seen.push_back(p);
        }
    }
    std::ranges::stable_sort(seen, {}, [&](std::uint32_t p) {
        const NavShapes::Polygon& polygon = shapes.polygons[p];
        return is_above(polygon, height) ? std::pair(0, -top_of(polygon))
                                         : std::pair(1, top_of(polygon));
    });
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

// Adds the arrows of the links of some kinds that begin in polygons of the plan.
template <class IsShown>
void add_arrows(Drawing& drawing,
                std::vector<LegendEntry>& legend,
                const PlanPage& page,
                const PlanNav& nav,
                IsShown&& is_shown) {
    std::vector<bool> is_seen(nav.shapes.polygons.size());
    for (const std::uint32_t p : nav.seen) {
        is_seen[p] = true;
    }
    DrawnLines arrows{"nav links", kNavLinks, kLinkWidth, {}};
    const auto at = [&](const Vec3& p) { return page.at({p.x, p.y}); };
    for (const NavShapes::Link& link : nav.shapes.links) {
        if (!is_seen[link.polygon] || !is_shown(link.kind)) {
            continue;
        }
        std::array<Vec3, 2> way{link.way.front(), link.way.back()};
        way[0].z = way[1].z = 0;  // as the plan shows it
        arrows.segments.push_back({at(way[0]), at(way[1])});
        for (const Vec3& end : arrow_head(way, kLinkHead / page.scale)) {
            arrows.segments.push_back({at(end), at(way[1])});
        }
    }
    if (!arrows.segments.empty()) {
        drawing.items.emplace_back(std::move(arrows));
        if (std::ranges::find(legend, kLinkWords, &LegendEntry::text) == legend.end()) {
            legend.push_back({std::string(kLinkWords), kNavLinks, {}, {}});
        }
    }
}

// A layer's entry of the legend.
LegendEntry entry_of(std::string text, const Rgba& colour) {
    return {
        std::move(text), mixed_colour(colour, kPaper, 1, 2), mixed_colour(colour, kInk, 1, 2), {}};
}

// The colours of the polygons that are seen.
void add_floor_entries(std::vector<LegendEntry>& legend, const Level& level, const PlanNav& nav) {
    std::set<std::uint32_t> ranks;  // of the islands
    std::set<std::uint32_t> areas;
    bool has_low = false;
    for (const std::uint32_t p : nav.seen) {
        const NavShapes::Polygon& polygon = nav.shapes.polygons[p];
        ranks.insert(polygon.rank);
        if (polygon.is_low) {
            has_low = true;
        } else if (polygon.area != kNone) {
            areas.insert(polygon.area);
        }
    }
    const SpaceId space(level.nav_meshes()[nav.mesh].space);
    legend.push_back(entry_of("floor of " + std::string(space_name(level, space)),
                              nav_island_colour(*ranks.begin())));
    if (ranks.size() > 1) {
        legend.push_back(
            entry_of("floor of another island", nav_island_colour(*std::next(ranks.begin()))));
    }
    for (const std::uint32_t area : areas) {
        legend.push_back(entry_of("area " + std::string(level.string(level.nav_areas()[area].name)),
                                  nav_area_colour(area)));
    }
    if (has_low) {
        legend.push_back(entry_of("low: one crouches", kNavLowColour));
    }
}

}  // namespace

PlanNav plan_nav(const Level& level, std::size_t mesh, double height) {
    PlanNav nav{mesh, nav_shapes(level, mesh), {}};
    nav.seen = seen_polygons(level, nav.shapes, height);
    return nav;
}

void add_nav_floor(Drawing& drawing,
                   std::vector<LegendEntry>& legend,
                   const PlanPage& page,
                   const Level& level,
                   const PlanNav& nav) {
    const auto& [mesh, shapes, seen] = nav;
    if (seen.empty()) {
        return;
    }
    const std::vector<PolygonLines> lines = lines_on(page, shapes);
    const auto key_of = [&](std::uint32_t p) {
        const NavShapes::Polygon& polygon = nav.shapes.polygons[p];
        return std::tuple(polygon.rank, polygon.area, polygon.is_low, top_of(polygon));
    };
    const auto are_apart = [&](std::uint32_t a, std::uint32_t b) { return key_of(a) != key_of(b); };
    for (auto first = seen.begin(); first != seen.end();) {
        const auto last = std::ranges::adjacent_find(first, seen.end(), are_apart);
        const auto end = last == seen.end() ? last : last + 1;
        add_layer(drawing, page, shapes, lines, {first, end});
        first = end;
    }
    add_floor_entries(legend, level, nav);
    if (std::ranges::any_of(seen, [&](std::uint32_t p) { return !lines[p].steps.empty(); })) {
        legend.push_back({"step of a stair", kNavSteps, {}, {}});
    }
    add_arrows(
        drawing, legend, page, nav, [](NavLinkKind kind) { return kind != NavLinkKind::Lift; });
}

void add_nav_lifts(Drawing& drawing,
                   std::vector<LegendEntry>& legend,
                   const PlanPage& page,
                   const PlanNav& nav) {
    add_arrows(
        drawing, legend, page, nav, [](NavLinkKind kind) { return kind == NavLinkKind::Lift; });
}

}  // namespace halfspace
