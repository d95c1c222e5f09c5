// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/convex/core_distance.h"

#include <algorithm>

namespace halfspace {

Distance distance(const PlacedShape& a, const PlacedShape& b) {
    const ShapePair pair(a, b);
    const CoreDistance cores = core_distance(pair);
    const double radii = pair.radii();
    const Transform& frame = a.transform;
    Distance result;
    result.distance = std::max(0.0, cores.most - radii);
    result.error = result.distance - std::max(0.0, cores.least - radii);
    if (result.distance > 0) {
        result.point_a = to_world(frame, cores.on_a - cores.normal * a.shape.radius());
        result.point_b = to_world(frame, cores.on_b + cores.normal * b.shape.radius());
    } else {
        result.point_a = result.point_b = to_world(frame, common_point(pair, cores));
    }
    result.normal = direction_to_world(frame, cores.parting);
    return result;
}

}  // namespace halfspace
