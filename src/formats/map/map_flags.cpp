// SPDX-License-Identifier: MIT
#include "formats/map/map_flags.h"

#include "formats/map/map_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace halfspace::map {
namespace {

constexpr auto kOfContents = NamedFlag::Field::Contents;
constexpr auto kOfSurface = NamedFlag::Field::Surface;

constexpr NamedFlag kFlags[] = {
    {"SOLID", kOfContents, 1u << 0},        {"WINDOW", kOfContents, 1u << 1},
    {"AUX", kOfContents, 1u << 2},          {"LAVA", kOfContents, 1u << 3},
    {"SLIME", kOfContents, 1u << 4},        {"WATER", kOfContents, 1u << 5},
    {"MIST", kOfContents, 1u << 6},         {"AREAPORTAL", kOfContents, 1u << 15},
    {"PLAYERCLIP", kOfContents, 1u << 16},  {"MONSTERCLIP", kOfContents, 1u << 17},
    {"ORIGIN", kOfContents, 1u << 24},      {"DETAIL", kOfContents, 1u << 27},
    {"TRANSLUCENT", kOfContents, 1u << 28}, {"LADDER", kOfContents, 1u << 29},
    {"SKY", kOfSurface, 1u << 2},           {"TRANS33", kOfSurface, 1u << 4},
    {"TRANS66", kOfSurface, 1u << 5},       {"NODRAW", kOfSurface, 1u << 7},
    {"HINT", kOfSurface, 1u << 8},          {"SKIP", kOfSurface, 1u << 9},
};

constexpr std::uint32_t kSolid = flag_bit(kFlags, "SOLID");
constexpr std::uint32_t kWindow = flag_bit(kFlags, "WINDOW");
constexpr std::uint32_t kAux = flag_bit(kFlags, "AUX");
constexpr std::uint32_t kLava = flag_bit(kFlags, "LAVA");
constexpr std::uint32_t kSlime = flag_bit(kFlags, "SLIME");
constexpr std::uint32_t kWater = flag_bit(kFlags, "WATER");
constexpr std::uint32_t kMist = flag_bit(kFlags, "MIST");
constexpr std::uint32_t kAreaPortal = flag_bit(kFlags, "AREAPORTAL");
constexpr std::uint32_t kPlayerClip = flag_bit(kFlags, "PLAYERCLIP");
constexpr std::uint32_t kMonsterClip = flag_bit(kFlags, "MONSTERCLIP");
constexpr std::uint32_t kOrigin = flag_bit(kFlags, "ORIGIN");
constexpr std::uint32_t kDetail = flag_bit(kFlags, "DETAIL");
constexpr std::uint32_t kTranslucent = flag_bit(kFlags, "TRANSLUCENT");
constexpr std::uint32_t kSky = flag_bit(kFlags, "SKY");
constexpr std::uint32_t kTranslucent33 = flag_bit(kFlags, "TRANS33");
constexpr std::uint32_t kTranslucent66 = flag_bit(kFlags, "TRANS66");
constexpr std::uint32_t kNoDraw = flag_bit(kFlags, "NODRAW");
constexpr std::uint32_t kHint = flag_bit(kFlags, "HINT");
constexpr std::uint32_t kSkip = flag_bit(kFlags, "SKIP");

using Kind = TextureClass::Kind;

// The first that fits counts. Ladders (bit 29) are missing: without other contents the game makes
// their brushes solid, and they must hold bodies up here, too.
constexpr NamedContents kNamedContents[] = {
    {kLava, Contents::Lava},
    {kSlime, Contents::Slime},
    {kWater, Contents::Water},
    {kWindow, Contents::Fence},
    {kAux | kMist, Contents::Illusionary},
    {kAreaPortal, Contents::AreaPortal},
    {kPlayerClip | kMonsterClip, Contents::PlayerClip | Contents::MonsterClip},
    {kPlayerClip, Contents::PlayerClip},
    {kMonsterClip, Contents::MonsterClip},
};

// The contents of the number, if it says more than stone.
std::optional<Contents> named_contents(std::uint32_t bits) {
    if (has(bits, kSolid)) {
        return std::nullopt;
    }
    for (const NamedContents& named : kNamedContents) {
        const bool needs_all = named.bits == (kPlayerClip | kMonsterClip);
        if (needs_all ? (bits & named.bits) == named.bits : has(bits, named.bits)) {
            return named.contents;
        }
    }
    return std::nullopt;
}

double opacity_of(std::uint32_t flags) {
    return has(flags, kTranslucent33) ? 0.33 : has(flags, kTranslucent66) ? 0.66 : 1;
}

TextureClass classify_flags(const FaceNumbers& numbers, const TextureClass& by_name) {
    const std::uint32_t flags = numbers.flags;
    if (has(numbers.contents, kOrigin)) {
        return {Kind::Origin, Contents::Empty, SurfaceKind::NoDraw};
    }
    if (has(flags, kHint)) {
        return {Kind::Hint, Contents::Hint, SurfaceKind::Hint};
    }
    if (has(flags, kSkip)) {
        return {Kind::Skip, Contents::Empty, SurfaceKind::Skip};
    }
    TextureClass side = by_name;
    if (const std::optional<Contents> contents = named_contents(numbers.contents)) {
        side = {Kind::Special, *contents, SurfaceKind::Drawn};
    } else if (has(flags, kSky)) {
        return {Kind::Sky, Contents::Sky, SurfaceKind::Sky};
    } else if (has(numbers.contents, kSolid)) {
        side = TextureClass{};
    }
    if (has(flags, kNoDraw)) {
        side.kind = side.kind == Kind::Stone ? Kind::NoDraw : side.kind;
        side.surface = SurfaceKind::NoDraw;
    }
    side.opacity = opacity_of(flags);
    return side;
}

bool is_translucent(const FaceNumbers& numbers) {
    return has(numbers.contents, kTranslucent) ||
           has(numbers.flags, kTranslucent33 | kTranslucent66);
}

// The value behind "// KEY: ", or an empty text.
std::string_view declared(std::string_view line, std::string_view key) {
    line.remove_prefix(std::min(line.find("//"), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of("/ \t"), line.size()));
    return line.starts_with(key) ? line.substr(key.size()) : std::string_view();
}

std::optional<FlagMeaning> meaning_of(std::string_view game) {
    const auto names = [game](std::string_view word) {
        return game.find(word) != std::string_view::npos;
    };
    // "Quake 3" is a game, "Quake3 (Valve)" a format. The games of this list have Quake 2's engine.
    if (names("Quake 2") || names("Quake2") || names("Daikatana") || names("Heretic 2") ||
        names("Heretic2") || names("Kingpin")) {
        return FlagMeaning::Quake2;
    }
    return game.empty() ? std::nullopt : std::optional(FlagMeaning::DetailOnly);
}

// The meaning that the lines before the first entity declare.
std::optional<FlagMeaning> declared_meaning(std::string_view text) {
    std::string_view head = text.substr(0, text.find('{'));
    std::optional<FlagMeaning> meaning;
    while (!head.empty()) {
        const std::size_t end = std::min(head.find_first_of("\r\n"), head.size());
        const std::string_view line = head.substr(0, end);
        for (const std::string_view key : {"Format:", "Game:"}) {
            const std::optional<FlagMeaning> found = meaning_of(declared(line, key));
            meaning = found == FlagMeaning::Quake2 || !meaning ? found : meaning;
        }
        head.remove_prefix(std::min(end + 1, head.size()));
    }
    return meaning;
}

bool is_common(const Material& material) {
    return material.name.starts_with("common/") ||
           material.name.find("/common/") != std::string::npos;
}

}  // namespace

std::span<const NamedFlag> quake2_flags() {
    return kFlags;
}

FlagMeaning flag_meaning(std::string_view text, const ParsedMap& map) {
    const std::optional<FlagMeaning> meaning = declared_meaning(text);
    if (meaning) {
        return *meaning;
    }
    const bool is_quake3 =
        map.has_primitives || std::any_of(map.materials.begin(), map.materials.end(), is_common);
    return is_quake3 ? FlagMeaning::DetailOnly : FlagMeaning::Quake2;
}

void classify_sides(const ParsedBrush& brush,
                    std::span<const TextureClass> textures,
                    FlagMeaning meaning,
                    std::vector<TextureClass>& sides) {
    sides.clear();
    const bool has_flags = meaning == FlagMeaning::Quake2 && !brush.numbers.empty();
    // One transparent side makes the whole brush a window.
    const bool is_window =
        has_flags && std::any_of(brush.numbers.begin(), brush.numbers.end(), is_translucent);
    for (std::size_t i = 0; i < brush.brush.sides.size(); ++i) {
        TextureClass side = textures[brush.brush.sides[i].material.value];
        if (has_flags && brush.numbers[i].are_given) {
            side = classify_flags(brush.numbers[i], side);
        }
        if (is_window && side.contents == Contents::Solid) {
            side.kind = Kind::Special;
            side.contents = Contents::Fence;
        }
        sides.push_back(side);
    }
}

bool is_detail(std::span<const FaceNumbers> numbers) {
    return std::any_of(numbers.begin(), numbers.end(), [](const FaceNumbers& n) {
        return has(n.contents, kDetail);
    });
}

}  // namespace halfspace::map
