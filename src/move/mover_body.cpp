// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_body.h"

#include "halfspace/query/space.h"

namespace halfspace {

ShapeBody shape_of(const Level& level, const MoverBody& body) {
    if (const auto* const shape = std::get_if<ShapeBody>(&body)) {
        return *shape;
    }
    const Aabb box = body_of(level, *std::get_if<SpaceId>(&body));
    // The compiler bounds the sizes of bodies far below those of shapes.
    return {*ConvexShape::box((box.max - box.min) * 0.5), (box.min + box.max) * 0.5};
}

}  // namespace halfspace
