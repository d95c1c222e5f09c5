// SPDX-License-Identifier: MIT
// Reads the .map text of TrenchBroom, NetRadiant and their kin: the standard (id) and the
// Valve 220 dialect, told apart per face.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfspace/base/error.h"
#include "halfspace/world/world.h"

namespace halfspace {

struct MapRead {
    World world;
    std::vector<Diagnostic> diagnostics;
};

// text: the whole file; source: its name for messages. Contents follow from texture names and
// entity classes; grouping and detail entities are merged into entity 0; origin brushes become
// Entity::origin. Errors: Syntax with line and column, Range for a number beyond 2^40. Whether the
// brushes are solids is the compiler's question. Linear in the text's length.
Result<MapRead> read_map(std::string_view text, std::string source);

}  // namespace halfspace
