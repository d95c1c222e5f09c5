// SPDX-License-Identifier: MIT
#include "halfspace/formats/mesh_tag.h"

#include "halfspace/world/world.h"

#include "formats/text/lower_case.h"
#include "formats/text/quotes.h"

#include <array>
#include <string>

namespace halfspace {
namespace {

// What a tag makes of an object.
struct Tag {
    std::string_view name;
    Contents contents = Contents::Solid;
    SurfaceKind surface = SurfaceKind::Drawn;
    Mesh::Filled filled = Mesh::Filled::Inside;
    Tagged result = Tagged::Kept;
};

constexpr Contents kClip = Contents::PlayerClip | Contents::MonsterClip;

// docs/guides/meshes.md has the same table.
constexpr std::array<Tag, 14> kTags{{
    {"col"},
    {"convcol"},
    {"colonly", Contents::Solid, SurfaceKind::NoDraw},
    {"convcolonly", Contents::Solid, SurfaceKind::NoDraw},
    {"nocol", Contents::Illusionary},
    {"clip", kClip, SurfaceKind::NoDraw},
    {"detail", Contents::Detail},
    {"fence", Contents::Fence},
    {"water", Contents::Water},
    {"slime", Contents::Slime},
    {"lava", Contents::Lava},
    {"room", Contents::Solid, SurfaceKind::Drawn, Mesh::Filled::Outside},
    {"noimp", Contents::Solid, SurfaceKind::Drawn, Mesh::Filled::Inside, Tagged::LeftOut},
    {"navmesh", Contents::Solid, SurfaceKind::Drawn, Mesh::Filled::Inside, Tagged::LeftOut},
}};

const Tag* find_tag(std::string_view name) {
    for (const Tag& tag : kTags) {
        if (tag.name == name) {
            return &tag;
        }
    }
    return nullptr;
}

// The part of a name behind its last "-", without the number that Blender adds (".001").
std::string suffix_of(std::string_view name) {
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits != std::string_view::npos && digits + 1 < name.size() && name[digits] == '.') {
        name = name.substr(0, digits);
    }
    const std::size_t dash = name.rfind('-');
    return dash == std::string_view::npos ? std::string() : lower_case(name.substr(dash + 1));
}

}  // namespace

Tagged apply_tag(Mesh& mesh, std::string_view tag) {
    const Tag* const known = find_tag(tag.empty() ? suffix_of(mesh.name) : lower_case(tag));
    if (known == nullptr) {
        return tag.empty() ? Tagged::Kept : Tagged::Unknown;
    }
    mesh.contents = known->contents;
    mesh.surface = known->surface;
    mesh.filled = known->filled;
    return known->result;
}

std::string unknown_tag(std::string_view tag) {
    std::string text = " has the unknown tag " + in_quotes(tag) + "; known are ";
    for (const Tag& each : kTags) {
        text.append(&each == &kTags.front() ? "" : ", ").append(each.name);
    }
    return text;
}

}  // namespace halfspace
