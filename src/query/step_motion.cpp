// SPDX-License-Identifier: MIT
#include "halfspace/query/step_motion.h"

#include <algorithm>

namespace halfspace {

StepMotion::StepMotion(const Aabb& local, const Transform& from, const Transform& to)
    : box_(box_to_world(from, local)),
      moves_(from != to),
      turns_(from.x != to.x || from.y != to.y),
      from_(from),
      to_(to) {
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
