// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/core_distance.h"

namespace halfspace {

std::optional<Impact> impact(const PlacedShape& a,
                             const PlacedShape& b,
                             const Vec3& motion,
                             double tolerance) {
    const ShapePair start(a, b);
    const double radii = start.radii();
    const Transform& frame = a.transform;
    const Vec3 way = direction_to_local(frame, motion);
    Impact result;
    while (true) {
        const Vec3 moved = way * result.fraction;
        const CoreDistance cores = core_distance(start.with_a_moved(moved));
        const double gap = cores.least - radii;  // negative: the shapes overlap
        result.gap = gap < 0 ? 0 : gap;
        result.normal = direction_to_world(frame, cores.normal);
        result.point = to_world(frame, cores.on_b + cores.normal * b.shape.radius() + moved);
        const bool is_overlap = cores.normal == Vec3{} || cores.most < radii;
        if (is_overlap && result.fraction == 0) {
            result.normal = {};
            return result;
        }
        const double approach = -dot(cores.normal, way);
        if (!is_overlap && approach <= 0) {
            return std::nullopt;
        }
        if (is_overlap || gap <= tolerance) {
            return result;
        }
        const double fraction = result.fraction + gap / approach;
        if (fraction > 1) {
            return std::nullopt;
        }
        if (!(fraction > result.fraction)) {
            return result;  // the gap is smaller than what the fraction can say
        }
        result.fraction = fraction;
    }
}

}  // namespace halfspace
