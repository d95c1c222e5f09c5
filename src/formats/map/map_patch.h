// SPDX-License-Identifier: MIT
// Reads the grid of a curved patch.
#pragma once

#include "halfspace/world/world.h"

#include "formats/map/map_fields.h"

#include <cstdint>
#include <optional>

namespace halfspace::map {

enum class PatchKind : std::uint8_t {
    Simple,      // patchDef2, patchDefWS
    Subdivided,  // patchDef3, which also says how finely it wants to be drawn
};

// Reads "( width height ... ) ( rows )" behind a patch's texture. The text has the grid by columns;
// the result has it by rows, its front where the text's games draw the patch.
// Errors (kept in fields): Syntax; Range for a size that no patch has. Nothing is allocated for
// points that the rest of the text cannot hold.
std::optional<Patch> read_patch_grid(FieldReader& fields, PatchKind kind);

}  // namespace halfspace::map
