// SPDX-License-Identifier: MIT
#include "formats/map/map_contents.h"

#include "formats/text/lower_case.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace halfspace::map {
namespace {

using Kind = TextureClass::Kind;

constexpr Contents kClip = Contents::PlayerClip | Contents::MonsterClip;
constexpr Contents kEverything = ~Contents::Empty;
// The contents that a brush may have before its entity gives it others: stone, detail, or a masked
// texture.
constexpr Contents kPlain = Contents::Solid | Contents::Detail | Contents::Fence;
constexpr TextureClass liquid(Contents contents) {
    return {Kind::Special, contents, SurfaceKind::Drawn, kLiquidOpacity};
}

constexpr TextureClass unseen(Contents contents) {
    return {Kind::Special, contents, SurfaceKind::NoDraw};
}

using Match = NamedTexture::Match;

// A name that begins like a liquid and names none is most often a teleporter. The games with such
// names treat it as water. Quake III keeps its skies in a folder and gives them any name.
constexpr NamedTexture kNamedTextures[] = {
    {Match::Whole, "clip", unseen(kClip)},
    {Match::Whole, "playerclip", unseen(Contents::PlayerClip)},
    {Match::Whole, "clip_player", unseen(Contents::PlayerClip)},
    {Match::Whole, "monsterclip", unseen(Contents::MonsterClip)},
    {Match::Whole, "clip_monster", unseen(Contents::MonsterClip)},
    {Match::Whole, "botclip", unseen(Contents::MonsterClip)},
    {Match::Whole, "fullclip", unseen(kClip)},
    {Match::Whole, "trigger", unseen(Contents::Trigger)},
    {Match::Whole, "aaatrigger", unseen(Contents::Trigger)},
    {Match::Whole, "areaportal", unseen(Contents::AreaPortal)},
    {Match::Whole, "ladder", unseen(Contents::Ladder)},
    {Match::Whole, "hint", {Kind::Hint, Contents::Hint, SurfaceKind::Hint}},
    {Match::Whole, "hintskip", {Kind::Skip, Contents::Empty, SurfaceKind::Skip}},
    {Match::Whole, "skip", {Kind::Skip, Contents::Empty, SurfaceKind::Skip}},
    {Match::Whole, "nodraw", {Kind::NoDraw, Contents::Solid, SurfaceKind::NoDraw}},
    {Match::Whole, "caulk", {Kind::NoDraw, Contents::Solid, SurfaceKind::NoDraw}},
    {Match::Whole, "null", {Kind::NoDraw, Contents::Solid, SurfaceKind::NoDraw}},
    {Match::Whole, "origin", {Kind::Origin, Contents::Empty, SurfaceKind::NoDraw}},
    {Match::Begins, "*", liquid(Contents::Lava), "lava"},
    {Match::Begins, "!", liquid(Contents::Lava), "lava"},
    {Match::Begins, "*", liquid(Contents::Slime), "slime"},
    {Match::Begins, "!", liquid(Contents::Slime), "slime"},
    {Match::Begins, "*", liquid(Contents::Water)},
    {Match::Begins, "!", liquid(Contents::Water)},
    {Match::Begins, "{", {Kind::Masked, Contents::Fence, SurfaceKind::Drawn}},
    {Match::Begins, "sky", {Kind::Sky, Contents::Sky, SurfaceKind::Sky}},
    {Match::Folder, "skies", {Kind::Sky, Contents::Sky, SurfaceKind::Sky}},
    {Match::Holds, "glass", {Kind::Stone, Contents::Solid, SurfaceKind::Drawn, kGlassOpacity}},
};
// Liquids with this ending are not drawn, such as "*waterskip".
constexpr std::string_view kUndrawnLiquid = "skip";

using Home = EntityClass::Home;

constexpr NamedEntity kNamedEntities[] = {
    {"worldspawn", {Home::Worldspawn, Contents::Empty, Contents::Empty}},
    {"func_group", {Home::Merged, Contents::Empty, Contents::Empty}},
    {"func_detail", {Home::Merged, Contents::Solid, Contents::Detail}},
    {"func_detail_wall", {Home::Merged, Contents::Solid, Contents::Detail}},
    {"func_detail_fence", {Home::Merged, kPlain, Contents::Fence}},
    {"func_detail_illusionary", {Home::Merged, kPlain, Contents::Illusionary}},
    {"func_illusionary_visblocker",
     {Home::Merged, kPlain, Contents::Illusionary | Contents::VisBlocker}},
    {"func_ladder", {Home::Own, kEverything, Contents::Ladder}},
    {"func_areaportal", {Home::Own, kEverything, Contents::AreaPortal}},
    {"func_illusionary", {Home::Own, kEverything, Contents::Illusionary}},
    {"func_water", {Home::Own, ~kLiquids, Contents::Water}},
    {"func_clip", {Home::Own, kEverything, kClip}},
    {"func_playerclip", {Home::Own, kEverything, Contents::PlayerClip}},
    {"func_monsterclip", {Home::Own, kEverything, Contents::MonsterClip}},
    {"func_nav_area", {Home::Own, kEverything, Contents::Trigger}},
    {"trigger_", {Home::Own, kEverything, Contents::Trigger}, true},
};

bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

// True if a folder of the name has this name.
bool is_in_folder(std::string_view path, std::string_view folder) {
    for (std::size_t at = path.find(folder); at != std::string_view::npos;
         at = path.find(folder, at + 1)) {
        const std::size_t end = at + folder.size();
        if ((at == 0 || path[at - 1] == '/') && end < path.size() && path[end] == '/') {
            return true;
        }
    }
    return false;
}

// True if the line fits. path: the whole name. name: its last part. Both are in lower case.
bool fits(const NamedTexture& texture, const std::string& path, std::string_view name) {
    switch (texture.match) {
        case Match::Whole:
            return name == texture.text;
        case Match::Begins:
            return name.starts_with(texture.text) && holds(name, texture.also);
        case Match::Holds:
            return holds(name, texture.text);
        case Match::Folder:
            break;
    }
    return is_in_folder(path, texture.text);
}

// The first line that fits the name, which is in lower case; nullptr if there is none.
const NamedTexture* line_of(const std::string& path) {
    const std::string_view last = std::string_view(path).substr(path.find_last_of('/') + 1);
    const auto* const found = std::find_if(
        std::begin(kNamedTextures), std::end(kNamedTextures), [&](const NamedTexture& texture) {
            return fits(texture, path, last);
        });
    return found == std::end(kNamedTextures) ? nullptr : found;
}

bool has_say(Kind kind) {
    return kind != Kind::Skip && kind != Kind::NoDraw;
}

// Masked and sky sides are often put on parts of stone brushes. These brushes stay stone.
TextureClass as_part(TextureClass side) {
    const bool yields = side.kind == Kind::Masked || side.kind == Kind::Sky;
    return yields ? TextureClass{} : side;
}

bool agree(const TextureClass& a, const TextureClass& b) {
    return a.contents == b.contents && (a.kind == Kind::Origin) == (b.kind == Kind::Origin);
}

BrushClass make_class(const TextureClass& followed) {
    BrushClass result;
    result.kind =
        followed.kind == Kind::Origin ? BrushClass::Kind::Origin : BrushClass::Kind::Volume;
    result.contents = followed.contents;
    return result;
}

}  // namespace

std::span<const NamedTexture> named_textures() {
    return kNamedTextures;
}

std::span<const NamedEntity> named_entities() {
    return kNamedEntities;
}

TextureClass classify_texture(std::string_view name) {
    const std::string path = lower_case(name);
    const NamedTexture* const texture = line_of(path);
    if (texture == nullptr) {
        return {};
    }
    TextureClass meaning = texture->meaning;
    if (any(meaning.contents & kLiquids) && path.ends_with(kUndrawnLiquid)) {
        meaning.surface = SurfaceKind::NoDraw;
    }
    return meaning;
}

bool is_unknown_tool(std::string_view name) {
    const std::string path = lower_case(name);
    return (is_in_folder(path, "common") || is_in_folder(path, "tools")) &&
           line_of(path) == nullptr;
}

BrushClass classify_brush(std::span<const TextureClass> sides) {
    std::optional<std::size_t> first;  // the first side of a kind that decides
    bool all_agree = true;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const TextureClass& side = sides[i];
        if (side.kind == Kind::Hint) {
            return make_class(side);
        }
        if (has_say(side.kind)) {
            first = first ? first : i;
            all_agree = all_agree && agree(side, sides[*first]);
        }
    }
    if (!first) {
        return {};  // only skip and nodraw: an unseen solid
    }
    if (all_agree) {
        return make_class(sides[*first]);
    }
    const TextureClass followed = as_part(sides[*first]);
    BrushClass result = make_class(followed);
    for (std::size_t i = *first + 1; i < sides.size() && !result.contradiction; ++i) {
        if (has_say(sides[i].kind) && !agree(as_part(sides[i]), followed)) {
            result.contradiction = BrushClass::Contradiction{*first, i};
        }
    }
    return result;
}

EntityClass classify_entity(std::string_view classname) {
    const std::string lower = lower_case(classname);
    for (const NamedEntity& named : kNamedEntities) {
        if (named.is_prefix ? lower.starts_with(named.name) : lower == named.name) {
            return named.meaning;
        }
    }
    return {};
}

void assign_contents(Brush& brush,
                     Contents contents,
                     std::span<const TextureClass> sides,
                     std::optional<double> opacity) {
    brush.contents = contents;
    // Bodies and sight take the inside for stone, so a texture must not make the side transparent.
    const bool hides = any(contents & kOpaque);
    for (std::size_t i = 0; i < brush.sides.size(); ++i) {
        BrushSide& side = brush.sides[i];
        side.surface = sides[i].surface;
        side.opacity = opacity.value_or(hides ? 1 : sides[i].opacity);
        side.is_see_through_texture =
            hides && (sides[i].opacity < 1 || sides[i].kind == TextureClass::Kind::Masked);
        const bool is_hint = side.surface == SurfaceKind::Hint;
        if (contents == Contents::Hint) {
            side.surface = is_hint ? SurfaceKind::Hint : SurfaceKind::Skip;
        } else if (is_hint || !any(contents & kDrawnContents)) {
            side.surface = SurfaceKind::NoDraw;  // an entity may turn a hint brush into water
        }
    }
}

void assign_contents(Patch& patch,
                     const TextureClass& texture,
                     const EntityClass& meaning,
                     std::optional<double> opacity) {
    const bool says = texture.kind == Kind::Special || texture.kind == Kind::Masked;
    const Contents own = says ? texture.contents : Contents::Detail;
    patch.contents = any(own & meaning.replaced) ? meaning.contents : own;
    const bool hides = any(patch.contents & kOpaque);
    patch.opacity = opacity.value_or(hides ? 1 : texture.opacity);
    const bool is_drawn =
        texture.surface == SurfaceKind::Drawn || texture.surface == SurfaceKind::Sky;
    patch.surface =
        is_drawn && any(patch.contents & kDrawnContents) ? texture.surface : SurfaceKind::NoDraw;
}

}  // namespace halfspace::map
