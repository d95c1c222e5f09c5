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
    Subdivided,  // patchDef3: with two numbers of subdivisions
};

// Reads "( width height ... ) ( rows )" behind a patch's texture. The text lists the grid by
// columns, the result by rows. The front of the result is where the games draw the patch. Errors
// (kept in `fields`): Syntax; Range for a bad size. Allocates nothing for points that the rest of
// the text cannot contain.
std::optional<Patch> read_patch_grid(FieldReader& fields, PatchKind kind);

}  // namespace halfspace::map
