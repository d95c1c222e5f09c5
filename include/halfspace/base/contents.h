// SPDX-License-Identifier: MIT
// What a place in space is made of: a set of bits. Brushes have contents, the leaves of a tree hold
// contents, and queries return contents. Where brushes overlap, `normalize` joins their contents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// "Blocks bodies": a trace with the default mask stops there. "Seals": keeps the outside out of the
// level; this is the difference between Solid and Detail, and no query uses it.
enum class Contents : std::uint32_t {
    // Nothing: air.
    Empty = 0,
    // Walls. Blocks sight and all bodies; seals.
    Solid = 1u << 0,
    // Small opaque things, such as beams. Blocks sight and all bodies; does not seal.
    Detail = 1u << 1,
    // Fences and glass. Blocks bodies, not sight.
    Fence = 1u << 2,
    // Is drawn and blocks nothing.
    Illusionary = 1u << 3,
    // Unseen. Blocks bodies, not sight. Meant for the masks of players.
    PlayerClip = 1u << 4,
    // Unseen. Blocks bodies, not sight. Meant for the masks of monsters.
    MonsterClip = 1u << 5,
    // Liquids. They block nothing.
    Water = 1u << 6,
    Slime = 1u << 7,
    Lava = 1u << 8,
    // Blocks and seals like Solid. Its faces are marked as sky.
    Sky = 1u << 9,
    // Blocks like Solid. Reserved for the outside of a level; no reader and no stage of the
    // compiler sets it.
    Void = 1u << 10,
    // A place where a game starts something. Blocks nothing.
    Trigger = 1u << 11,
    // A place where bodies can climb. Blocks nothing.
    Ladder = 1u << 12,
    // A door between two areas of a Quake level. Blocks nothing.
    AreaPortal = 1u << 13,
    // On brushes only, never in leaves. The brush fills nothing; the compiler prefers its hint
    // sides as splitters.
    Hint = 1u << 14,
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

// What blocks sight and every body. Each of these contents absorbs all contents that are not
// opaque.
inline constexpr Contents kOpaque =
    Contents::Solid | Contents::Detail | Contents::Sky | Contents::Void;
inline constexpr Contents kSightBlockers = kOpaque;
// What can block bodies. The mask of a trace chooses among these contents.
inline constexpr Contents kBodyBlockers =
    kOpaque | Contents::Fence | Contents::PlayerClip | Contents::MonsterClip;
inline constexpr Contents kLiquids = Contents::Water | Contents::Slime | Contents::Lava;

// The sides of a brush are drawn only if the brush has one of these contents.
inline constexpr Contents kDrawnContents = Contents::Solid | Contents::Detail | Contents::Fence |
                                           Contents::Illusionary | Contents::Sky | kLiquids;

// All bits that a leaf may hold: every bit except Hint.
inline constexpr Contents kLeafContents = static_cast<Contents>((1u << 14) - 1);
// All bits that a brush or a patch may have.
inline constexpr Contents kBrushContents = kLeafContents | Contents::Hint;

// The contents of a place where several brushes overlap. `joined` is the OR of their contents. Of
// Solid, Void, Sky and Detail the first one that is set removes all other bits. Lava removes Slime
// and Water; Slime removes Water. Hint is removed.
// Identities: normalize(normalize(a)) == normalize(a);
// normalize(normalize(a) | b) == normalize(a | b).
Contents normalize(Contents joined);

// True if a brush of contents `weak` changes nothing inside a brush of contents `strong`:
// normalize(strong | weak) == normalize(strong). For example, absorbs(Lava, Water) is true.
bool absorbs(Contents strong, Contents weak);

// The bits that the contents have or absorb. For example, Lava gives Lava, Slime and Water; Solid
// gives all of kLeafContents. Identity: for a single bit b of kLeafContents, any(with_absorbed(a) &
// b) == absorbs(a, b).
Contents with_absorbed(Contents contents);

// "empty", or the names of the set bits, lowest bit first: "water", "fence,water".
std::string to_string(Contents contents);

// The bit with this name, as to_string writes the name; nullopt if there is no such bit. "empty" is
// no bit.
std::optional<Contents> contents_named(std::string_view name);

}  // namespace halfspace
