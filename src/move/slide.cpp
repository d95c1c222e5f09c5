// SPDX-License-Identifier: MIT
#include "halfspace/move/slide.h"

#include "move/near_models.h"
#include "move/slider.h"

#include <cassert>

namespace halfspace {

Slide move_and_slide(const Surroundings& around,
                     const MoverBody& body,
                     const Vec3& position,
                     const Vec3& velocity,
                     double seconds,
                     const TraceOptions& options) {
    assert(is_finite(position) && is_finite(velocity) && seconds >= 0);
    const MovedBody moved(around.level, body);
    const double reach = length(velocity) * seconds + 4 * options.skin;
    NearModels near(around, grown(box_at(moved.shape(), position), reach), {});
    if (near.are_too_many()) {
        Slide none;
        none.position = position;
        none.too_many_models = true;
        return none;
    }
    near.place_all_at_the_end();
    const Blockers blockers = blockers_among(around, near, kNoObstacle, options);
    return slide_along(blockers, moved, position, velocity, seconds, {}).slide;
}

}  // namespace halfspace
