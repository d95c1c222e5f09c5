// SPDX-License-Identifier: MIT
// Oriented boxes (OBBs) beside the boxes along the axes of the mesh, for nodes with children that
// are thin or long: boxes along the axes say little about those that are not along an axis. Only
// questions about two meshes look at OBBs.
#pragma once

#include "halfspace/base/executor.h"

#include "spatial/bvh/bvh4.h"
#include "spatial/bvh/points4.h"

#include <array>
#include <span>
#include <vector>

namespace halfspace {

struct TriangleBlock;

// The OBBs of a node's four children, in the frame of the tree: the points
// middle + s0 * edge[0] + s1 * edge[1] + s2 * edge[2], each s from -1 to 1. edge[0] is the longest.
// A slot without a child holds anything finite.
struct alignas(64) Obb4 {
    Points4 middle;
    std::array<Points4, 3> edge;
};

// The boxes of a node along the axes, in this form.
Obb4 aligned_boxes(const Bvh4Node& node);

// The OBBs of all nodes that are better with them; writes Bvh4Node::obbs.
// Cost: the blocks; for a mesh of thin parts, the blocks times the depth of the tree.
// REQUIRES: the tree is fit, and the blocks are those of the tree.
std::vector<Obb4> fit_obbs(Bvh4& tree,
                           std::span<const TriangleBlock> blocks,
                           const Executor& executor);

}  // namespace halfspace
