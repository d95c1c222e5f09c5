// SPDX-License-Identifier: MIT
// Reads .map texts of TrenchBroom, NetRadiant and similar editors. It knows the dialects standard
// (id), Valve 220, brush primitives, and patches; and the numbers that Quake 2, Hexen 2, Quake III
// and Daikatana write behind a face. Each face is recognised by itself, so a text may mix dialects.
#pragma once

#include "halfspace/formats/read_world.h"

#include <string>
#include <string_view>

namespace halfspace {

// The world in a text. text: the whole file. source: the file's name, for messages.
// - Contents follow from the names of textures and the classes of entities; in levels of Quake 2
//   also from the numbers behind the faces (docs/decisions/0010, docs/reference/levels.md).
// - Entities that only group brushes, and detail entities, are merged into entity 0, behind its own
//   brushes and patches. Entity 0 exists even without a worldspawn.
// - Layers that are marked as omitted from export are left out. So are keys that begin with "_tb_",
//   and all but the first of equal keys.
// - Origin brushes become Entity::origin.
// - Texture axes along which no picture can lie are replaced (see `repair` in
// world/shared/texture.h).
// - Materials have no size yet: see resolve_materials in texture_library.h.
//
// The diagnostics say what was dropped, moved or contradictory.
// Errors: Syntax, with line and column, and with what was expected. Range for a coordinate beyond
// 2^40, a texture number beyond all doubles, or a patch of a wrong size. Unsupported for Doom 3's
// brushDef3 and other rare shapes. Limit for a text of 4 GiB or more. Whether a brush is a solid is
// found by the compiler, not here.
// Cost: linear in the text's length. There is no recursion.
Result<ReadWorld> read_map(std::string_view text, std::string source);

}  // namespace halfspace
