// SPDX-License-Identifier: MIT
// Reads the .map text of TrenchBroom, NetRadiant and their kin: the standard (id) and the
// Valve 220 dialect, told apart per face.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/world/world.h"

#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

struct MapRead {
    World world;
    std::vector<Diagnostic> diagnostics;
};

// text: the whole file; source: its name for messages. Contents follow from texture names and
// entity classes; grouping and detail entities are merged into entity 0, behind its own brushes;
// origin brushes become Entity::origin. Entity 0 is there even if the text has no worldspawn. What
// was dropped, moved or contradictory is told in the diagnostics.
// Errors: Syntax with line and column of what was not expected, Range for a point beyond 2^40 or a
// texture number beyond all doubles, Unsupported for brush primitives and patches, Limit for a text
// of 4 GiB. Whether the brushes are solids is the compiler's question. Linear in the text's length,
// without recursion.
Result<MapRead> read_map(std::string_view text, std::string source);

}  // namespace halfspace
