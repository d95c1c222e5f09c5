// SPDX-License-Identifier: MIT
#include "render/paint/wire.h"

#include "halfspace/render/shading.h"

#include <algorithm>
#include <cstddef>

namespace halfspace {
namespace {

constexpr double kPixelPart = 1.0 / static_cast<double>(kPixel);

// A segment of an outline, in pixels.
struct Segment {
    double x = 0;
    double y = 0;
    double dx = 0;
    double dy = 0;
    double square = 0;  // square of its length
};

// True if a point is at most `reach` from the segment with its ends. (The line beyond the ends of a
// short segment may run across the polygon.) REQUIRES: square > 0.
bool is_near(const Segment& segment, double reach, double x, double y) {
    const double from_x = x - segment.x;
    const double from_y = y - segment.y;
    const double along = segment.dx * from_x + segment.dy * from_y;
    if (along > 0 && along < segment.square) {
        const double across = segment.dx * from_y - segment.dy * from_x;
        return across * across <= reach * reach * segment.square;
    }
    const double end_x = along > 0 ? from_x - segment.dx : from_x;
    const double end_y = along > 0 ? from_y - segment.dy : from_y;
    return end_x * end_x + end_y * end_y <= reach * reach;
}

Segment segment_between(const SnappedPoint& from, const SnappedPoint& to) {
    Segment segment;
    segment.x = static_cast<double>(from.x) * kPixelPart;
    segment.y = static_cast<double>(from.y) * kPixelPart;
    segment.dx = static_cast<double>(to.x - from.x) * kPixelPart;
    segment.dy = static_cast<double>(to.y - from.y) * kPixelPart;
    segment.square = segment.dx * segment.dx + segment.dy * segment.dy;
    return segment;
}

}  // namespace

void shade_wire(const ProjectedPolygon& polygon,
                const Projected& projected,
                const PixelRun& run,
                const PaintOptions& options,
                std::span<Rgba> colours) {
    Rgba inner = options.background;
    inner.a = 255;
    std::fill_n(colours.begin(), run.count, inner);
    const std::span<const SnappedPoint> corners = projected.corners_of(polygon);
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const SnappedPoint& from = corners[i];
        const SnappedPoint& to = corners[i + 1 == corners.size() ? 0 : i + 1];
        // An edge of length 0 belongs to its neighbours.
        if (projected.is_edge[polygon.first_corner + i] == 0 || from == to) {
            continue;
        }
        const Segment segment = segment_between(from, to);
        for (std::int32_t k = 0; k < run.count; ++k) {
            if (is_near(segment, options.wire_width, run.first_x + k + 0.5, run.y + 0.5)) {
                colours[static_cast<std::size_t>(k)] = kWireColour;
            }
        }
    }
}

}  // namespace halfspace
