// SPDX-License-Identifier: MIT
#include "halfspace/query/free.h"

#include "halfspace/level/level.h"

#include "level/shared/walk_nodes.h"
#include "query/placed_frames.h"
#include "query/thing_sweep.h"
#include "query/walk/leaf_visit.h"

#include <cassert>

namespace halfspace {
namespace {

// True if has(leaf) is true for a leaf of the tree.
template <class Has>
bool has_leaf(const Level& level, WalkChild root, const Has& has) {
    return !visit_leaves_at(
        level,
        root,
        [](std::uint32_t) { return both_from(0); },
        [&](WalkChild leaf) { return !has(leaf); });
}

// True if a hull of the model has one of the contents.
bool has_hull(const Level& level, ModelId model, Contents contents) {
    const WalkChild root = level.hull_roots()[model.value];
    if (body_state(root) == kBodyFree || !any(contents)) {
        return false;
    }
    return contents == kContentsOfBodies || has_leaf(level, root, [&](WalkChild leaf) {
               const std::uint32_t hull = hull_of(leaf);
               return hull != kNone &&
                      any(static_cast<Contents>(level.hulls()[hull].contents) & contents);
           });
}

}  // namespace

bool is_blocked_by_things(const PlacedLevel& here,
                          const Blocking& blocking,
                          const Vec3& position,
                          Contents mask) {
    const SpaceId space = blocking.space();
    return any_placed(here,
                      space,
                      position,
                      [&](const Walked& tree, const Vec3& local) {
                          return is_blocked(tree, blocking, local);
                      }) ||
           (has_loose_things(here) &&
            overlaps_thing(here, upright(shape_of(here.level, space)), position, mask));
}

bool is_free(const PlacedLevel& here, SpaceId space, const Vec3& position, Contents mask) {
    assert(is_finite(position));
    const Blocking blocking(space, mask);
    return !is_blocked(tree_of(here.level, here.base, space), blocking, position) &&
           (is_alone(here) || !is_blocked_by_things(here, blocking, position, mask));
}

bool does_block(const Level& level, ModelId model, Contents mask) {
    assert(model.value < level.models().size());
    if (has_hull(level, model, mask & kContentsOfBodies)) {
        return true;
    }
    const Contents others = mask & ~kBodyBlockers;
    return any(others) && has_leaf(level, level.walk_root(model, SpaceId(0)), [&](WalkChild leaf) {
               return any(leaf_contents(leaf) & others);
           });
}

}  // namespace halfspace
