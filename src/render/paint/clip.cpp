// SPDX-License-Identifier: MIT
#include "render/paint/clip.h"

#include <algorithm>
#include <array>
#include <utility>

namespace halfspace {
namespace {

// The region where a.x * x + a.y * y + a.z * z >= d.
struct ClipPlane {
    CameraPoint a;
    double d = 0;

    double distance(const CameraPoint& p) const {
        return (a.x * p.x + a.y * p.y) + (a.z * p.z - d);
    }
};

// Always computed from the inner end of the edge, so both polygons at an edge get the same point.
CameraPoint cut(const CameraPoint& inside, double in, const CameraPoint& outside, double out) {
    const double t = in / (in - out);
    return {inside.x + (outside.x - inside.x) * t,
            inside.y + (outside.y - inside.y) * t,
            inside.z + (outside.z - inside.z) * t};
}

void clip_by(const ClipPlane& plane,
             const std::vector<ClipCorner>& polygon,
             std::vector<ClipCorner>& kept) {
    kept.clear();
    const ClipCorner* from = &polygon.back();
    double from_distance = plane.distance(from->at);
    for (const ClipCorner& to : polygon) {
        const double to_distance = plane.distance(to.at);
        if (from_distance >= 0 && to_distance < 0) {
            kept.push_back({cut(from->at, from_distance, to.at, to_distance), false});
        } else if (from_distance < 0 && to_distance >= 0) {
            kept.push_back({cut(to.at, to_distance, from->at, from_distance), from->is_edge});
        }
        if (to_distance >= 0) {
            kept.push_back(to);
        }
        from = &to;
        from_distance = to_distance;
    }
}

}  // namespace

void clip(std::vector<ClipCorner>& polygon,
          std::vector<ClipCorner>& scratch,
          const ClipRegion& region) {
    const std::array<ClipPlane, 5> planes{{{{0, 0, 1}, region.near},
                                           {{1, 0, region.guard_x}, 0},
                                           {{-1, 0, region.guard_x}, 0},
                                           {{0, 1, region.guard_y}, 0},
                                           {{0, -1, region.guard_y}, 0}}};
    for (const ClipPlane& plane : planes) {
        const bool is_inside = std::all_of(polygon.begin(), polygon.end(), [&](const auto& c) {
            return plane.distance(c.at) >= 0;
        });
        if (!is_inside) {
            clip_by(plane, polygon, scratch);
            std::swap(polygon, scratch);
        }
        if (polygon.empty()) {
            return;
        }
    }
}

}  // namespace halfspace
