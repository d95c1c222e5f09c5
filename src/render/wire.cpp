// SPDX-License-Identifier: MIT
#include "render/wire.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

constexpr Rgba kWire{196, 212, 228, 255};
constexpr double kPixelPart = 1.0 / static_cast<double>(kPixel);

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
        if (projected.is_edge[polygon.first_corner + i] == 0) {
            continue;
        }
        const SnappedPoint& from = corners[i];
        const SnappedPoint& to = corners[i + 1 == corners.size() ? 0 : i + 1];
        const double dx = static_cast<double>(to.x - from.x) * kPixelPart;
        const double dy = static_cast<double>(to.y - from.y) * kPixelPart;
        const double reach = options.wire_width * std::sqrt(dx * dx + dy * dy);
        // The pixel is inside the convex polygon, so the nearest edge's line is as near as itself.
        const double x = run.first_x + 0.5 - static_cast<double>(from.x) * kPixelPart;
        const double y = run.y + 0.5 - static_cast<double>(from.y) * kPixelPart;
        for (std::int32_t k = 0; k < run.count; ++k) {
            if (std::abs(dx * y - dy * (x + k)) <= reach) {
                colours[static_cast<std::size_t>(k)] = kWire;
            }
        }
    }
}

}  // namespace halfspace
