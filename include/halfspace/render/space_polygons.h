// SPDX-License-Identifier: MIT
// The walls as a body meets them, for pictures: the surface of everything that blocks in one space.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/render/polygon_list.h"

namespace halfspace {

// The parts of the surface that look towards the eye [map units], in the order of the tree. No file
// stores them. They are cut out of the planes of nodes between free leaves and blocked ones. This
// is done in doubles, so slivers may be missing.
// The colour of a part tells what blocks there: light grey for solid, and for other contents their
// colour in plans. It is warmer where the body touches only an edge of a brush, by a bevel.
// Cost: for each node between such leaves, the planes above the node and the nodes that its piece
// meets. REQUIRES: is_finite(eye), space and model in range.
PolygonList space_polygons(const Level& level,
                           SpaceId space,
                           const Vec3& eye,
                           Contents mask = kBodyBlockers,
                           ModelId model = kWorldModel,
                           DrawOrder order = DrawOrder::FrontToBack);

}  // namespace halfspace
