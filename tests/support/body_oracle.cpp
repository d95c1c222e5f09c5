// SPDX-License-Identifier: MIT
#include "support/body_oracle.h"

#include <cmath>
#include <utility>

namespace halfspace::test {
namespace {

// The plane moved out by the farthest corner of the reflected body along its normal.
ExactPlane moved(ExactPlane plane, const SpaceRecord& space, int grid_exponent) {
    for (std::size_t i = 0; i < 3; ++i) {
        const double corner = -(plane.n[i] > 0 ? space.min[i] : space.max[i]);
        const auto steps = static_cast<std::int64_t>(std::ldexp(corner, grid_exponent));
        plane.d += Int128{plane.n[i]} * steps;
    }
    return plane;
}

}  // namespace

Oracle grown_brushes(const Level& level, SpaceId space, Contents mask, ModelId model) {
    const ModelRecord& record = level.models()[model.value];
    const SpaceRecord& body = level.spaces()[space.value];
    std::vector<OracleBrush> brushes;
    for (const BrushRecord& source : level.brushes()) {
        if (source.entity != record.entity || !any(static_cast<Contents>(source.contents) & mask)) {
            continue;
        }
        OracleBrush brush;
        for (const SideRecord& side : level.sides().subspan(source.first_side, source.side_count)) {
            brush.planes.push_back(
                moved(level.plane(PlaneId{side.plane}), body, level.grid_exponent()));
        }
        if (space.value != 0) {
            for (const std::uint32_t bevel :
                 level.bevels().subspan(source.first_bevel, source.bevel_count)) {
                brush.planes.push_back(
                    moved(level.plane(PlaneId{bevel}), body, level.grid_exponent()));
            }
        }
        brushes.push_back(std::move(brush));
    }
    return {std::move(brushes),
            level.grid_exponent(),
            {{record.min[0], record.min[1], record.min[2]},
             {record.max[0], record.max[1], record.max[2]}}};
}

}  // namespace halfspace::test
