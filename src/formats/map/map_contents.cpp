// SPDX-License-Identifier: MIT
#include "formats/map/map_contents.h"

#include "formats/text/lower_case.h"

#include <string>

namespace halfspace::map {
namespace {

using Kind = TextureClass::Kind;

constexpr Contents kClip = Contents::PlayerClip | Contents::MonsterClip;
constexpr Contents kEverything = ~Contents::Empty;
// What a plain brush may be before its entity is known: stone, a detail flag, a masked texture.
constexpr Contents kPlain = Contents::Solid | Contents::Detail | Contents::Fence;
// Volumes of these alone are never drawn, whatever their sides say.
constexpr Contents kUndrawn = kClip | Contents::Trigger | Contents::Ladder | Contents::AreaPortal;

struct NamedTexture {
    std::string_view name;
    TextureClass meaning;
};

constexpr NamedTexture kNamedTextures[] = {
    {"clip", {Kind::Special, kClip, SurfaceKind::NoDraw}},
    {"playerclip", {Kind::Special, Contents::PlayerClip, SurfaceKind::NoDraw}},
    {"clip_player", {Kind::Special, Contents::PlayerClip, SurfaceKind::NoDraw}},
    {"monsterclip", {Kind::Special, Contents::MonsterClip, SurfaceKind::NoDraw}},
    {"clip_monster", {Kind::Special, Contents::MonsterClip, SurfaceKind::NoDraw}},
    {"botclip", {Kind::Special, Contents::MonsterClip, SurfaceKind::NoDraw}},
    {"fullclip", {Kind::Special, kClip, SurfaceKind::NoDraw}},
    {"trigger", {Kind::Special, Contents::Trigger, SurfaceKind::NoDraw}},
    {"aaatrigger", {Kind::Special, Contents::Trigger, SurfaceKind::NoDraw}},
    {"areaportal", {Kind::Special, Contents::AreaPortal, SurfaceKind::NoDraw}},
    {"ladder", {Kind::Special, Contents::Ladder, SurfaceKind::NoDraw}},
    {"hint", {Kind::Hint, Contents::Hint, SurfaceKind::Hint}},
    {"hintskip", {Kind::Skip, Contents::Empty, SurfaceKind::Skip}},
    {"skip", {Kind::Skip, Contents::Empty, SurfaceKind::Skip}},
    {"nodraw", {Kind::NoDraw, Contents::Solid, SurfaceKind::NoDraw}},
    {"caulk", {Kind::NoDraw, Contents::Solid, SurfaceKind::NoDraw}},
    {"null", {Kind::NoDraw, Contents::Solid, SurfaceKind::NoDraw}},
    {"origin", {Kind::Origin, Contents::Empty, SurfaceKind::NoDraw}},
};

struct NamedEntity {
    std::string_view name;
    EntityClass meaning;
};

using Home = EntityClass::Home;

// func_illusionary_visblocker blocks sight in the engines that know it, but nothing else. Our
// contents have no such volume: what blocks sight blocks bodies too. So it is drawn and blocks
// nothing, which never stops a body where the level's author lets it through.
constexpr NamedEntity kNamedEntities[] = {
    {"worldspawn", {Home::Worldspawn, Contents::Empty, Contents::Empty, {}}},
    {"func_group", {Home::Merged, Contents::Empty, Contents::Empty, {}}},
    {"func_detail", {Home::Merged, Contents::Solid, Contents::Detail, {}}},
    {"func_detail_wall", {Home::Merged, Contents::Solid, Contents::Detail, {}}},
    {"func_detail_fence", {Home::Merged, kPlain, Contents::Fence, {}}},
    {"func_detail_illusionary", {Home::Merged, kPlain, Contents::Illusionary, {}}},
    {"func_illusionary_visblocker",
     {Home::Merged,
      kPlain,
      Contents::Illusionary,
      "func_illusionary_visblocker is read as illusionary: it does not block sight"}},
    {"func_ladder", {Home::Own, kEverything, Contents::Ladder, {}}},
    {"func_areaportal", {Home::Own, kEverything, Contents::AreaPortal, {}}},
    {"func_illusionary", {Home::Own, kEverything, Contents::Illusionary, {}}},
    {"func_water", {Home::Own, ~kLiquids, Contents::Water, {}}},
    {"func_clip", {Home::Own, kEverything, kClip, {}}},
    {"func_playerclip", {Home::Own, kEverything, Contents::PlayerClip, {}}},
    {"func_monsterclip", {Home::Own, kEverything, Contents::MonsterClip, {}}},
};

// A name in the liquids' form that names none is most often a teleporter, which the games that
// use the form treat as water.
TextureClass classify_liquid(std::string_view name) {
    const auto holds = [name](std::string_view part) {
        return name.find(part) != std::string_view::npos;
    };
    const Contents contents = holds("lava")    ? Contents::Lava
                              : holds("slime") ? Contents::Slime
                                               : Contents::Water;
    // "*waterskip" and its kin are liquids that are not drawn.
    const SurfaceKind surface = name.ends_with("skip") ? SurfaceKind::NoDraw : SurfaceKind::Drawn;
    return {Kind::Special, contents, surface, kLiquidOpacity};
}

// Quake III keeps its skies in a folder and names them as it likes.
bool is_below_skies(std::string_view name) {
    return name.starts_with("skies/") || name.find("/skies/") != std::string_view::npos;
}

bool has_say(Kind kind) {
    return kind != Kind::Skip && kind != Kind::NoDraw;
}

// Masked and sky sides are commonly put on parts of stone brushes, which stay stone.
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

TextureClass classify_texture(std::string_view name) {
    const std::string path = lower_case(name);
    const std::string_view lower = std::string_view(path).substr(path.find_last_of('/') + 1);
    for (const NamedTexture& named : kNamedTextures) {
        if (named.name == lower) {
            return named.meaning;
        }
    }
    if (lower.starts_with('*') || lower.starts_with('!')) {
        return classify_liquid(lower);
    }
    if (lower.starts_with('{')) {
        return {Kind::Masked, Contents::Fence, SurfaceKind::Drawn};
    }
    if (lower.starts_with("sky") || is_below_skies(path)) {
        return {Kind::Sky, Contents::Sky, SurfaceKind::Sky};
    }
    TextureClass stone;
    stone.opacity = lower.find("glass") != std::string_view::npos ? kGlassOpacity : 1;
    return stone;
}

BrushClass classify_brush(std::span<const TextureClass> sides) {
    std::optional<std::size_t> first;  // side with a say
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
        return {};  // skip and nodraw alone: an unseen solid
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
        if (named.name == lower) {
            return named.meaning;
        }
    }
    if (lower.starts_with("trigger_")) {
        return {Home::Own, kEverything, Contents::Trigger, {}};
    }
    return {};
}

void assign_contents(Brush& brush,
                     Contents contents,
                     std::span<const TextureClass> sides,
                     std::optional<double> opacity) {
    brush.contents = contents;
    // A texture's say would open a view into what bodies and sight take for stone.
    const bool hides = any(contents & kSightBlockers);
    for (std::size_t i = 0; i < brush.sides.size(); ++i) {
        BrushSide& side = brush.sides[i];
        side.surface = sides[i].surface;
        side.opacity = opacity.value_or(hides ? 1 : sides[i].opacity);
        const bool is_hint = side.surface == SurfaceKind::Hint;
        if (contents == Contents::Hint) {
            side.surface = is_hint ? SurfaceKind::Hint : SurfaceKind::Skip;
        } else if (is_hint || !any(contents & ~kUndrawn)) {
            side.surface = SurfaceKind::NoDraw;  // an entity may make its hint brushes water
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
    const bool hides = any(patch.contents & kSightBlockers);
    patch.opacity = opacity.value_or(hides ? 1 : texture.opacity);
    const bool is_drawn =
        texture.surface == SurfaceKind::Drawn || texture.surface == SurfaceKind::Sky;
    patch.surface =
        is_drawn && any(patch.contents & ~kUndrawn) ? texture.surface : SurfaceKind::NoDraw;
}

}  // namespace halfspace::map
