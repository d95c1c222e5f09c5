// SPDX-License-Identifier: MIT
// What blocks the bodies of each space: how leaves store it in LeafRecord::blockers, and nodes in
// NodeRecord::body_states.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/records.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

// The blocker bits (kBlockerSolid and so on, tree_records.h) of a leaf with these contents.
std::uint32_t blocker_bits(Contents contents);

// The contents that blocker bits stand for: Solid, Fence, PlayerClip and MonsterClip. Detail, sky
// and void have become Solid.
Contents blocker_contents(std::uint32_t bits);

// The blocker bits of a leaf for one space. REQUIRES: space.value < kMaxSpaces.
constexpr std::uint32_t blockers_in(const LeafRecord& leaf, SpaceId space) {
    return static_cast<std::uint32_t>(leaf.blockers >> (4 * space.value)) & kBlockerMask;
}

// What all leaves below child 0 or child 1 of a node have in common for one space. REQUIRES: child
// < 2, space.value < kMaxSpaces.
constexpr BodyState body_state(const NodeRecord& node, std::size_t child, SpaceId space) {
    return node.body_states[child] >> (2 * space.value) & kBodyStateMask;
}

// The states of one leaf for the first `spaces` spaces, packed as in NodeRecord::body_states.
std::uint32_t body_states_of(const LeafRecord& leaf, std::size_t spaces);

// The states of a node for all spaces, packed the same way, from the states of its two children.
// Different states have no common bit, so the AND of two different states is kBodyMixed.
constexpr std::uint32_t body_states_of(const NodeRecord& node) {
    return node.body_states[0] & node.body_states[1];
}

}  // namespace halfspace
