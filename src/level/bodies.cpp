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

std::uint32_t body_states_of(const LeafRecord& leaf, std::size_t spaces) {
    std::uint32_t states = 0;
    for (std::uint32_t s = 0; s < spaces; ++s) {
        const std::uint32_t bits = blockers_in(leaf, SpaceId(s));
        const BodyState state =
            bits == 0 ? kBodyFree : ((bits & kBlockerSolid) != 0 ? kBodySolid : kBodyMixed);
        states |= state << (2 * s);
    }
    return states;
}

}  // namespace halfspace
