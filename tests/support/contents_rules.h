// SPDX-License-Identifier: MIT
// The rules of contents as docs/decisions/0001 and 0025 state them, written a second time: the
// oracle must not ask the library's own. Bits are those of Contents.
#pragma once

#include "halfspace/base/contents.h"

#include <cstdint>

namespace halfspace::test {

using Bits = std::uint32_t;

constexpr Bits bits_of(Contents contents) {
    return static_cast<Bits>(contents);
}

// The bits that a place does not show when it also has one of `bits`: water in a wall.
Bits hidden_by(Bits bits);

// What a place shows that is covered by brushes of these bits, joined by OR.
Bits shown(Bits joined);

// What a body of a space other than the point meets in a brush: Solid for all that is opaque, and
// Fence, PlayerClip and MonsterClip; 0 if the body passes through.
Bits met_by_bodies(Bits contents);

// What blocks sight.
inline constexpr Bits kOpaqueBits = bits_of(Contents::Solid) | bits_of(Contents::Detail) |
                                    bits_of(Contents::Sky) | bits_of(Contents::Void);

}  // namespace halfspace::test
