// SPDX-License-Identifier: MIT
// How far the difference of two cores reaches beyond the origin.
#pragma once

#include "spatial/convex/shape_pair.h"

namespace halfspace {

// How far the difference reaches along a direction.
struct Reach {
    Vec3 direction;  // length 1; zero if no direction was tried
    double depth = 0;

    // Takes the other direction if the difference reaches less far along it.
    void improve(const Reach& other) {
        if (direction == Vec3{} || other.depth < depth) {
            *this = other;
        }
    }
};

// How far the difference reaches along a direction of any length above 0.
inline Reach reach_along(const ShapePair& pair, const Vec3& direction) {
    const Vec3 unit = normalized(direction);
    DifferencePoint farthest;
    pair.support(unit, farthest);
    return {unit, dot(farthest.place, unit)};
}

// The direction along which the difference reaches the least way.
struct CoreDepth {
    Reach reach;
    double least = 0;      // it reaches so far in every direction, up to rounding
    double size = 0;       // it reaches at least so far in some direction: rounding is a part of it
    bool is_full = false;  // with more memory, `least` would be more
};

}  // namespace halfspace
