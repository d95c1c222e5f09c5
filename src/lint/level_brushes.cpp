// SPDX-License-Identifier: MIT
#include "lint/level_brushes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace halfspace {
namespace {

std::vector<PlaneId> planes_of(const Level& level,
                               const BrushRecord& brush,
                               const std::vector<PlaneId>& ids) {
    std::vector<PlaneId> planes;
    for (const SideRecord& side : level.sides().subspan(brush.first_side, brush.side_count)) {
        const PlaneId even = ids[PlaneId{side.plane}.pair()];
        planes.push_back(PlaneId{side.plane}.is_flipped() ? even.flipped() : even);
    }
    std::ranges::sort(planes);
    return planes;
}

// A side across an axis bounds the box. Rounding is far below a grid step, the margin.
Aabb box_of(const LevelBrush& brush, const PlaneTable& planes) {
    constexpr double kMargin = 1;
    constexpr double kFar = 2.0 * kMaxGridCoordinate;
    Aabb box{{-kFar, -kFar, -kFar}, {kFar, kFar, kFar}};
    for (const PlaneId id : brush.planes) {
        const PlaneTable::Filter& plane = planes.filter(id);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double n = plane.n[axis];
            if (std::fabs(n) == length(plane.n)) {
                const double at = plane.d / n;
                const bool is_upper = (n > 0) != id.is_flipped();
                (is_upper ? box.max : box.min)[axis] = at + (is_upper ? kMargin : -kMargin);
            }
        }
    }
    return box;
}

}  // namespace

bool is_of_source(const World& world, const BrushRecord& record) {
    return record.flags == 0 && record.entity < world.entities.size() &&
           record.source < world.entities[record.entity].brushes.size();
}

LevelBrushes brushes_of(const World& world, const Level& level) {
    LevelBrushes result;
    std::vector<PlaneId> ids;
    for (std::uint32_t p = 0; p < level.planes().size(); ++p) {
        ids.push_back(result.planes.intern(level.plane(PlaneId{2 * p})));
    }
    std::vector<bool> is_drawn(level.brushes().size());
    for (const FaceRecord& face : level.faces()) {
        if (face.brush != kNone) {
            is_drawn[face.brush] = true;
        }
    }
    for (std::uint32_t b = 0; b < level.brushes().size(); ++b) {
        const BrushRecord& record = level.brushes()[b];
        const auto contents = static_cast<Contents>(record.contents);
        if (is_of_source(world, record) && any(normalize(contents))) {
            result.brushes.push_back({.entity = record.entity,
                                      .source = record.source,
                                      .contents = contents,
                                      .planes = planes_of(level, record, ids),
                                      .is_drawn = is_drawn[b]});
        }
    }
    for (LevelBrush& brush : result.brushes) {
        brush.box = box_of(brush, result.planes);
    }
    result.everything = box_planes(kEverything, result.planes);
    return result;
}

}  // namespace halfspace
