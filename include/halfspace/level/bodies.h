// SPDX-License-Identifier: MIT
// How leaves and nodes say what blocks the bodies of each space: the bits of LeafRecord::blockers
// and NodeRecord::body_states.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/records.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {

// The blocker bits (kBlockerSolid and so on) of a leaf with these contents.
std::uint32_t blocker_bits(Contents contents);

// The contents that blocker bits stand for: Solid, Fence, PlayerClip and MonsterClip. Detail, sky
// and void come back as Solid.
Contents blocker_contents(std::uint32_t bits);

// The blocker bits of a leaf for one space.
constexpr std::uint32_t blockers_in(const LeafRecord& leaf, SpaceId space) {
    return static_cast<std::uint32_t>(leaf.blockers >> (4 * space.value)) & kBlockerMask;
}

// The state of child 0 or 1 of a node for one space.
constexpr BodyState body_state(const NodeRecord& node, std::size_t child, SpaceId space) {
    return node.body_states[child] >> (2 * space.value) & kBodyStateMask;
}

// The states of a leaf for all of `spaces`, packed as in NodeRecord::body_states.
std::uint32_t body_states_of(const LeafRecord& leaf, std::size_t spaces);

// The states of a node for all spaces, packed likewise, from the states of its two children. Two
// different states have no bit in common, so the AND of different states is kBodyMixed.
constexpr std::uint32_t body_states_of(const NodeRecord& node) {
    return node.body_states[0] & node.body_states[1];
}

}  // namespace halfspace
