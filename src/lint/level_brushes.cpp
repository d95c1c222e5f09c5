// SPDX-License-Identifier: MIT
#include "lint/level_brushes.h"

#include "halfspace/tasks/parallel_for.h"

#include <algorithm>
#include <optional>
#include <utility>

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

}  // namespace

LevelBrushes brushes_of(const Level& level, unsigned threads) {
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
        if (record.flags == 0 && any(normalize(contents))) {
            result.brushes.push_back({.entity = record.entity,
                                      .source = record.source,
                                      .contents = contents,
                                      .planes = planes_of(level, record, ids),
                                      .is_drawn = is_drawn[b]});
        }
    }
    const Polyhedron everything = make_box(kEverything, result.planes);
    parallel_for(result.brushes.size(), threads, [&](std::size_t b) {
        LevelBrush& brush = result.brushes[b];
        Predicates predicates(result.planes);
        if (auto solid = intersect(everything, brush.planes, predicates)) {
            brush.solid = *std::move(solid);
            brush.box = enclosing_box(brush.solid.points, predicates);
        }
    });
    return result;
}

}  // namespace halfspace
