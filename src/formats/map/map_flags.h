// SPDX-License-Identifier: MIT
// The meaning of the numbers behind a face. Quake 2 keeps contents and surface flags there. Quake
// III keeps them in shader scripts and uses a single bit of these numbers. The texts of both look
// the same; see docs/decisions/0010.
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

// All flags of Quake 2 that have a meaning here; docs/reference/levels.md shows them.
std::span<const NamedFlag> quake2_flags();

// Tells the game by the comments before the first entity. Without these comments, named shapes and
// textures in a folder "common" show that it is Quake III.
FlagMeaning flag_meaning(std::string_view text, const ParsedMap& map);

// Sets `sides` to the class of each side, which comes from its texture or from its numbers.
// textures: the class of each MaterialId. sides: reused by the caller to save allocations.
void classify_sides(const ParsedBrush& brush,
                    std::span<const TextureClass> textures,
                    FlagMeaning meaning,
                    std::vector<TextureClass>& sides);

// True if any face has the detail bit, which all games share.
bool is_detail(std::span<const FaceNumbers> numbers);

}  // namespace halfspace::map
