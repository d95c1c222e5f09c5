// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/convex/core_distance.h"
#include "spatial/convex/pair_reach.h"

namespace halfspace {

namespace {

// A motion goes along a surface if it comes nearer by a smaller part of its length.
constexpr double kAlong = 0x1p-40;
// Nearer shapes count as touching, as a part of the tolerance. The direction from one to the other
// is then less sure than that of the least depth.
constexpr double kTouching = 0x1p-10;

// How near the shapes are, and which way; in the frame of a.
struct Nearness {
    double distance;  // at most the distance; negative is a depth
    Vec3 normal;      // from b to a, length 1
    Vec3 point;       // of b
};

Nearness nearness(const ShapePair& pair, double tolerance) {
    const CoreDistance cores = core_distance(pair);
    const Vec3 on_b = cores.on_b + cores.normal * pair.b().radius();
    if (cores.most - pair.radii() <= kTouching * tolerance || cores.least == 0) {
        SmallPolytopeRoom room;
        const PairReach found = reach_of_pair(pair, room.memory());
        const double depth = found.reach.depth;
        return {-depth, -found.reach.direction, depth > 0 ? found.point : on_b};
    }
    return {cores.least - pair.radii(), cores.parting, on_b};
}

}  // namespace

std::optional<TimeOfImpact> time_of_impact(const PlacedShape& a,
                                           const PlacedShape& b,
                                           const Vec3& motion,
                                           double tolerance) {
    const ShapePair start(a, b);
    const Transform& frame = a.transform;
    const Vec3 way = direction_to_local(frame, motion);
    const double along = kAlong * length(way);
    double fraction = 0;
    while (true) {
        const Vec3 moved = way * fraction;
        const Nearness near = nearness(start.with_a_moved(moved), tolerance);
        const double approach = -dot(near.normal, way);
        const bool is_deep = near.distance < -tolerance;
        if (approach <= along && !is_deep) {
            return std::nullopt;
        }
        const double next = fraction + (near.distance - tolerance / 2) / approach;
        // Where the shapes are near already, they may pass each other without a touch.
        const double miss =
            fraction == 0 && near.distance <= tolerance ? near.distance / approach : next;
        if (miss > 1 && !is_deep) {
            return std::nullopt;
        }
        // Without a next fraction, the gap is smaller than what a fraction can say.
        if (near.distance <= tolerance || !(next > fraction)) {
            return TimeOfImpact{fraction,
                                near.distance,
                                direction_to_world(frame, near.normal),
                                to_world(frame, near.point + moved)};
        }
        fraction = next;
    }
}

}  // namespace halfspace
