// SPDX-License-Identifier: MIT
#include "spatial/convex/core_distance.h"

#include "spatial/convex/simplex.h"

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

// The search ends if the gap between both bounds is this small part of the distance.
constexpr double kSmallGap = 0x1p-44;
// Points of the difference are off by this part of their size at most.
constexpr double kRounding = 0x1p-44;
// The search ends after so many rounds in sequence that came no nearer. Beside a curved face, a
// round may come nearer by less than rounding, and the next one by much.
constexpr int kIdleRounds = 4;

// `limit`: the search ends once one of its bounds has passed this distance. With a negative limit
// it goes on.
CoreDistance search(const ShapePair& pair, double limit) {
    DifferencePoint point;
    pair.middle(point);
    Simplex simplex;
    pair.support(point.place == Vec3{} ? Vec3{1, 0, 0} : -point.place, point);
    simplex.add(point);
    Vec3 nearest = simplex.reduce();
    Vec3 best = nearest;
    CoreDistance result{.most = length(nearest), .on_a = simplex.on_a()};
    double distance = result.most;
    double off_square = 0;
    result.size = result.most;
    // Most rounds come nearer. So the search ends without a limit of rounds.
    for (int idle = 0; distance > 0 && idle < kIdleRounds;) {
        pair.support(-nearest, point);
        result.size = std::max(result.size, length(point.place));
        // The plane through the farthest point, square to `nearest`, divides the difference from
        // the origin.
        if (const double gap = dot(point.place, nearest) / distance; gap > result.least) {
            result.least = gap;
            result.parting = nearest / distance;
        }
        if (result.most - result.least <= kSmallGap * result.most || simplex.has(point.place) ||
            (limit >= 0 && (result.least > limit || result.most < limit))) {
            break;
        }
        simplex.add(point);
        nearest = simplex.reduce();
        distance = length(nearest);
        ++idle;
        if (distance < result.most) {
            idle = 0;
            best = nearest;
            result.most = distance;
            result.on_a = simplex.on_a();
            off_square = simplex.off_square();
        }
    }
    result.parted = result.least;
    result.off = std::sqrt(off_square);
    result.least = std::min(result.least, result.most);
    if (result.least <= 0 && result.most <= kRounding * result.size) {
        result.most = 0;  // no direction parts the cores, and what is left is rounding
    }
    if (result.most > 0) {
        result.normal = best / result.most;
    }
    result.on_b = result.on_a - best;
    return result;
}

}  // namespace

CoreDistance core_distance(const ShapePair& pair) {
    return search(pair, -1);
}

Vec3 common_point(const ShapePair& pair, const CoreDistance& cores) {
    // On the way from one core to the other, a reaches up to its radius, and b from its own.
    const double first = std::max(0.0, cores.most - pair.b().radius());
    const double last = std::min(cores.most, pair.a().radius());
    return cores.on_a - cores.normal * ((first + last) / 2);
}

bool are_cores_nearer(const ShapePair& pair, double limit) {
    const CoreDistance found = search(pair, limit);
    return limit > 0 ? found.least < limit : found.most == 0;
}

}  // namespace halfspace
