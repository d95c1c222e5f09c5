// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/core_distance.h"

#include <algorithm>

namespace halfspace {

Separation separation(const PlacedShape& a, const PlacedShape& b) {
    const CoreDistance cores = core_distance(a, b);
    const double radii = a.shape.radius() + b.shape.radius();
    Separation result;
    result.distance = std::max(0.0, cores.most - radii);
    result.error = result.distance - std::max(0.0, cores.least - radii);
    result.point_a = cores.on_a - cores.normal * a.shape.radius();
    result.point_b = cores.on_b + cores.normal * b.shape.radius();
    result.normal = cores.normal;
    return result;
}

}  // namespace halfspace
