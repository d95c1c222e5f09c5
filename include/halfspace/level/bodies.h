// SPDX-License-Identifier: MIT
// What blocks the bodies of each space: how leaves store it in LeafRecord::blockers.
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

}  // namespace halfspace
