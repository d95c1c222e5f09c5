// SPDX-License-Identifier: MIT
#include "halfspace/query/free.h"

#include "query/placed_frames.h"

#include <cassert>

namespace halfspace {

bool is_free(const PlacedLevel& here, SpaceId space, const Vec3& position, Contents mask) {
    assert(is_finite(position));
    const Blocking blocking(space, mask);
    return !is_blocked(tree_of(here.level, here.base, space), blocking, position) &&
           (here.models.empty() ||
            !any_placed(here, space, position, [&](const Walked& tree, const Vec3& local) {
                return is_blocked(tree, blocking, local);
            }));
}

}  // namespace halfspace
