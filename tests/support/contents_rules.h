// SPDX-License-Identifier: MIT
// The rules of contents of docs/decisions/0001 and 0025, written a second time, because the oracle
// must not ask the library's own. Bits are those of Contents.
#pragma once

#include "halfspace/base/contents.h"

#include <cstdint>

namespace halfspace::test {

using Bits = std::uint32_t;

constexpr Bits bits_of(Contents contents) {
    return static_cast<Bits>(contents);
}

// The bits that `bits` hide at a place. Example: a wall hides water.
Bits hidden_by(Bits bits);

// The bits that a place shows if brushes with these bits, joined by OR, cover it.
Bits shown(Bits joined);

// The contents that block bodies and not sight.
inline constexpr Bits kBarrierBits =
    bits_of(Contents::Fence) | bits_of(Contents::PlayerClip) | bits_of(Contents::MonsterClip);

// What a body meets of a brush: Solid if the brush is opaque, else the bits of kBarrierBits. 0 if
// the body passes through. For the point (space 0) other rules hold.
Bits met_by_bodies(Bits contents);

// The contents that block sight and bodies.
inline constexpr Bits kOpaqueBits = bits_of(Contents::Solid) | bits_of(Contents::Detail) |
                                    bits_of(Contents::Sky) | bits_of(Contents::Void);
// The contents that block sight.
inline constexpr Bits kSightBits = kOpaqueBits | bits_of(Contents::VisBlocker);

}  // namespace halfspace::test
