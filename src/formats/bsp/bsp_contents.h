// SPDX-License-Identifier: MIT
// What the flags of Quake III's shaders make of brushes, sides and patches; see
// docs/decisions/0016.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/world/world.h"

#include "formats/bsp/bsp_file.h"
#include "formats/map/map_contents.h"
#include "formats/text/face_flags.h"

#include <cstddef>

namespace halfspace::bsp {

// Why brushes were left out.
struct LeftOut {
    std::size_t fog = 0;
    std::size_t bot_marks = 0;  // where that game's bots may go
    std::size_t others = 0;     // unseen, and in nobody's way
    std::size_t empty = 0;      // no volume

    std::size_t all() const { return fog + bot_marks + others + empty; }
};

// All flags of Quake III's shaders that mean something here; docs/levels.md shows them.
std::span<const NamedFlag> shader_flags();

// Sets the contents of the brush, and the surfaces and opacities of its sides. shader: the brush's.
// side_shaders: beside the sides. Empty contents: nobody would notice the brush.
void assign_contents(Brush& brush,
                     const Shader& shader,
                     std::span<const Shader* const> side_shaders,
                     const map::EntityClass& entity);

void assign_contents(Patch& patch, const Shader& shader, const map::EntityClass& entity);

// Counts a brush of this shader that has no contents.
void count_left_out(LeftOut& left_out, const Shader& shader);

}  // namespace halfspace::bsp
