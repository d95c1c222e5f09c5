// SPDX-License-Identifier: MIT
#include "halfspace/base/contents.h"

#include <array>
#include <utility>

namespace halfspace {
namespace {

// Each absorbs all that come after it, and all other bits.
constexpr std::array kOpaqueByStrength{
    Contents::Solid, Contents::Void, Contents::Sky, Contents::Detail};

// In the order of their values.
constexpr std::array<std::pair<Contents, std::string_view>, 15> kNames{{
    {Contents::Solid, "solid"},
    {Contents::Detail, "detail"},
    {Contents::Fence, "fence"},
    {Contents::Illusionary, "illusionary"},
    {Contents::PlayerClip, "playerclip"},
    {Contents::MonsterClip, "monsterclip"},
    {Contents::Water, "water"},
    {Contents::Slime, "slime"},
    {Contents::Lava, "lava"},
    {Contents::Sky, "sky"},
    {Contents::Void, "void"},
    {Contents::Trigger, "trigger"},
    {Contents::Ladder, "ladder"},
    {Contents::AreaPortal, "areaportal"},
    {Contents::Hint, "hint"},
}};

}  // namespace

Contents normalize(Contents joined) {
    for (const Contents absorber : kOpaqueByStrength) {
        if (any(joined & absorber)) {
            return absorber;
        }
    }
    joined = joined & ~Contents::Hint;
    if (any(joined & Contents::Lava)) {
        return joined & ~(Contents::Water | Contents::Slime);
    }
    if (any(joined & Contents::Slime)) {
        return joined & ~Contents::Water;
    }
    return joined;
}

Contents with_absorbed(Contents contents) {
    Contents weaker = kLeafContents;
    for (const Contents absorber : kOpaqueByStrength) {
        if (any(contents & absorber)) {
            return weaker;
        }
        weaker = weaker & ~absorber;
    }
    if (any(contents & Contents::Lava)) {
        contents = contents | Contents::Slime;
    }
    if (any(contents & Contents::Slime)) {
        contents = contents | Contents::Water;
    }
    return contents & ~Contents::Hint;
}

bool absorbs(Contents strong, Contents weak) {
    return normalize(strong | weak) == normalize(strong);
}

std::string to_string(Contents contents) {
    std::string text;
    for (const auto& [bit, name] : kNames) {
        if (any(contents & bit)) {
            text += text.empty() ? "" : ",";
            text += name;
        }
    }
    return text.empty() ? "empty" : text;
}

std::optional<Contents> contents_named(std::string_view name) {
    for (const auto& [bit, known] : kNames) {
        if (known == name) {
            return bit;
        }
    }
    return std::nullopt;
}

}  // namespace halfspace
