// SPDX-License-Identifier: MIT
// The walls as a body meets them: the surface of what blocks a space, for pictures.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/render/polygon_list.h"

namespace halfspace {

// The parts of the surface that look to the eye, in the tree's order. No file holds them: they are
// cut out of the planes of the nodes between free and blocked leaves, in doubles, so that slivers
// may be missing. Colours tell what blocks (as cuts show contents); where only an edge of a brush
// is touched, by a bevel, they are warmer. Cost: for each node between such leaves the planes above
// it, and the nodes that its piece meets. REQUIRES: is_finite(eye), space and model in range.
PolygonList space_polygons(const Level& level,
                           SpaceId space,
                           const Vec3& eye,
                           Contents mask = kBodyBlockers,
                           ModelId model = ModelId(0),
                           DrawOrder order = DrawOrder::FrontToBack);

}  // namespace halfspace
