// SPDX-License-Identifier: MIT
#include "halfspace/query/moving_model.h"

#include "halfspace/level/level.h"

#include <algorithm>

namespace halfspace {

MovingModel::MovingModel(const Level& level,
                         ModelId model,
                         const Transform& from,
                         const Transform& to)
    : model_(model),
      moves_(from != to),
      turns_(from.x != to.x || from.y != to.y),
      from_(from),
      to_(to) {
    const Aabb local = level.tree_box(model);
    box_ = box_to_world(from, local);
    if (!moves_) {
        return;
    }
    // The way of a point is a convex function of the point, so a corner has the longest.
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p{(corner & 1) != 0 ? local.max.x : local.min.x,
                     (corner & 2) != 0 ? local.max.y : local.min.y,
                     (corner & 4) != 0 ? local.max.z : local.min.z};
        longest_way_ = std::max(longest_way_, distance(to_world(from, p), to_world(to, p)));
    }
    // A point on an arc of at most half a turn is at most half of the chord away from the chord.
    const double aside = turns_ ? longest_way_ / 2 : 0;
    box_ = grown(merge(box_, box_to_world(to, local)), aside);
}

}  // namespace halfspace
