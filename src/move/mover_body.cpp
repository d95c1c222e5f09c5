// SPDX-License-Identifier: MIT
#include "halfspace/move/mover_body.h"

#include "query/shared/space_shape.h"

namespace halfspace {

ShapeBody shape_of(const Level& level, const MoverBody& body) {
    const auto* const shape = std::get_if<ShapeBody>(&body);
    return shape != nullptr ? *shape : shape_of(level, *std::get_if<SpaceId>(&body));
}

}  // namespace halfspace
