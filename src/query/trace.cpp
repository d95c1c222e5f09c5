// SPDX-License-Identifier: MIT
#include "halfspace/query/trace.h"

#include "query/change.h"
#include "query/resting.h"

#include <algorithm>
#include <cassert>

namespace halfspace {
namespace {

using Kind = Transition::Kind;

Walked tree_of(const Level& level, ModelId model, SpaceId space) {
    assert(model.value < level.models().size() && space.value < level.spaces().size());
    return {level, level.models()[model.value], level.root(model, space)};
}

}  // namespace

Transition first_transition(const Level& level,
                            SpaceId space,
                            const Vec3& src,
                            const Vec3& dest,
                            Contents mask,
                            ModelId model) {
    assert(is_finite(src) && is_finite(dest));
    const Walked tree = tree_of(level, model, space);
    const Change change = find_change(tree, Blocking(space, mask), src, dest);
    Transition transition{change.kind, change.fraction, change.point, {}, kNone};
    if (change.plane.plane >= 0) {
        transition.node = static_cast<std::uint32_t>(change.plane.plane);
        const PlaneId even{2 * node_of(level, change.plane.plane).plane};
        transition.plane = change.plane.empty_side > 0 ? even : even.flipped();
    }
    return transition;
}

Contact trace(const Level& level,
              SpaceId space,
              const Vec3& src,
              const Vec3& dest,
              const TraceOptions& options) {
    assert(is_finite(src) && is_finite(dest));
    const bool is_ignored =
        std::find(options.ignore.begin(), options.ignore.end(), ModelId(0)) != options.ignore.end();
    if (is_ignored) {
        Contact contact;
        contact.point = contact.end = dest;
        return contact;
    }
    return contact_in(tree_of(level, ModelId(0), space),
                      Blocking(space, options.mask),
                      src,
                      dest,
                      {options.skin, options.hair});
}

}  // namespace halfspace
