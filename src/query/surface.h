// SPDX-License-Identifier: MIT
// Which brush a body touches in the plane of a node.
#pragma once

#include "halfspace/level/level.h"
#include "halfspace/query/trace.h"

#include "query/walk/exact_walk.h"

#include <cstdint>

namespace halfspace {

struct FoundSurface {
    TouchedSurface surface;
    // How far the position is outside of the brush that is grown by the body [units]. Infinite if
    // nothing has a side there.
    double outside;
};

// The plane of one of Level::nodes. Contacts hang at these nodes.
struct SurfacePlane {
    NodeId node;             // invalid: nothing has a side in the plane
    bool is_turned = false;  // true: the empty side is behind the plane
};

// The plane that a segment has crossed in a walk tree.
SurfacePlane surface_plane(const Level& level, const CrossedPlane& plane);

// The id of the plane, turned so that its front is the empty side; invalid if there is no node.
PlaneId plane_id(const Level& level, const SurfacePlane& plane);

// Of the brushes that have a side in the plane, towards its empty side, the brush to which the
// position is nearest. The first brush nearer than 1e-6 units is taken.
FoundSurface find_surface(const Level& level,
                          SpaceId space,
                          const SurfacePlane& plane,
                          const Vec3& position);

}  // namespace halfspace
