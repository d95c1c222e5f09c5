// SPDX-License-Identifier: MIT
#include "halfspace/math/plane.h"
#include "halfspace/query/classify.h"

#include "halfspace_draw.h"
#include "handle.h"

#include <span>

using namespace halfspace;
using namespace halfspace::c;

uint32_t halfspace_node_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.nodes().size());
}

uint32_t halfspace_leaf_count(const halfspace_level* level) {
    return level == nullptr ? 0 : static_cast<uint32_t>(level->level.leaves().size());
}

halfspace_status halfspace_model_root(const halfspace_level* level, uint32_t model, int32_t* root) {
    if (!has_model(level, model) || root == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *root = level->level.root(ModelId(model), SpaceId(0));
    return HALFSPACE_OK;
}

halfspace_status halfspace_write_nodes(const halfspace_level* level,
                                       double* planes,
                                       int32_t* children,
                                       size_t capacity) {
    if (level == nullptr || planes == nullptr || children == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const std::span<const NodeRecord> nodes = level->level.nodes();
    if (capacity < nodes.size()) {
        return HALFSPACE_TOO_SMALL;
    }
    for (const NodeRecord& node : nodes) {
        const ScaledPlaneRecord& plane = level->level.scaled_planes()[node.plane];
        for (const double n : plane.n) {
            *planes++ = n;
        }
        *planes++ = plane.d;
        *children++ = node.child[0];
        *children++ = node.child[1];
    }
    return HALFSPACE_OK;
}

halfspace_status halfspace_find_leaf(const halfspace_level* level,
                                     uint32_t model,
                                     const double point[3],
                                     uint32_t* leaf) {
    if (!has_model(level, model) || !is_point(point) || leaf == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *leaf = find_leaf(level->level, vec3(point), ModelId(model)).value;
    return HALFSPACE_OK;
}

halfspace_status halfspace_leaf_contents(const halfspace_level* level,
                                         uint32_t leaf,
                                         uint32_t* contents) {
    if (leaf >= halfspace_leaf_count(level) || contents == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    *contents = level->level.leaves()[leaf].contents;
    return HALFSPACE_OK;
}

halfspace_status halfspace_find_face_source(const halfspace_level* level,
                                            uint32_t face,
                                            halfspace_face_source* source) {
    if (level == nullptr || face >= level->level.faces().size() || source == nullptr) {
        return HALFSPACE_BAD_ARGUMENT;
    }
    const Level& from = level->level;
    const FaceRecord& record = from.faces()[face];
    *source = {HALFSPACE_NONE, HALFSPACE_NONE, record.side, 0, 0, 0, {}};
    if (record.brush != HALFSPACE_NONE) {
        const BrushRecord& brush = from.brushes()[record.brush];
        const SideRecord& side = from.sides()[record.side];
        *source = {
            brush.entity, brush.source, side.source, brush.line, side.line, brush.contents, {}};
    }
    const Plane even = with_unit_normal(from.scaled_plane(record.plane / 2));
    const Plane plane = (record.plane & 1) != 0 ? flipped(even) : even;
    store(plane.n, source->plane);
    source->plane[3] = plane.d;
    return HALFSPACE_OK;
}
