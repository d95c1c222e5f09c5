// SPDX-License-Identifier: MIT
#include "halfspace/query/classify.h"

#include "query/descent.h"

#include <cassert>

namespace halfspace {
namespace {

const ModelRecord& model_of(const Level& level, ModelId model) {
    assert(model.value < level.models().size());
    return level.models()[model.value];
}

}  // namespace

LeafId find_leaf(const Level& level, const Vec3& point, ModelId model) {
    return find_leaf(level, SpaceId(0), point, model);
}

LeafId find_leaf(const Level& level, SpaceId space, const Vec3& point, ModelId model) {
    assert(is_finite(point) && space.value < level.spaces().size());
    const ModelRecord& record = model_of(level, model);
    if (!is_inside(record, point)) {
        return LeafId(0);
    }
    const double bound = level.filter_bound();
    std::int32_t child = level.root(model, space);
    while (child >= 0) {
        const NodeRecord& node = node_of(level, child);
        child = node.child[node_side(level, node, point, bound) == Side::Back ? 1 : 0];
    }
    return leaf_of(child);
}

Contents point_contents(const Level& level, const Vec3& point, ModelId model) {
    assert(is_finite(point));
    const ModelRecord& record = model_of(level, model);
    if (!is_inside(record, point)) {
        return Contents::Empty;
    }
    return contents_below(level, record.root, point);
}

}  // namespace halfspace
