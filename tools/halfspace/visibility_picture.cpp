// SPDX-License-Identifier: MIT
#include "visibility_picture.h"

#include "halfspace/query/visible_faces.h"
#include "halfspace/render/sorted.h"
#include "halfspace/render/visibility_polygons.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

// The widths of lines [pixels].
constexpr double kPortalWidth = 1.25;
constexpr double kNavWidth = 1.25;
constexpr double kLineWidth = 4;
// The radius of the mark at the place of an eye, as a part of its distance; at least that of a
// player [map units].
constexpr double kMarkerPart = 0.012;
constexpr double kMarkerRadius = 16;
// How much of a colour is seen through walls [of 256].
constexpr std::uint32_t kThroughWalls = 110;

VisibleFaces seen_from(const Level& level, const Vec3& eye) {
    VisibleFaces visible(level);
    visible.look_from(eye);
    return visible;
}

// The width of a pixel, divided by its distance from the eye.
double pixel_width(const View& view, const PaintOptions& options) {
    return 2 * view.tan_half_width / options.width;
}

// The parts that shine through walls.
PolygonList shining_parts(const View& view,
                          const PaintOptions& options,
                          const VisibilityParts& parts) {
    PolygonList list;
    append_line(list, parts.line, view, kLineWidth * pixel_width(view, options), kLeakColour);
    if (options.view == PaintView::Pvs) {
        const double distance = length(parts.seen_from - view.eye);
        append_marker(
            list, parts.seen_from, std::max(kMarkerRadius, kMarkerPart * distance), kEyeColour);
    }
    return list;
}

void append(PolygonList& list, const PolygonList& more) {
    const auto first = static_cast<std::uint32_t>(list.vertices.size());
    list.vertices.insert(list.vertices.end(), more.vertices.begin(), more.vertices.end());
    for (PaintPolygon polygon : more.polygons) {
        polygon.first += first;
        list.polygons.push_back(polygon);
    }
}

// Mixes the other picture in where it is neither black nor already seen.
void shine_through(Image& image, const Image& shining) {
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        Rgba& pixel = image.pixels[i];
        const Rgba& other = shining.pixels[i];
        if (other == Rgba{0, 0, 0, 255} || other == pixel) {
            continue;
        }
        const auto mixed = [](std::uint32_t a, std::uint32_t b) {
            return static_cast<std::uint8_t>((a * (256 - kThroughWalls) + b * kThroughWalls + 128) /
                                             256);
        };
        pixel = {mixed(pixel.r, other.r), mixed(pixel.g, other.g), mixed(pixel.b, other.b), 255};
    }
}

}  // namespace

std::optional<std::string> missing_for_view(const Level& level, PaintView view) {
    if (view == PaintView::Clusters && level.clusters().empty()) {
        return "the level has no clusters";
    }
    if (view == PaintView::Portals && level.portals().empty()) {
        return "the level has no portals";
    }
    if (view == PaintView::Pvs && !has_visibility(level)) {
        return "the level does not say what is visible: it leaks, or was compiled with --vis none";
    }
    return std::nullopt;
}

Viewpoint viewpoint_from_above(const Level& level,
                               std::optional<Vec3> target,
                               double field_of_view,
                               double aspect) {
    constexpr Vec3 kFromAbove{-0.3, -0.5, 1};
    Vec3 middle = target.value_or(centre_of(level.drawn_box(kWorldModel)));
    const auto view = look_at(middle + kFromAbove, middle, field_of_view, aspect);
    if (!view) {
        return {middle, middle};
    }
    // The corners of faces along the axes of the picture.
    Aabb in_view;
    std::vector<Vec3> corners;
    for (const VertexRecord& v : level.vertices()) {
        const Vec3 way = Vec3{v.x, v.y, v.z} - middle;
        corners.push_back({dot(way, view->right), dot(way, view->up), dot(way, view->forward)});
        in_view = merge(in_view, corners.back());
    }
    const Vec3 shift = target || corners.empty() ? Vec3{} : centre_of(in_view);
    double distance = 1;
    for (const Vec3& corner : corners) {
        const double aside = std::max(std::abs(corner.x - shift.x) / view->tan_half_width,
                                      std::abs(corner.y - shift.y) / view->tan_half_height);
        distance = std::max(distance, aside - corner.z);
    }
    middle = middle + view->right * shift.x + view->up * shift.y;
    return {middle - view->forward * distance, middle};
}

bool has_parts(PaintView view, const VisibilityParts& parts) {
    return view == PaintView::Portals || view == PaintView::Pvs || view == PaintView::Nav ||
           !parts.line.empty();
}

PolygonList faces_for(const Level& level,
                      const View& view,
                      PaintView kind,
                      const VisibilityParts& parts) {
    if (kind == PaintView::Pvs) {
        PolygonList list = visible_polygons(level, view);
        dim_hidden(list, level, seen_from(level, parts.seen_from));
        return list;
    }
    if (looks_through_walls(kind)) {
        return visible_polygons(level, view);
    }
    const VisibleFaces visible = seen_from(level, view.eye);
    return visible_polygons(level, view, DrawOrder::FrontToBack, &visible);
}

Painting paint_with_parts(PolygonList list,
                          const Level& level,
                          const TextureSet& textures,
                          const View& view,
                          const PaintOptions& options,
                          const VisibilityParts& parts) {
    if (options.view == PaintView::Portals) {
        append_portals(list,
                       level,
                       seen_from(level, view.eye),
                       view,
                       kPortalWidth * pixel_width(view, options));
    }
    append_nav(list, parts.nav, view, kNavWidth * pixel_width(view, options));
    const PolygonList shining = shining_parts(view, options, parts);
    append(list, shining);
    SortedPainting sorted = paint_sorted(list, level, textures, view, options);
    PaintOptions on_black = options;
    on_black.view = PaintView::Textured;
    on_black.background = {0, 0, 0, 255};
    shine_through(sorted.image, paint(shining, level, textures, view, on_black).image);
    return {std::move(sorted.image), list.polygons.size(), sorted.fragments};
}

}  // namespace halfspace::tool
