// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/core_distance.h"

namespace halfspace {

std::optional<Impact> impact(const PlacedShape& a,
                             const PlacedShape& b,
                             const Vec3& motion,
                             double tolerance) {
    const double radii = a.shape.radius() + b.shape.radius();
    PlacedShape moving = a;
    Impact result;
    while (true) {
        moving.transform.translation = a.transform.translation + motion * result.fraction;
        const CoreDistance cores = core_distance(moving, b);
        const double gap = cores.least - radii;  // negative: the shapes overlap
        result.gap = gap < 0 ? 0 : gap;
        result.normal = cores.normal;
        result.point = cores.on_b + cores.normal * b.shape.radius();
        const bool is_overlap = cores.normal == Vec3{} || cores.most < radii;
        if (is_overlap && result.fraction == 0) {
            result.normal = {};
            return result;
        }
        const double approach = -dot(cores.normal, motion);
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
