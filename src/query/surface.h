// SPDX-License-Identifier: MIT
// What a body touches in the plane of a node.
#pragma once

#include "halfspace/query/trace.h"

#include "query/exact_walk.h"

#include <cstdint>

namespace halfspace {

// The side of a brush that looks to the empty side of the node's plane, of the brush that holds the
// position best; how far the position is outside of that brush, grown by the body [units], or
// infinity if no brush has a side there.
struct FoundSurface {
    TouchedSurface surface;
    double outside;
};
FoundSurface find_surface(const Level& level,
                          SpaceId space,
                          const CrossedPlane& plane,
                          const Vec3& position);

}  // namespace halfspace
