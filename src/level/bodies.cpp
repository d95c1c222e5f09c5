// SPDX-License-Identifier: MIT
#include "halfspace/level/bodies.h"

#include <array>

namespace halfspace {
namespace {

// What each blocker bit stands for, from the lowest bit on.
constexpr auto kMeant = [] {
    std::array<Contents, kBlockerWidth> meant{Contents::Solid};
    auto rest = static_cast<std::uint32_t>(kBarriers);
    for (std::size_t i = 1; i < kBlockerWidth; ++i) {
        meant[i] = static_cast<Contents>(rest & ~(rest - 1));
        rest &= rest - 1;
    }
    return meant;
}();

}  // namespace

std::uint32_t blocker_bits(Contents contents) {
    if (any(contents & kOpaque)) {
        return kBlockerSolid;
    }
    std::uint32_t bits = 0;
    for (std::uint32_t i = 1; i < kBlockerWidth; ++i) {
        bits |= any(contents & kMeant[i]) ? 1u << i : 0;
    }
    return bits;
}

Contents blocker_contents(std::uint32_t bits) {
    Contents contents = Contents::Empty;
    for (std::uint32_t i = 0; i < kBlockerWidth; ++i) {
        contents = (bits >> i & 1) != 0 ? contents | kMeant[i] : contents;
    }
    return contents;
}

}  // namespace halfspace
