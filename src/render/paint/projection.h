// SPDX-License-Identifier: MIT
// Polygons on the picture: clipped, projected and snapped, with the numbers that shading needs.
#pragma once

#include "halfspace/render/polygon_list.h"

#include "render/paint/camera.h"
#include "render/paint/raster.h"

#include <cstdint>
#include <span>
#include <vector>

namespace halfspace {

// Things nearer than this are not drawn [map units].
inline constexpr double kNearDepth = 0x1p-10;

// The polygon's plane at the centre of a pixel. 1 / depth, u / depth and v / depth are linear
// functions on the picture.
struct PlaneOnPicture {
    PixelLinear inverse_depth;
    PixelLinear u;
    PixelLinear v;
    // Limits of 1 / depth. A snapped corner may reach beyond the polygon; where the eye looks along
    // the polygon, that place would be far away.
    double min_inverse = 0;
    double max_inverse = 0;
};

struct ProjectedPolygon {
    std::uint32_t polygon = 0;  // index in the list
    std::uint32_t first_corner = 0;
    std::uint32_t corner_count = 0;
    std::int32_t min_x = 0;  // the polygon covers only pixels in [min, max)
    std::int32_t min_y = 0;
    std::int32_t max_x = 0;
    std::int32_t max_y = 0;
    PlaneOnPicture plane;
};

struct Projected {
    // Those that may cover a pixel, in the order of the list.
    std::vector<ProjectedPolygon> polygons;
    std::vector<SnappedPoint> corners;
    // One for each corner. True: the line to the next corner is an edge of the polygon. False: it
    // is a cut at the border of the picture.
    std::vector<std::uint8_t> is_edge;

    std::span<const SnappedPoint> corners_of(const ProjectedPolygon& polygon) const {
        return std::span(corners).subspan(polygon.first_corner, polygon.corner_count);
    }
};

// Projects the polygons [begin, end) of the list.
Projected project(const PolygonList& list,
                  const Camera& camera,
                  std::size_t begin,
                  std::size_t end);

}  // namespace halfspace
