// SPDX-License-Identifier: MIT
// Reads and makes the fields of a WalkNodeRecord and the words of its children.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/records.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace halfspace {

static_assert((static_cast<std::uint32_t>(kLeafContents) & ~kWalkIndexMask) == 0,
              "the word of a leaf has room for all contents");

// A child of a WalkNodeRecord, or a root of a walk tree.
using WalkChild = std::uint32_t;

constexpr bool is_leaf(WalkChild child) {
    return (child & kWalkLeaf) != 0;
}

// REQUIRES: the child is not a leaf.
constexpr std::uint32_t node_index(WalkChild child) {
    return child & kWalkIndexMask;
}

// What fills the leaf for its space. REQUIRES: the child is a leaf.
constexpr Contents leaf_contents(WalkChild leaf) {
    return static_cast<Contents>(leaf & kWalkIndexMask);
}

// What all leaves below the child have in common. For space 0 kBodySolid says that every leaf has
// one of kOpaque.
constexpr BodyState body_state(WalkChild child) {
    return child >> kWalkStateShift & kBodyStateMask;
}

// The hull of a leaf of a hull tree, an index in hulls; kNone if the leaf does not block.
// REQUIRES: the child is a leaf of a hull tree.
constexpr std::uint32_t hull_of(WalkChild leaf) {
    return (leaf & kWalkIndexMask) - 1;
}

// The cluster of a leaf of a cluster tree, an index in clusters; kNone if the leaf is opaque.
// REQUIRES: the child is a leaf of a cluster tree.
constexpr std::uint32_t cluster_of(WalkChild leaf) {
    return (leaf & kWalkIndexMask) - 1;
}

// The word of a leaf.
constexpr WalkChild walk_leaf(Contents contents) {
    const BodyState state = any(contents & kOpaque)     ? kBodySolid
                            : any(contents & kBlockers) ? kBodyMixed
                                                        : kBodyFree;
    return static_cast<std::uint32_t>(contents) | kWalkLeaf | state << kWalkStateShift;
}

// The axis of the plane of a child that is a node: walk_axis of this node. 0 for a leaf.
constexpr std::uint32_t child_axis(WalkChild child) {
    return child >> kWalkChildAxisShift & kWalkAxisMask;
}

// The axis of the node's plane. 0, 1 or 2: the plane is x, y or z = walk_coordinate. 3: any plane.
constexpr std::uint32_t walk_axis(const WalkNodeRecord& node) {
    return node.child[0] >> 31 | (node.child[1] >> 31) << 1;
}

// The coordinate of an axial plane, map units, exact. REQUIRES: walk_axis(node) < 3.
constexpr double walk_coordinate(const WalkNodeRecord& node) {
    return std::bit_cast<double>(node.plane);
}

}  // namespace halfspace
