// SPDX-License-Identifier: MIT
// Turns the flags of Quake III's shaders into contents of brushes, sides and patches; see
// docs/decisions/0016.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/world/world.h"

#include "formats/bsp/bsp_file.h"
#include "formats/map/map_contents.h"
#include "formats/text/face_flags.h"

#include <cstddef>

namespace halfspace::bsp {

// How many brushes were left out, by reason.
struct LeftOut {
    std::size_t fog = 0;
    std::size_t bot_marks = 0;  // hints for the game's bots
    std::size_t others = 0;     // not drawn and blocking nothing
    std::size_t empty = 0;      // without a volume

    std::size_t all() const { return fog + bot_marks + others + empty; }
};

// All flags of Quake III's shaders that have a meaning here; docs/reference/levels.md shows them.
std::span<const NamedFlag> shader_flags();

// Sets the contents of the brush, and the surfaces and opacities of its sides. Empty contents: the
// brush is to be left out. shader: of the brush. side_shaders: one for each side.
void assign_contents(Brush& brush,
                     const Shader& shader,
                     std::span<const Shader* const> side_shaders,
                     const map::EntityClass& entity);

void assign_contents(Patch& patch, const Shader& shader, const map::EntityClass& entity);

// Counts a brush of this shader that has no contents.
void count_left_out(LeftOut& left_out, const Shader& shader);

}  // namespace halfspace::bsp
