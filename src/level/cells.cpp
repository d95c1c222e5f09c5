// SPDX-License-Identifier: MIT
#include "level/shared/cells.h"

#include "level/scaled_plane.h"

#include <algorithm>
#include <cmath>

namespace halfspace {

LevelPlanes planes_of(const LevelView& level) {
    LevelPlanes planes;
    planes.id.reserve(2 * level.planes.size());
    for (std::uint32_t p = 0; p < level.planes.size(); ++p) {
        const PlaneId id = planes.table.intern(exact_plane(level.planes[p]));
        planes.id.push_back(id);
        planes.id.push_back(id.flipped());
    }
    return planes;
}

GridBox grid_box(const LevelView& level, ModelId model) {
    const ModelRecord& record = level.models[model.value];
    GridBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // The loader makes sure that both are whole numbers of steps.
        box.min[axis] =
            static_cast<std::int64_t>(std::ldexp(record.min[axis], level.grid_exponent));
        box.max[axis] =
            static_cast<std::int64_t>(std::ldexp(record.max[axis], level.grid_exponent));
    }
    return box;
}

std::vector<std::uint32_t> clusters_of_leaves(const LevelView& level) {
    std::vector<std::uint32_t> clusters(level.leaves.size(), kNone);
    std::uint32_t count = 0;
    const auto number = [&](std::int32_t child) {
        if (child < 0) {
            const std::uint32_t leaf = leaf_of(child).value;
            if (!any(static_cast<Contents>(level.leaves[leaf].contents) & kOpaque)) {
                clusters[leaf] = count++;
            }
        }
    };
    std::vector<std::int32_t> waiting{level.cluster_roots.front()};
    number(waiting.front());
    while (!waiting.empty()) {  // nodes of one tree are stored in this order
        const std::int32_t child = waiting.back();
        waiting.pop_back();
        if (child >= 0) {
            const NodeRecord& node = level.nodes[static_cast<std::size_t>(child)];
            number(node.child[0]);
            number(node.child[1]);
            waiting.push_back(node.child[1]);
            waiting.push_back(node.child[0]);
        }
    }
    return clusters;
}

std::optional<GridBox> blocked_box(const LevelView& level, ModelId model, SpaceId space) {
    const ModelRecord& record = level.models[model.value];
    const SpaceRecord& body = level.spaces[space.value];
    const auto most = static_cast<double>(kMaxGridCoordinate);
    GridBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!(record.bounds_min[axis] <= record.bounds_max[axis])) {
            return std::nullopt;
        }
        const double low = record.bounds_min[axis] - body.max[axis];
        const double high = record.bounds_max[axis] - body.min[axis];
        box.min[axis] = static_cast<std::int64_t>(
            std::max(std::floor(std::ldexp(low, level.grid_exponent)), -most));
        box.max[axis] = static_cast<std::int64_t>(
            std::min(std::ceil(std::ldexp(high, level.grid_exponent)), most));
        if (box.min[axis] >= box.max[axis]) {
            return std::nullopt;  // it is flat, and the body is a point
        }
    }
    return box;
}

}  // namespace halfspace
