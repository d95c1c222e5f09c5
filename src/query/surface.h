// SPDX-License-Identifier: MIT
// Which brush a body touches in the plane of a node.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/trace.h"

#include "query/exact_walk.h"

#include <cstdint>

namespace halfspace {

struct FoundSurface {
    TouchedSurface surface;
    // How far the position is outside of the brush that is grown by the body [units]. Infinite if
    // nothing has a side there.
    double outside;
};

// Of the brushes that have a side in the node's plane, towards its empty side, the brush to which
// the position is nearest. The first brush nearer than 1e-6 units is taken.
FoundSurface find_surface(const Level& level,
                          SpaceId space,
                          const CrossedPlane& plane,
                          const Vec3& position);

}  // namespace halfspace
