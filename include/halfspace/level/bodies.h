// SPDX-License-Identifier: MIT
// How records say what blocks the bodies of each space: the packed bits of leaves and nodes.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/records.h"

#include <cstdint>

namespace halfspace {

// The four bits (kBlockerSolid and its kin) of space that is made of these contents.
std::uint32_t blocker_bits(Contents contents);

// Solid, Fence, PlayerClip and MonsterClip for the bits that are set.
Contents blocker_contents(std::uint32_t bits);

// The bits of one space.
constexpr std::uint32_t blockers_in(const LeafRecord& leaf, SpaceId space) {
    return static_cast<std::uint32_t>(leaf.blockers >> (4 * space.value)) & kBlockerMask;
}

// The state of one space below a child of the node.
constexpr BodyState body_state(const NodeRecord& node, std::size_t child, SpaceId space) {
    return node.body_states[child] >> (2 * space.value) & kBodyStateMask;
}

// What a parent says of a leaf, two bits for each of `spaces`.
std::uint32_t body_states_of(const LeafRecord& leaf, std::size_t spaces);

// What a parent says of a node whose own states are known. States have no bit in common, so that
// children that differ leave none.
constexpr std::uint32_t body_states_of(const NodeRecord& node) {
    return node.body_states[0] & node.body_states[1];
}

}  // namespace halfspace
