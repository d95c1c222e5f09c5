// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"

#include "query/descent.h"
#include "query/placed_frames.h"

#include <cassert>

namespace halfspace {
namespace {

inline Contents contents_in_base(const PlacedLevel& here, const Vec3& point) {
    const Walked tree = tree_of(here.level, here.base, SpaceId(0));
    return is_inside(tree.model, point) ? contents_below(here.level, tree.root, point)
                                        : Contents::Empty;
}

// A call of its own: without placed models, point_contents then has no registers to save.
[[gnu::noinline]] Contents contents_with_models(const PlacedLevel& here, const Vec3& point) {
    Contents contents = contents_in_base(here, point);
    any_placed(here, SpaceId(0), point, [&](const Walked& tree, const Vec3& local) {
        if (is_inside(tree.model, local)) {
            contents = normalize(contents | contents_below(tree.level, tree.root, local));
        }
        return false;
    });
    return contents;
}

}  // namespace

LeafId find_leaf(const Level& level, const Vec3& point, ModelId model) {
    return find_leaf(level, SpaceId(0), point, model);
}

LeafId find_leaf(const Level& level, SpaceId space, const Vec3& point, ModelId model) {
    assert(is_finite(point));
    const Walked tree = tree_of(level, model, space);
    if (!is_inside(tree.model, point)) {
        return LeafId(0);
    }
    const double bound = level.filter_bound();
    std::int32_t child = tree.root;
    while (child >= 0) {
        const NodeRecord& node = node_of(level, child);
        child = node.child[node_side(level, node, point, bound) == Side::Back ? 1 : 0];
    }
    return leaf_of(child);
}

Contents point_contents(const PlacedLevel& here, const Vec3& point) {
    assert(is_finite(point) && here.base.value < here.level.models().size());
    return here.models.empty() ? contents_in_base(here, point) : contents_with_models(here, point);
}

}  // namespace halfspace
