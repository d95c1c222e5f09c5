// SPDX-License-Identifier: MIT
// What a body touches in the plane of a node.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/trace.h"

#include "query/exact_walk.h"

#include <cstdint>

namespace halfspace {

// Of the brushes with a side that looks to the empty side of the node's plane: the one that holds
// the position best.
struct FoundSurface {
    TouchedSurface surface;
    // How far the position is outside of the brush, grown by the body [units]; infinity if no brush
    // has a side there.
    double outside;
};
FoundSurface find_surface(const Level& level,
                          SpaceId space,
                          const CrossedPlane& plane,
                          const Vec3& position);

}  // namespace halfspace
