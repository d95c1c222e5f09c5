// SPDX-License-Identifier: MIT
// What a place in space is made of: a set of bits. Brushes have contents, the leaves of a tree hold
// contents, and queries return contents. Where brushes overlap, `normalize` joins their contents.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfspace {

// Bits of files and of masks. kContentsTable says what follows from each bit.
enum class Contents : std::uint32_t {
    Empty = 0,         // nothing: air
    Solid = 1u << 0,   // walls
    Detail = 1u << 1,  // small opaque things, such as beams
    Fence = 1u << 2,   // fences and glass
    Illusionary = 1u << 3,
    PlayerClip = 1u << 4,
    MonsterClip = 1u << 5,
    Water = 1u << 6,
    Slime = 1u << 7,
    Lava = 1u << 8,
    Sky = 1u << 9,  // a wall; its faces are marked as sky
    // Reserved for the outside of a level. No reader and no stage of the compiler sets it.
    Void = 1u << 10,
    Trigger = 1u << 11,     // a place where a game starts something
    Ladder = 1u << 12,      // a place where bodies can climb
    AreaPortal = 1u << 13,  // a door between two areas of a Quake level
    Hint = 1u << 14,        // the compiler prefers its hint sides as splitters
    VisBlocker = 1u << 15,  // blocks sight and nothing else
};

constexpr Contents operator|(Contents a, Contents b) {
    return static_cast<Contents>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr Contents& operator|=(Contents& a, Contents b) {
    return a = a | b;
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

// What a place with the bit is. "Blocks bodies": a trace with the default mask stops there.
enum class ContentsKind : std::uint8_t {
    Opaque,   // blocks sight and all bodies, and hides all that is not opaque
    Barrier,  // blocks bodies, not sight
    Liquid,   // blocks nothing
    Veil,     // blocks sight, not bodies, and hides nothing
    Open,     // blocks nothing
    Mark,     // on brushes that fill nothing, never in leaves
};

// Whom a barrier is meant to stop. A trace knows of no players; its mask decides.
enum class Stops : std::uint8_t { All, Players, Monsters };

// All that follows from a bit of Contents.
struct ContentsRow {
    Contents bit;
    std::string_view words;  // its name; to_string and contents_named leave out the blanks
    ContentsKind kind;
    Stops stops;           // for barriers; All for other kinds
    Contents hides;        // bits that change nothing where this bit is
    bool seals;            // keeps the outside out of the level; no query uses it
    bool is_drawn;         // sides of brushes are drawn only for one of these bits
    std::uint32_t colour;  // in plans and in pictures of trees, 0xRRGGBB
};

// Each bit once, the strongest first: a bit hides only bits of later rows.
inline constexpr auto kContentsTable = [] {
    using enum Contents;
    using enum ContentsKind;
    using enum Stops;
    return std::to_array<ContentsRow>({
        // bit, words, kind, stops, hides, seals, is_drawn, colour
        {Solid, "solid", Opaque, All, ~Solid, true, true, 0x464a52},
        {Void, "void", Opaque, All, ~(Solid | Void), false, false, 0x282a30},
        {Sky, "sky", Opaque, All, ~(Solid | Void | Sky), true, true, 0x7aa4d6},
        {Detail, "detail", Opaque, All, ~(Solid | Void | Sky | Detail), false, true, 0x80684e},
        {Fence, "fence", Barrier, All, Empty, false, true, 0xaa9654},
        {Lava, "lava", Liquid, All, Slime | Water, false, true, 0xe2681e},
        {Slime, "slime", Liquid, All, Water, false, true, 0x629234},
        {Water, "water", Liquid, All, Empty, false, true, 0x427abe},
        {PlayerClip, "player clip", Barrier, Players, Empty, false, false, 0xbe78be},
        {MonsterClip, "monster clip", Barrier, Monsters, Empty, false, false, 0x9664b4},
        {Ladder, "ladder", Open, All, Empty, false, false, 0xceaa78},
        {Trigger, "trigger", Open, All, Empty, false, false, 0xd6bedc},
        {Contents::VisBlocker,
         "vis blocker",
         ContentsKind::Veil,
         All,
         Empty,
         false,
         false,
         0x8c7896},
        {Illusionary, "illusionary", Open, All, Empty, false, true, 0xc4ceb4},
        {AreaPortal, "area portal", Open, All, Empty, false, false, 0xd2dca0},
        {Hint, "hint", Mark, All, Empty, false, false, 0x000000},
    });
}();

// The bits whose rows fit.
template <class Fits>
consteval Contents contents_where(Fits fits) {
    Contents all = Contents::Empty;
    for (const ContentsRow& row : kContentsTable) {
        all = fits(row) ? all | row.bit : all;
    }
    return all;
}
consteval Contents contents_of(ContentsKind kind) {
    return contents_where([=](const ContentsRow& row) { return row.kind == kind; });
}

// What blocks sight and every body.
inline constexpr Contents kOpaque = contents_of(ContentsKind::Opaque);
// What blocks sight.
inline constexpr Contents kSightBlockers = kOpaque | contents_of(ContentsKind::Veil);
// What blocks bodies and not sight.
inline constexpr Contents kBarriers = contents_of(ContentsKind::Barrier);
// What can block bodies. The mask of a trace chooses among these contents.
inline constexpr Contents kBodyBlockers = kOpaque | kBarriers;
// What blocks anything.
inline constexpr Contents kBlockers = kBodyBlockers | kSightBlockers;
// What blocks a player: all of them but what is meant to stop monsters alone.
inline constexpr Contents kPlayerBlockers = contents_where([](const ContentsRow& row) {
    return any(row.bit & kBodyBlockers) && row.stops != Stops::Monsters;
});
// What a level stores of kBodyBlockers for its bodies: Solid means all of kOpaque.
inline constexpr Contents kContentsOfBodies = Contents::Solid | kBarriers;
inline constexpr Contents kLiquids = contents_of(ContentsKind::Liquid);
inline constexpr Contents kSealing =
    contents_where([](const ContentsRow& row) { return row.seals; });
// The sides of a brush are drawn only if the brush has one of these contents.
inline constexpr Contents kDrawnContents =
    contents_where([](const ContentsRow& row) { return row.is_drawn; });
// All bits that a brush or a patch may have.
inline constexpr Contents kBrushContents = contents_where([](const ContentsRow&) { return true; });
// All bits that a leaf may hold.
inline constexpr Contents kLeafContents = kBrushContents & ~contents_of(ContentsKind::Mark);

// The contents of a place where several brushes overlap. `joined` is the OR of their contents. What
// a set bit hides is removed, and so are marks and bits outside of the table. For example, Solid
// removes all other bits. Identities: normalize(normalize(a)) == normalize(a);
// normalize(normalize(a) | b) == normalize(a | b).
Contents normalize(Contents joined);

// True if a brush of contents `weak` changes nothing inside a brush of contents `strong`:
// normalize(strong | weak) == normalize(strong). For example, absorbs(Lava, Water) is true.
bool absorbs(Contents strong, Contents weak);

// The bits that the contents have or absorb. For example, Lava gives Lava, Slime and Water; Solid
// gives all of kLeafContents. Identity: for a single bit b of kLeafContents, any(with_absorbed(a) &
// b) == absorbs(a, b).
Contents with_absorbed(Contents contents);

// The row of the strongest bit that is set, which pictures show. Null for Empty.
const ContentsRow* strongest_row(Contents contents);

// "empty", or the names of the set bits, lowest bit first: "water", "fence,water".
std::string to_string(Contents contents);

// The bit with this name, as to_string writes the name; nullopt if there is no such bit. "empty" is
// no bit.
std::optional<Contents> contents_named(std::string_view name);

}  // namespace halfspace
