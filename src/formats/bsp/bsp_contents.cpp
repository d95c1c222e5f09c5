// SPDX-License-Identifier: MIT
#include "formats/bsp/bsp_contents.h"

#include <algorithm>
#include <cstdint>

namespace halfspace::bsp {
namespace {

constexpr auto kOfContents = NamedFlag::Field::Contents;
constexpr auto kOfSurface = NamedFlag::Field::Surface;

constexpr NamedFlag kFlags[] = {
    {"SOLID", kOfContents, 1u << 0},
    {"LAVA", kOfContents, 1u << 3},
    {"SLIME", kOfContents, 1u << 4},
    {"WATER", kOfContents, 1u << 5},
    {"FOG", kOfContents, 1u << 6},
    {"AREAPORTAL", kOfContents, 1u << 15},
    {"PLAYERCLIP", kOfContents, 1u << 16},
    {"MONSTERCLIP", kOfContents, 1u << 17},
    {"CLUSTERPORTAL", kOfContents, 1u << 20},
    {"DONOTENTER", kOfContents, 1u << 21},
    {"BOTCLIP", kOfContents, 1u << 22},
    {"DETAIL", kOfContents, 1u << 27},
    {"TRANSLUCENT", kOfContents, 1u << 29},
    {"TRIGGER", kOfContents, 1u << 30},
    {"SKY", kOfSurface, 1u << 2},
    {"LADDER", kOfSurface, 1u << 3},
    {"NODRAW", kOfSurface, 1u << 7},
    {"HINT", kOfSurface, 1u << 8},
    {"SKIP", kOfSurface, 1u << 9},
    {"NONSOLID", kOfSurface, 1u << 14},
};

constexpr std::uint32_t kSolid = flag_bit(kFlags, "SOLID");
constexpr std::uint32_t kLava = flag_bit(kFlags, "LAVA");
constexpr std::uint32_t kSlime = flag_bit(kFlags, "SLIME");
constexpr std::uint32_t kWater = flag_bit(kFlags, "WATER");
constexpr std::uint32_t kFog = flag_bit(kFlags, "FOG");
constexpr std::uint32_t kAreaPortal = flag_bit(kFlags, "AREAPORTAL");
constexpr std::uint32_t kPlayerClip = flag_bit(kFlags, "PLAYERCLIP");
constexpr std::uint32_t kMonsterClip = flag_bit(kFlags, "MONSTERCLIP");
constexpr std::uint32_t kClusterPortal = flag_bit(kFlags, "CLUSTERPORTAL");
constexpr std::uint32_t kDoNotEnter = flag_bit(kFlags, "DONOTENTER");
constexpr std::uint32_t kBotClip = flag_bit(kFlags, "BOTCLIP");
constexpr std::uint32_t kDetail = flag_bit(kFlags, "DETAIL");
constexpr std::uint32_t kTranslucent = flag_bit(kFlags, "TRANSLUCENT");
constexpr std::uint32_t kTrigger = flag_bit(kFlags, "TRIGGER");
constexpr std::uint32_t kSky = flag_bit(kFlags, "SKY");
constexpr std::uint32_t kLadder = flag_bit(kFlags, "LADDER");
constexpr std::uint32_t kNoDraw = flag_bit(kFlags, "NODRAW");
constexpr std::uint32_t kHint = flag_bit(kFlags, "HINT");
constexpr std::uint32_t kSkip = flag_bit(kFlags, "SKIP");
constexpr std::uint32_t kNonSolid = flag_bit(kFlags, "NONSOLID");

// Contents of shaders that are not solid. All that fit are joined.
constexpr NamedContents kNamedContents[] = {
    {kLava, Contents::Lava},
    {kSlime, Contents::Slime},
    {kWater, Contents::Water},
    {kAreaPortal, Contents::AreaPortal},
    {kPlayerClip, Contents::PlayerClip},
    {kMonsterClip, Contents::MonsterClip},
    {kTrigger, Contents::Trigger},
};

bool is_seen(const Shader& shader) {
    return !has(shader.surface_flags, kNoDraw | kHint | kSkip);
}

Contents solid_contents(const Shader& shader) {
    if (has(shader.surface_flags, kSky)) {
        return Contents::Sky;
    }
    if (has(shader.contents, kTranslucent)) {
        return Contents::Fence;
    }
    return has(shader.contents, kDetail) ? Contents::Detail : Contents::Solid;
}

Contents open_contents(const Shader& shader) {
    Contents joined = Contents::Empty;
    for (const NamedContents& named : kNamedContents) {
        joined = has(shader.contents, named.bits) ? joined | named.contents : joined;
    }
    if (has(shader.surface_flags, kLadder)) {
        joined = joined | Contents::Ladder;
    }
    return normalize(joined);
}

// A drawn brush needs contents that are drawn. Liquids have such contents; others also become
// illusions.
Contents with_illusion(Contents contents, bool is_drawn) {
    return is_drawn && !any(contents & kLiquids) ? contents | Contents::Illusionary : contents;
}

double opacity_of(const Shader& shader, Contents contents) {
    if (any(contents & kOpaque)) {
        return 1;  // sight takes the inside for stone, so it must not be seen
    }
    const double by_name = map::classify_texture(name_of(shader)).opacity;
    if (by_name < 1) {
        return by_name;
    }
    return has(shader.contents, kTranslucent) ? map::kLiquidOpacity : 1;
}

SurfaceKind surface_of(const Shader& shader) {
    if (!is_seen(shader)) {
        return SurfaceKind::NoDraw;
    }
    return has(shader.surface_flags, kSky) ? SurfaceKind::Sky : SurfaceKind::Drawn;
}

void assign_hint(Brush& brush, std::span<const Shader* const> side_shaders) {
    brush.contents = Contents::Hint;
    for (std::size_t i = 0; i < brush.sides.size(); ++i) {
        const bool is_hint = has(side_shaders[i]->surface_flags, kHint);
        brush.sides[i].surface = is_hint ? SurfaceKind::Hint : SurfaceKind::Skip;
    }
}

}  // namespace

std::span<const NamedFlag> shader_flags() {
    return kFlags;
}

void assign_contents(Brush& brush,
                     const Shader& shader,
                     std::span<const Shader* const> side_shaders,
                     const map::EntityClass& entity) {
    const bool is_solid = has(shader.contents, kSolid);
    const bool is_hint =
        std::any_of(side_shaders.begin(), side_shaders.end(), [](const Shader* side) {
            return has(side->surface_flags, kHint);
        });
    if (is_hint && !is_solid && !entity.replaces_all()) {
        assign_hint(brush, side_shaders);
        return;
    }
    const bool is_drawn = std::any_of(
        side_shaders.begin(), side_shaders.end(), [](const Shader* s) { return is_seen(*s); });
    Contents contents =
        is_solid ? solid_contents(shader) : with_illusion(open_contents(shader), is_drawn);
    if (!is_solid && has(shader.contents, kFog) && !any(contents & kLiquids)) {
        contents = Contents::Empty;  // fog is drawn only by its effect on what is behind it
    }
    if (entity.replaces_all() || any(contents & entity.replaced)) {
        contents = entity.contents;
    }
    brush.contents = contents;
    for (std::size_t i = 0; i < brush.sides.size(); ++i) {
        brush.sides[i].surface =
            any(contents & kDrawnContents) ? surface_of(*side_shaders[i]) : SurfaceKind::NoDraw;
        brush.sides[i].opacity = opacity_of(*side_shaders[i], contents);
        brush.sides[i].is_see_through_texture =
            any(contents & kOpaque) && opacity_of(*side_shaders[i], Contents::Empty) < 1;
    }
}

void assign_contents(Patch& patch, const Shader& shader, const map::EntityClass& entity) {
    const bool is_solid = has(shader.contents, kSolid) && !has(shader.surface_flags, kNonSolid);
    Contents contents = Contents::Detail;
    if (!is_solid) {
        contents = open_contents(shader) & ~(kLiquids | Contents::AreaPortal);
        contents = any(contents) ? contents : Contents::Illusionary;
    } else if (has(shader.contents, kTranslucent)) {
        contents = Contents::Fence;
    }
    patch.contents = any(contents & entity.replaced) ? entity.contents : contents;
    patch.opacity = opacity_of(shader, patch.contents);
    patch.surface = any(patch.contents & kDrawnContents) ? surface_of(shader) : SurfaceKind::NoDraw;
}

void count_left_out(LeftOut& left_out, const Shader& shader) {
    if (has(shader.contents, kFog)) {
        ++left_out.fog;
    } else if (has(shader.contents, kClusterPortal | kDoNotEnter | kBotClip)) {
        ++left_out.bot_marks;
    } else {
        ++left_out.others;
    }
}

}  // namespace halfspace::bsp
