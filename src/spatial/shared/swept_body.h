// SPDX-License-Identifier: MIT
// A body that moves without turning, in one frame.
#pragma once

#include "halfspace/math/transform.h"
#include "halfspace/spatial/convex_shape.h"

#include <optional>

namespace halfspace {

// A body counts as at least this thick [units]. Two hulls that meet in a common face leave no gap
// for such a body: it is more than the depth that counts as touching.
inline constexpr double kMinThickness = 0x1p-20;

// A swept body in the frame of what it meets. It refers to its shape and its transform.
class SweptBody {
public:
    // turn: how the body stands in this frame when its position is the origin of the frame.
    SweptBody(const ConvexShape& shape, const Transform& turn);

    // True if the body is a box along the axes.
    bool is_box() const { return is_box_; }
    // The box around the body.
    const Vec3& centre() const { return centre_; }
    const Vec3& half() const { return half_; }

    PlacedShape at(const Vec3& position) const {
        PlacedShape placed{shape(), turn_};
        placed.transform.translation += position;
        return placed;
    }

private:
    const ConvexShape& shape() const { return thickened_ ? *thickened_ : shape_; }

    const ConvexShape& shape_;
    const Transform& turn_;
    std::optional<ConvexShape> thickened_;  // of a flat body
    Vec3 centre_;
    Vec3 half_;
    bool is_box_;
};

}  // namespace halfspace
