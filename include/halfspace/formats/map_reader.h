// SPDX-License-Identifier: MIT
// Reads the .map text of TrenchBroom, NetRadiant and their kin in every dialect they save: standard
// (id), Valve 220, brush primitives and patches, with the numbers of Quake 2, Hexen 2, Quake III
// and Daikatana behind a face. They are told apart per face and may be mixed.
#pragma once

#include "halfspace/formats/read_world.h"

#include <string>
#include <string_view>

namespace halfspace {

// text: the whole file; source: its name for messages. Contents follow from texture names and
// entity classes, in Quake 2's levels from the numbers behind the faces (docs/decisions/0010);
// grouping and detail entities are merged into entity 0, behind its own shapes; layers marked as
// omitted from export are left out; origin brushes become Entity::origin. Entity 0 is there even if
// the text has no worldspawn. Texture axes that no picture can follow are laid straight. Materials
// have no size yet (see texture_library.h). What was dropped, moved or contradictory is told in the
// diagnostics.
// Errors: Syntax with line and column of what was not expected, Range for a point beyond 2^40 or a
// texture number beyond all doubles or a patch's size, Unsupported for Doom 3's brushDef3 and other
// rare shapes, Limit for a text of 4 GiB. Whether the brushes are solids is the compiler's
// question. Linear in the text's length, without recursion.
Result<ReadWorld> read_map(std::string_view text, std::string source);

}  // namespace halfspace
