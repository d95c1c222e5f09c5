// SPDX-License-Identifier: MIT
// The bodies of a level as shapes.
#pragma once

#include "halfspace/level/fwd.h"
#include "halfspace/query/obstacle.h"

namespace halfspace {

// The box of the space's body. REQUIRES: space in range.
ShapeBody shape_of(const Level& level, SpaceId space);

// The body where its position is the origin.
inline PlacedShape upright(const ShapeBody& body) {
    return {body.shape, moved_by(body.offset)};
}

}  // namespace halfspace
