// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include <cstddef>

namespace halfspace {
std::uint32_t blocker_bits(Contents contents) {
    if (any(contents & kOpaque)) {
        return kBlockerSolid;
    }
    std::uint32_t bits = 0;
    bits |= any(contents & Contents::Fence) ? kBlockerFence : 0;
    bits |= any(contents & Contents::PlayerClip) ? kBlockerPlayerClip : 0;
    bits |= any(contents & Contents::MonsterClip) ? kBlockerMonsterClip : 0;
    return bits;
}

Contents blocker_contents(std::uint32_t bits) {
    Contents contents = Contents::Empty;
    const auto add = [&](std::uint32_t bit, Contents meant) {
        contents = (bits & bit) != 0 ? contents | meant : contents;
    };
    add(kBlockerSolid, Contents::Solid);
    add(kBlockerFence, Contents::Fence);
    add(kBlockerPlayerClip, Contents::PlayerClip);
    add(kBlockerMonsterClip, Contents::MonsterClip);
    return contents;
}

}  // namespace halfspace
