// SPDX-License-Identifier: MIT
#include "support/contents_rules.h"

#include <array>

namespace halfspace::test {
namespace {

constexpr Bits kSolid = bits_of(Contents::Solid);
constexpr Bits kVoid = bits_of(Contents::Void);
constexpr Bits kSky = bits_of(Contents::Sky);
constexpr Bits kDetail = bits_of(Contents::Detail);
constexpr Bits kLava = bits_of(Contents::Lava);
constexpr Bits kSlime = bits_of(Contents::Slime);
constexpr Bits kWater = bits_of(Contents::Water);
constexpr Bits kHint = bits_of(Contents::Hint);
constexpr Bits kAll = 0xffff;

// Each row: this bit hides those.
struct Row {
    Bits bit;
    Bits hides;
};
constexpr std::array kRows{
    Row{kSolid, kAll & ~kSolid},
    Row{kVoid, kAll & ~(kSolid | kVoid)},
    Row{kSky, kAll & ~(kSolid | kVoid | kSky)},
    Row{kDetail, kAll & ~(kSolid | kVoid | kSky | kDetail)},
    Row{kLava, kSlime | kWater},
    Row{kSlime, kWater},
};

}  // namespace

Bits hidden_by(Bits bits) {
    Bits hidden = 0;
    for (const Row& row : kRows) {
        hidden |= (bits & row.bit) != 0 ? row.hides : 0;
    }
    return hidden;
}

Bits shown(Bits joined) {
    return joined & ~hidden_by(joined) & ~kHint;
}

Bits met_by_bodies(Bits contents) {
    if ((contents & kOpaqueBits) != 0) {
        return kSolid;
    }
    return contents & kBarrierBits;
}

}  // namespace halfspace::test
