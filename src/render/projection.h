// SPDX-License-Identifier: MIT
// Polygons on the picture: clipped, projected, snapped, and with what shading needs of them.
#pragma once

#include "halfspace/render/polygon_list.h"

#include "render/camera.h"
#include "render/raster.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Nothing nearer than this is drawn [map units].
inline constexpr double kNearDepth = 0x1p-10;

// What lies at a pixel's centre. 1 / depth, u / depth and v / depth are linear on the picture.
struct PlaneOnPicture {
    PixelLinear inverse_depth;
    PixelLinear u;
    PixelLinear v;
    double min_inverse = 0;  // 1 / depth stays between these: a snapped corner may reach beyond
    double max_inverse = 0;  // the polygon, which at a grazing angle is far away
};

struct ProjectedPolygon {
    std::uint32_t polygon = 0;  // of the list
    std::uint32_t first_corner = 0;
    std::uint32_t corner_count = 0;
    std::int32_t min_x = 0;  // pixels [min, max) may be covered
    std::int32_t min_y = 0;
    std::int32_t max_x = 0;
    std::int32_t max_y = 0;
    PlaneOnPicture plane;
};

struct Projected {
    std::vector<ProjectedPolygon> polygons;  // those that may cover a pixel, in order
    std::vector<SnappedPoint> corners;
    std::vector<std::uint8_t> is_edge;  // beside corners: the way to the next one is the polygon's
                                        // own edge, and no cut by the picture's border

    std::span<const SnappedPoint> corners_of(const ProjectedPolygon& polygon) const {
        return std::span(corners).subspan(polygon.first_corner, polygon.corner_count);
    }
};

// Polygons [begin, end) of the list.
Projected project(const PolygonList& list,
                  const Camera& camera,
                  std::size_t begin,
                  std::size_t end);

}  // namespace halfspace
