// SPDX-License-Identifier: MIT
#include "spatial/convex/shape_pair.h"

#include "spatial/convex/core_support.h"

#include <cassert>

namespace halfspace {
namespace {

[[maybe_unused]] bool stands_well(const PlacedShape& placed) {
    return is_rigid(placed.transform) && is_within(placed.transform.translation, kMaxShapePlace);
}

// As to_world and direction_to_local, inlined.
Vec3 placed(const Transform& t, const Vec3& p) {
    return t.x * p.x + t.y * p.y + t.z * p.z + t.translation;
}
Vec3 turned_back(const Transform& t, const Vec3& v) {
    return {dot(t.x, v), dot(t.y, v), dot(t.z, v)};
}

}  // namespace

ShapePair::ShapePair(const PlacedShape& a, const PlacedShape& b) : a_(a.shape), b_(b.shape) {
    assert(stands_well(a) && stands_well(b));
    const Transform& frame = a.transform;
    b_to_a_.x = turned_back(frame, b.transform.x);
    b_to_a_.y = turned_back(frame, b.transform.y);
    b_to_a_.z = turned_back(frame, b.transform.z);
    b_to_a_.translation = turned_back(frame, b.transform.translation - frame.translation);
}

ShapePair ShapePair::with_a_moved(const Vec3& motion) const {
    ShapePair moved = *this;
    moved.b_to_a_.translation = b_to_a_.translation - motion;
    return moved;
}

void ShapePair::support(const Vec3& direction, DifferencePoint& farthest) const {
    const Vec3 on_a = farthest_of_core(a_, direction);
    const Vec3 of_b = farthest_of_core(b_, turned_back(b_to_a_, -direction));
    farthest.place = on_a - placed(b_to_a_, of_b);
    farthest.on_a = on_a;
}

void ShapePair::middle(DifferencePoint& middle) const {
    middle.place = a_.middle() - placed(b_to_a_, b_.middle());
    middle.on_a = a_.middle();
}

}  // namespace halfspace
