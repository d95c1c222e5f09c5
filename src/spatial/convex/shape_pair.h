// SPDX-License-Identifier: MIT
// Two shapes in one frame: that of the first one. So the work of a transform is done once for a
// pair, and a support turns one direction and one point.
#pragma once

#include "halfspace/spatial/convex_shape.h"

namespace halfspace {

// A point of the difference of two cores: a point of a less a point of b, in the frame of a.
struct DifferencePoint {
    Vec3 place;
    Vec3 on_a;  // the point of b is on_a - place
};

class ShapePair {
public:
    ShapePair(const PlacedShape& a, const PlacedShape& b);

    const ConvexShape& a() const { return a_; }
    const ConvexShape& b() const { return b_; }
    // From the frame of b to the frame of a.
    const Transform& b_to_a() const { return b_to_a_; }
    double radii() const { return a_.radius() + b_.radius(); }

    // The same pair after a has moved, in the frame of a.
    ShapePair with_a_moved(const Vec3& motion) const;

    // The point of the difference of the cores that is farthest along the direction. It is stored
    // and not returned, because a copy of what has just been stored makes the processor wait.
    void support(const Vec3& direction, DifferencePoint& farthest) const;
    // A point of the difference, inside if the difference has a volume.
    void middle(DifferencePoint& middle) const;

private:
    const ConvexShape& a_;
    const ConvexShape& b_;
    Transform b_to_a_;
};

}  // namespace halfspace
