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
    std::optional<TimeOfImpact> met =
        advance(direction_to_local(frame, motion), tolerance, until, [&](const Vec3& moved) {
            Nearness near = nearness(start.with_a_moved(moved), tolerance);
            near.point += moved;
            return near;
        });
    if (met) {
        met->normal = direction_to_world(frame, met->normal);
        met->point = to_world(frame, met->point);
    }
    return met;
}

}  // namespace halfspace
