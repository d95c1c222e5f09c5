// SPDX-License-Identifier: MIT
// A swept body and the box around it.
#pragma once

#include "halfspace/math/aabb.h"
#include "halfspace/spatial/convex_shape.h"

#include "math/shared/turned.h"
#include "query/placed_things.h"

namespace halfspace {

struct BodyBox {
    const PlacedShape& placed;
    Aabb box;  // where its position is the origin
    bool is_box;

    explicit BodyBox(const PlacedShape& shape)
        : placed(shape),
          box(is_turned(shape.transform)
                  ? box_to_world(shape.transform, shape.shape.bounds())
                  : moved(shape.shape.bounds(), shape.transform.translation)),
          is_box(shape.shape.kind() == ConvexShape::Kind::Box && shape.shape.radius() == 0 &&
                 !is_turned(shape.transform)) {}

    Vec3 middle() const { return centre_of(box); }
    Vec3 half() const { return half_of(box); }

    NearMotion motion(const Vec3& from, const Vec3& to, double skin) const {
        return {from + middle(), to + middle(), half() + Vec3{skin, skin, skin}};
    }
    PlacedShape at(const Vec3& position) const {
        PlacedShape there = placed;
        there.transform.translation += position;
        return there;
    }
};

}  // namespace halfspace
