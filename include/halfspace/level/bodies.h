// SPDX-License-Identifier: MIT
// What blocks the bodies of each space: how leaves store it in LeafRecord::blockers.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/id.h"
#include "halfspace/level/records.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace halfspace {

// The blocker bits of one space in LeafRecord::blockers say what blocks its body in the leaf. The
// lowest bit means all of kOpaque and excludes the others. Then comes a bit for each of kBarriers,
// in the order of their bits.
inline constexpr std::uint32_t kBlockerSolid = 1;
inline constexpr std::uint32_t kBlockerWidth =
    1 + std::popcount(static_cast<std::uint32_t>(kBarriers));
inline constexpr std::uint32_t kBlockerMask = (1u << kBlockerWidth) - 1;
static_assert(kBlockerWidth * kMaxSpaces <= 64, "LeafRecord::blockers has room for all spaces");

// The blocker bits of a leaf with these contents.
std::uint32_t blocker_bits(Contents contents);

// The contents that blocker bits stand for: bits of kContentsOfBodies.
Contents blocker_contents(std::uint32_t bits);

// The blocker bits of a leaf for one space. REQUIRES: space.value < kMaxSpaces.
constexpr std::uint32_t blockers_in(const LeafRecord& leaf, SpaceId space) {
    return static_cast<std::uint32_t>(leaf.blockers >> (kBlockerWidth * space.value)) &
           kBlockerMask;
}

}  // namespace halfspace
