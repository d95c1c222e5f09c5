// SPDX-License-Identifier: MIT
#include "painted_parts.h"

#include "halfspace/query/visible_faces.h"
#include "halfspace/render/sorted.h"
#include "halfspace/render/visibility_polygons.h"

#include <cstddef>
#include <utility>

namespace halfspace::tool {
namespace {

VisibleFaces seen_from(const Level& level, const Vec3& eye) {
    VisibleFaces visible(level);
    visible.look_from(eye);
    return visible;
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

PolygonList faces_for(const Level& level,
                      const View& view,
                      PaintView kind,
                      const PictureParts& parts) {
    if (kind == PaintView::Pvs && parts.seen_from) {
        PolygonList list = visible_polygons(level, view);
        dim_hidden(list, level, seen_from(level, *parts.seen_from));
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
                          const PictureParts& parts) {
    const PartPolygons polygons =
        polygons_of(parts, level, seen_from(level, view.eye), view, options.width);
    append(list, polygons.hidden_by_faces);
    append(list, polygons.shining);
    SortedPainting sorted = paint_sorted(list, level, textures, view, options);
    PaintOptions on_black = options;
    on_black.view = PaintView::Textured;
    on_black.background = {0, 0, 0, 255};
    shine_through(sorted.image, paint(polygons.shining, level, textures, view, on_black).image);
    return {std::move(sorted.image), list.polygons.size(), sorted.fragments};
}

}  // namespace halfspace::tool
