// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/pair_reach.h"

namespace halfspace {

std::optional<Overlap> overlap(const PlacedShape& a, const PlacedShape& b) {
    const PairReach found = reach_of_pair(ShapePair(a, b));
    if (!(found.reach.depth > 0)) {
        return std::nullopt;
    }
    return Overlap{found.reach.depth,
                   direction_to_world(a.transform, -found.reach.direction),
                   to_world(a.transform, found.point)};
}

bool overlaps(const PlacedShape& a, const PlacedShape& b) {
    return do_overlap(ShapePair(a, b));
}

}  // namespace halfspace
