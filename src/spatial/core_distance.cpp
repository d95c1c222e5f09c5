// SPDX-License-Identifier: MIT
#include "spatial/core_distance.h"

#include "spatial/simplex.h"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

// The search ends if the gap between both bounds is this small part of the distance.
constexpr double kSmallGap = 0x1p-44;
// Points of the difference are off by this part of their size at most.
constexpr double kRounding = 0x1p-44;

// `limit`: the search ends once one of its bounds has passed this distance. With a negative limit
// it goes on.
CoreDistance search(const ShapePair& pair, double limit) {
    DifferencePoint point;
    pair.middle(point);
    Simplex simplex;
    pair.support(point.place == Vec3{} ? Vec3{1, 0, 0} : -point.place, point);
    simplex.add(point);
    Vec3 nearest = simplex.reduce();
    CoreDistance result{length(nearest), 0, simplex.on_a(), {}, {}};
    // Every round comes nearer, or is the last one. So the search ends without a limit of rounds.
    double largest = result.most;
    while (result.most > 0) {
        pair.support(-nearest, point);
        largest = std::max(largest, length(point.place));
        // The plane through the farthest point, square to `nearest`, divides the difference from
        // the origin.
        result.least = std::max(result.least, dot(point.place, nearest) / result.most);
        if (result.most - result.least <= kSmallGap * result.most || simplex.has(point.place) ||
            (limit >= 0 && (result.least > limit || result.most < limit))) {
            break;
        }
        simplex.add(point);
        const Vec3 next = simplex.reduce();
        const double distance = length(next);
        if (!(distance < result.most)) {
            break;
        }
        nearest = next;
        result.most = distance;
        result.least = std::min(result.least, distance);
        result.on_a = simplex.on_a();
    }
    if (result.least <= 0 && result.most <= kRounding * largest) {
        result.most = 0;  // no direction parts the cores, and what is left is rounding
    }
    if (result.most > 0) {
        result.normal = nearest / result.most;
    }
    result.on_b = result.on_a - nearest;
    return result;
}

}  // namespace

CoreDistance core_distance(const ShapePair& pair) {
    return search(pair, -1);
}

bool are_cores_nearer(const ShapePair& pair, double limit) {
    const CoreDistance found = search(pair, limit);
    return limit > 0 ? found.most < limit : found.most == 0;
}

}  // namespace halfspace
