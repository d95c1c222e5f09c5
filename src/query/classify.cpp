// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"

#include "halfspace/level/walk.h"

#include "query/placed_frames.h"
#include "query/walk/descent.h"

#include <cassert>
#include <cmath>

namespace halfspace {
namespace {

// REQUIRES: the point is in the box of a model.
Side side_of_plane(const Level& level, std::uint32_t plane, const Vec3& point) {
    const double distance =
        approximate_distance(level.scaled_planes()[plane], {point.x, point.y, point.z});
    if (std::abs(distance) > level.filter_bound()) {
        return distance > 0 ? Side::Front : Side::Back;
    }
    return side(point, level.plane(PlaneId{2 * plane}), level.grid_exponent());
}

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
    assert(model.value < level.models().size() && space.value < level.spaces().size());
    if (!is_inside(level.models()[model.value], point)) {
        return LeafId(0);
    }
    std::int32_t child = level.root(model, space);
    while (child >= 0) {
        const NodeRecord& node = level.nodes()[static_cast<std::size_t>(child)];
        const bool is_behind = side_of_plane(level, node.plane, point) == Side::Back;
        child = node.child[is_behind ? 1 : 0];
    }
    return leaf_of(child);
}

Contents point_contents(const PlacedLevel& here, const Vec3& point) {
    assert(is_finite(point) && here.base.value < here.level.models().size());
    return is_alone(here) ? contents_in_base(here, point) : contents_with_models(here, point);
}

}  // namespace halfspace
