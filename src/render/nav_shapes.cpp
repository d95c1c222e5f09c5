// SPDX-License-Identifier: MIT
#include "halfspace/render/nav_shapes.h"

#include "halfspace/level/level.h"
#include "halfspace/query/space.h"
#include "halfspace/render/visibility_polygons.h"

#include "level/shared/nav_ranges.h"
#include "render/colours.h"
#include "render/plain_polygon.h"

#include <algorithm>
#include <functional>
#include <span>

namespace halfspace {
namespace {

constexpr double kBetweenBars = 16;  // of the ladder of a step, map units
constexpr std::uint8_t kRiser = 96;  // opacity
constexpr double kBorderWidth = 2;   // of a thin line

Rgba with_opacity(Rgba colour, std::uint8_t opacity) {
    colour.a = opacity;
    return colour;
}

// Twice the area of a polygon seen from above.
double doubled_area(std::span<const Vec3> corners) {
    double sum = 0;
    for (std::size_t i = 2; i < corners.size(); ++i) {
        const Vec3 a = corners[i - 1] - corners[0];
        const Vec3 b = corners[i] - corners[0];
        sum += a.x * b.y - a.y * b.x;
    }
    return sum;
}

// The corners of all edges of one mesh, at the feet of its body.
class MeshCorners {
public:
    MeshCorners(const Level& level, std::size_t mesh)
        : level_(&level),
          polygons_(polygons_of(level.view(), mesh)),
          feet_{0, 0, body_of(level, SpaceId(level.nav_meshes()[mesh].space)).min.z} {}

    NavRange polygons() const { return polygons_; }

    std::vector<Vec3> corners(std::uint32_t polygon) const {
        std::vector<Vec3> corners;
        const NavRange edges = edges_of(level_->view(), polygon);
        for (std::uint32_t e = edges.first; e < edges.end; ++e) {
            corners.push_back(begin_of(e));
        }
        return corners;
    }

    // The ends of an edge of this polygon.
    std::array<Vec3, 2> ends(std::uint32_t edge, std::uint32_t polygon) const {
        const NavRange edges = edges_of(level_->view(), polygon);
        return {begin_of(edge), begin_of(edge + 1 < edges.end ? edge + 1 : edges.first)};
    }

    // A place of a polygon.
    Vec3 place(std::uint32_t polygon, double x, double y) const {
        const PlaneId id(level_->nav_polygons()[polygon].plane);
        const Plane plane = level_->scaled_plane(id.pair());
        return Vec3{x, y, (plane.d - plane.n.x * x - plane.n.y * y) / plane.n.z} + feet_;
    }

private:
    Vec3 begin_of(std::uint32_t edge) const {
        return level_->nav_vertices()[level_->nav_edges()[edge].vertex] + feet_;
    }

    const Level* level_;
    NavRange polygons_;
    Vec3 feet_;
};

// The places that the arrow of a link joins.
std::vector<Vec3> way_of(const NavLinkRecord& link, const MeshCorners& corners) {
    const auto middle = [&](std::uint32_t polygon, const float(&ends)[4]) {
        return corners.place(polygon,
                             (double{ends[0]} + double{ends[2]}) / 2,
                             (double{ends[1]} + double{ends[3]}) / 2);
    };
    const Vec3 from = middle(link.from_polygon, link.from);
    const Vec3 to = middle(link.to_polygon, link.to);
    if (link.kind != static_cast<std::uint32_t>(NavLinkKind::Lift)) {
        return {from, to};
    }
    const Vec3& lower = from.z < to.z ? from : to;
    return {from, {lower.x, lower.y, std::max(from.z, to.z)}, to};
}

// The number of larger islands for each island.
std::vector<std::uint32_t> ranks_of(const std::vector<double>& areas) {
    std::vector<std::uint32_t> by_size(areas.size());
    for (std::uint32_t i = 0; i < areas.size(); ++i) {
        by_size[i] = i;
    }
    std::ranges::stable_sort(by_size, std::greater(), [&](std::uint32_t i) { return areas[i]; });
    std::vector<std::uint32_t> ranks(areas.size());
    for (std::uint32_t rank = 0; rank < by_size.size(); ++rank) {
        ranks[by_size[rank]] = rank;
    }
    return ranks;
}

// Adds lines above the glass. A line is a strip that looks to the eye, so half of it would be below
// the floor; it is lifted by half of its width.
class LinePainter {
public:
    LinePainter(PolygonList& list, const View& view) : list_(&list), view_(&view) {}

    void add(const std::array<Vec3, 2>& ends, double width, const Rgba& colour) {
        const std::array<Vec3, 2> lifted{above(ends[0], width), above(ends[1], width)};
        append_line(*list_, lifted, *view_, width, colour);
    }

private:
    Vec3 above(const Vec3& point, double width) const {
        const double distance = std::max(dot(point - view_->eye, view_->forward), 0.0);
        return point + Vec3{0, 0, kNavAboveFloor + distance * width / 2};
    }

    PolygonList* list_;
    const View* view_;
};

void append_step(PolygonList& list,
                 LinePainter& lines,
                 const NavShapes::Step& step,
                 const View& view,
                 double width) {
    const auto& [lower, upper, polygon] = step;
    const std::array<Vec3, 4> riser{lower[0], lower[1], upper[1], upper[0]};
    append_plain(list, riser, view.eye, with_opacity(kNavStepColour, kRiser), Light::Glowing);
    lines.add(lower, width, kNavStepColour);
    lines.add(upper, width, kNavStepColour);
    const Vec3 along = lower[1] - lower[0];
    const auto spaces = static_cast<std::uint32_t>(std::max(1.0, length(along) / kBetweenBars));
    for (std::uint32_t i = 0; i <= spaces; ++i) {
        const double part = static_cast<double>(i) / spaces;
        lines.add({lower[0] + along * part, upper[0] + (upper[1] - upper[0]) * part},
                  width,
                  kNavStepColour);
    }
}

void append_link(LinePainter& lines, const NavShapes::Link& link, double width) {
    constexpr double kHead = 10;  // map units
    for (std::size_t i = 0; i + 1 < link.way.size(); ++i) {
        lines.add({link.way[i], link.way[i + 1]}, width * kBorderWidth, kNavLinkColour);
    }
    const Vec3& tip = link.way.back();
    for (const Vec3& end : arrow_head({link.way[link.way.size() - 2], tip}, kHead)) {
        lines.add({end, tip}, width * kBorderWidth, kNavLinkColour);
    }
}

}  // namespace

Rgba nav_island_colour(std::uint32_t rank) {
    constexpr Rgba kLargest{56, 214, 120, 255};
    constexpr std::array<Rgba, kNavColourCount - 1> kOthers{{{64, 150, 255, 255},
                                                             {240, 92, 200, 255},
                                                             {32, 214, 226, 255},
                                                             {158, 108, 255, 255},
                                                             {255, 92, 84, 255},
                                                             {164, 112, 72, 255}}};
    return rank == 0 ? kLargest : kOthers[(rank - 1) % kOthers.size()];
}

Rgba nav_area_colour(std::uint32_t area) {
    constexpr std::array<Rgba, 6> kColours{{{232, 224, 72, 255},
                                            {120, 68, 28, 255},
                                            {200, 204, 212, 255},
                                            {0, 112, 104, 255},
                                            {255, 168, 190, 255},
                                            {92, 92, 36, 255}}};
    return kColours[area % kColours.size()];
}

Rgba colour_of(const NavShapes::Polygon& polygon) {
    if (polygon.is_low) {
        return kNavLowColour;
    }
    return polygon.area == kNone ? nav_island_colour(polygon.rank) : nav_area_colour(polygon.area);
}

std::array<Vec3, 2> arrow_head(const std::array<Vec3, 2>& way, double size) {
    const auto direction = [](const Vec3& v) {
        const double whole = length(v);
        return whole > 0 ? v / whole : Vec3();
    };
    const Vec3 along = direction(way[1] - way[0]) * size;
    const Vec3 flat = direction({along.x, along.y, 0});
    const bool is_upright = flat == Vec3();
    const Vec3 beside = (is_upright ? Vec3{1, 0, 0} : Vec3{-flat.y, flat.x, 0}) * (size / 2);
    return {way[1] - along + beside, way[1] - along - beside};
}

double top_of(const NavShapes::Polygon& polygon) {
    return std::ranges::max(polygon.corners, {}, &Vec3::z).z;
}

double bottom_of(const NavShapes::Polygon& polygon) {
    return std::ranges::min(polygon.corners, {}, &Vec3::z).z;
}

NavShapes nav_shapes(const Level& level, std::size_t mesh) {
    const MeshCorners corners(level, mesh);
    const auto [first, end] = corners.polygons();
    NavShapes shapes;
    std::vector<double> areas;  // of islands
    for (std::uint32_t p = first; p < end; ++p) {
        const NavPolygonRecord& record = level.nav_polygons()[p];
        const std::uint32_t island = record.island;
        shapes.polygons.push_back(
            {corners.corners(p), island, record.area, (record.flags & kNavPolygonLow) != 0});
        areas.resize(std::max<std::size_t>(areas.size(), island + 1));
        areas[island] += doubled_area(shapes.polygons.back().corners);
    }
    const std::vector<std::uint32_t> ranks = ranks_of(areas);
    std::vector<std::uint32_t> polygon_of(level.nav_edges().size(), kNone);
    for (std::uint32_t p = first; p < end; ++p) {
        std::uint32_t& rank = shapes.polygons[p - first].rank;
        rank = ranks[rank];
        const NavRange edges = edges_of(level.view(), p);
        std::fill(polygon_of.begin() + edges.first, polygon_of.begin() + edges.end, p);
    }
    std::vector<bool> has_step(level.nav_edges().size());
    for (const NavStepRecord& step : level.nav_steps()) {
        if (polygon_of[step.lower] != kNone) {
            const auto [right, left] = corners.ends(step.upper, polygon_of[step.upper]);
            shapes.steps.push_back(
                {corners.ends(step.lower, polygon_of[step.lower]),
                 {left, right},
                 {polygon_of[step.lower] - first, polygon_of[step.upper] - first}});
            has_step[step.lower] = has_step[step.upper] = true;
        }
    }
    for (const NavLinkRecord& link : level.nav_links()) {
        if (first <= link.from_polygon && link.from_polygon < end &&
            link.kind != static_cast<std::uint32_t>(NavLinkKind::Chance)) {
            shapes.links.push_back({way_of(link, corners),
                                    static_cast<NavLinkKind>(link.kind),
                                    link.from_polygon - first});
        }
    }
    for (std::uint32_t e = 0; e < polygon_of.size(); ++e) {
        const std::uint32_t p = polygon_of[e];
        if (p == kNone || has_step[e]) {
            continue;
        }
        const std::uint32_t neighbour = level.nav_edges()[e].neighbour;
        if (neighbour == kNone) {
            shapes.borders.push_back({corners.ends(e, p), p - first});
        } else if (p < neighbour) {
            const bool is_higher =
                top_of(shapes.polygons[p - first]) >= top_of(shapes.polygons[neighbour - first]);
            shapes.common.push_back({corners.ends(e, p), (is_higher ? p : neighbour) - first});
        }
    }
    return shapes;
}

void append_nav(PolygonList& list, const NavShapes& shapes, const View& view, double width) {
    std::vector<Vec3> corners;
    for (const NavShapes::Polygon& polygon : shapes.polygons) {
        corners.clear();
        for (const Vec3& corner : polygon.corners) {
            corners.push_back(corner + Vec3{0, 0, kNavAboveFloor});
        }
        append_plain(list,
                     corners,
                     view.eye,
                     with_opacity(colour_of(polygon), kNavGlassOpacity),
                     Light::Glowing);
    }
    LinePainter lines(list, view);
    for (const auto& [ends, polygon] : shapes.common) {
        lines.add(
            ends, width, with_opacity(colour_of(shapes.polygons[polygon]), kNavCommonOpacity));
    }
    for (const auto& [ends, polygon] : shapes.borders) {
        constexpr Rgba kWhite{255, 255, 255, 255};
        lines.add(ends,
                  width * kBorderWidth,
                  mixed_colour(colour_of(shapes.polygons[polygon]), kWhite, 1, 3));
    }
    for (const NavShapes::Step& step : shapes.steps) {
        append_step(list, lines, step, view, width);
    }
    for (const NavShapes::Link& link : shapes.links) {
        append_link(lines, link, width);
    }
}

}  // namespace halfspace
