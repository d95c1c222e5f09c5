// SPDX-License-Identifier: MIT
#include "spatial/core_distance.h"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

// The search ends if the gap between both bounds is this small part of the distance.
constexpr double kSmallGap = 0x1p-44;
// Points of the difference are off by this part of their size at most.
constexpr double kRounding = 0x1p-44;

}  // namespace

DifferencePoint support_of_difference(const PlacedShape& a,
                                      const PlacedShape& b,
                                      const Vec3& direction) {
    const Vec3 on_a = a.core_support(direction);
    const Vec3 on_b = b.core_support(-direction);
    return {on_a - on_b, on_a, on_b};
}

CoreDistance core_distance(const PlacedShape& a, const PlacedShape& b) {
    Vec3 to_a = a.transform.translation - b.transform.translation;
    if (to_a == Vec3{}) {
        to_a = {1, 0, 0};
    }
    Simplex simplex;
    simplex.add(support_of_difference(a, b, -to_a));
    Vec3 nearest = simplex.reduce();
    CoreDistance result{length(nearest), 0, simplex.on_a(), simplex.on_b(), {}};
    // Every round comes nearer, or is the last one. So the search ends without a limit of rounds.
    double largest = result.most;
    while (result.most > 0) {
        const DifferencePoint point = support_of_difference(a, b, -nearest);
        largest = std::max(largest, length(point.place));
        // The plane through the farthest point, square to `nearest`, divides the difference from
        // the origin.
        result.least = std::max(result.least, dot(point.place, nearest) / result.most);
        if (result.most - result.least <= kSmallGap * result.most || simplex.has(point.place)) {
            break;
        }
        simplex.add(point);
        const Vec3 next = simplex.reduce();
        const double distance = length(next);
        if (!(distance < result.most)) {
            break;
        }
        nearest = next;
        result = {distance, std::min(result.least, distance), simplex.on_a(), simplex.on_b(), {}};
    }
    if (result.least <= 0 && result.most <= kRounding * largest) {
        result.most = 0;  // no direction parts the cores, and what is left is rounding
    }
    if (result.most > 0) {
        result.normal = nearest / result.most;
    }
    return result;
}

}  // namespace halfspace
