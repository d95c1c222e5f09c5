// SPDX-License-Identifier: MIT
#include "halfspace/spatial/convex.h"

#include "spatial/convex/core_distance.h"
#include "spatial/convex/pair_reach.h"
#include "spatial/convex/shape_impact.h"

namespace halfspace {

namespace {

// Nearer shapes count as touching, as a part of the tolerance. The direction from one to the other
// is then less sure than that of the least depth.
constexpr double kTouching = 0x1p-10;

// In the frame of a.
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
    return time_of_impact_until(a, b, motion, tolerance, 1);
}

std::optional<TimeOfImpact> time_of_impact_until(const PlacedShape& a,
                                                 const PlacedShape& b,
                                                 const Vec3& motion,
                                                 double tolerance,
                                                 double until) {
    const ShapePair start(a, b);
    const Transform& frame = a.transform;
    const auto near_at = [&](const Vec3& moved) {
        Nearness near = nearness(start.with_a_moved(moved), tolerance);
        near.point += moved;
        return near;
    };
    Approach approach(direction_to_local(frame, motion), near_at);
    if (!approach.reach(tolerance / 2, tolerance, until)) {
        return std::nullopt;
    }
    const Nearness& near = approach.near();
    const double fraction = approach.fraction();
    if (!(near.distance < -tolerance)) {
        // Where the shapes are near already, they may pass each other without a touch.
        const double gap = fraction == 0 ? near.distance : near.distance - tolerance / 2;
        if (approach.is_along() || fraction + gap / approach.speed() > 1) {
            return std::nullopt;
        }
    }
    return TimeOfImpact{fraction,
                        near.distance,
                        direction_to_world(frame, near.normal),
                        to_world(frame, near.point)};
}

}  // namespace halfspace
