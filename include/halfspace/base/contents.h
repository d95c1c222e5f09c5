// SPDX-License-Identifier: MIT
// What a piece of space is made of: the bit set that brushes bring, that leaves hold and that
// queries return, with the rules that join overlapping volumes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

enum class Contents : std::uint32_t {
    Empty = 0,
    Solid = 1u << 0,        // structural: blocks everything and seals the level
    Detail = 1u << 1,       // opaque detail: blocks everything, seals nothing
    Fence = 1u << 2,        // see-through detail (fence, glass): blocks bodies, not sight
    Illusionary = 1u << 3,  // drawn, blocks nothing
    PlayerClip = 1u << 4,
    MonsterClip = 1u << 5,
    Water = 1u << 6,
    Slime = 1u << 7,
    Lava = 1u << 8,
    Sky = 1u << 9,          // blocks and seals like Solid, its faces are marked
    Void = 1u << 10,        // the filled outside of a sealed level
    Trigger = 1u << 11,     // reported, blocks nothing
    Ladder = 1u << 12,      // reported, blocks nothing
    AreaPortal = 1u << 13,  // structural, blocks nothing
    Hint = 1u << 14,        // brushes only: its hint sides are wished-for splitters
};

constexpr Contents operator|(Contents a, Contents b) {
    return static_cast<Contents>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr Contents operator&(Contents a, Contents b) {
    return static_cast<Contents>(static_cast<std::uint32_t>(a) & static_cast<std::uint32_t>(b));
}
constexpr Contents operator~(Contents a) {
    return static_cast<Contents>(~static_cast<std::uint32_t>(a));
}
constexpr bool any(Contents a) {
    return a != Contents::Empty;
}

// What blocks everything: sight and every body. It absorbs all other contents.
inline constexpr Contents kOpaque =
    Contents::Solid | Contents::Detail | Contents::Sky | Contents::Void;
inline constexpr Contents kSightBlockers = kOpaque;
// What blocks bodies; a trace's mask may choose among them.
inline constexpr Contents kBodyBlockers =
    kOpaque | Contents::Fence | Contents::PlayerClip | Contents::MonsterClip;
inline constexpr Contents kLiquids = Contents::Water | Contents::Slime | Contents::Lava;

// Volumes that have faces: the sides of volumes of other contents alone are never drawn.
inline constexpr Contents kDrawnContents = Contents::Solid | Contents::Detail | Contents::Fence |
                                           Contents::Illusionary | Contents::Sky | kLiquids;

// All bits a leaf may hold.
inline constexpr Contents kLeafContents = static_cast<Contents>((1u << 14) - 1);

// The contents of a place covered by volumes whose bits were joined by OR. Solid absorbs every
// other bit, then Void, Sky, Detail; of liquids lava beats slime beats water; Hint vanishes.
// Identities: normalize(normalize(a)) == normalize(a);
//             normalize(normalize(a) | b) == normalize(a | b).
Contents normalize(Contents joined);

// True if volumes of contents `weak` add nothing where there is already `strong`:
// normalize(strong | weak) == normalize(strong). Reflexive and transitive.
bool absorbs(Contents strong, Contents weak);

// The bits of kLeafContents that the contents hold or absorb: of lava these are lava, slime and
// water, of solid all. Identity: absorbs(a, b) for a bit b says that b is in with_absorbed(a).
Contents with_absorbed(Contents contents);

// "empty", or the names of the set bits in order of their values: "water", "fence,water". All
// programs and messages take the names from here.
std::string to_string(Contents contents);

// The bit of a name, as to_string spells it; nullopt if there is none.
std::optional<Contents> contents_named(std::string_view name);

}  // namespace halfspace
