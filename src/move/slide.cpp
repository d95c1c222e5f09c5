// SPDX-License-Identifier: MIT
#include "halfspace/move/slide.h"

#include "move/near_things.h"
#include "move/slide_along.h"

#include <cassert>
#include <cmath>

namespace halfspace {

Slide move_and_slide(const PlacedLevel& around,
                     const MoverBody& body,
                     const Vec3& position,
                     const Vec3& velocity,
                     double seconds,
                     const TraceOptions& options) {
    assert(is_within(position, kMaxMoverPlace) && seconds >= 0);
    assert(is_within(position + velocity * seconds, kMaxMoverPlace));
    assert(options.skin >= 0 && std::isfinite(options.skin));
    assert(options.hair >= 0 && std::isfinite(options.hair));
    const MovedBody moved(around.level, body);
    const double reach = length(velocity) * seconds + 4 * options.skin;
    NearThings near(around, grown(box_at(moved.shape(), position), reach), {}, {});
    if (near.are_too_many()) {
        Slide none;
        none.position = position;
        none.too_many_near = true;
        return none;
    }
    near.place_all_at_the_end();
    const Blockers blockers = blockers_among(around, near, options);
    return slide_along(blockers, moved, position, velocity, seconds, {}).slide;
}

}  // namespace halfspace
