// SPDX-License-Identifier: MIT
// What the numbers behind a face mean. Quake 2 keeps contents and surface flags there, Quake III
// keeps them in shader scripts and honours a single bit, and their texts look the same; see
// docs/decisions/0010.
#pragma once

#include "formats/map/map_contents.h"
#include "formats/map/map_fields.h"
#include "formats/map/map_parser.h"
#include "formats/text/face_flags.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace halfspace::map {

enum class FlagMeaning : std::uint8_t {
    DetailOnly,
    Quake2,
};

// All flags of Quake 2 that mean something here; docs/levels.md shows them.
std::span<const NamedFlag> quake2_flags();

// By the comments in front of the first entity, which name the game; without them, by what only
// Quake III has: named shapes and textures in a folder "common".
FlagMeaning flag_meaning(std::string_view text, const ParsedMap& map);

// The class of each side: its texture's, or what its numbers say.
// textures: the class of each MaterialId's name. sides: replaced, to be used again and again.
void classify_sides(const ParsedBrush& brush,
                    std::span<const TextureClass> textures,
                    FlagMeaning meaning,
                    std::vector<TextureClass>& sides);

// True if any face has the detail bit, which all games share.
bool is_detail(std::span<const FaceNumbers> numbers);

}  // namespace halfspace::map
