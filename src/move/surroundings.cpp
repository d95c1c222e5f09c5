// SPDX-License-Identifier: MIT
#include "halfspace/move/surroundings.h"

#include "halfspace/query/space.h"

namespace halfspace {

ShapeBody shape_of(const Level& level, const MoverBody& body) {
    const Aabb box = body_of(level, body);
    // The compiler bounds the sizes of bodies far below those of shapes.
    return {*ConvexShape::box((box.max - box.min) * 0.5), (box.min + box.max) * 0.5};
}

MovingModel at_rest(const PlacedModel& placed) {
    return {placed.model, placed.transform, placed.transform};
}

}  // namespace halfspace
