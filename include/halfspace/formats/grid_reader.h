// SPDX-License-Identifier: MIT
// Reads grid levels (.grid): a plan in plain text, one character for each cell, that becomes the
// surface of rooms and walls. The format is docs/grid_format.md.
#pragma once

#include "halfspace/formats/read_world.h"

#include <string>
#include <string_view>

namespace halfspace {

// text: the whole file; source: its name for messages. Entity 0 holds the polygons, one for each
// side of a cell between solid and open, for each cut, floor and ceiling; every start becomes an
// info_player_start with an origin. The surface is closed if it has a floor and a ceiling.
// Errors, with line and column: Syntax for a character that is none of a cell (the cell is named),
// for rows of unequal length, for a header that is not understood; Range for its numbers; Geometry
// if nothing is open; Limit for a text of 4 GiB. Linear in the text's length.
Result<ReadWorld> read_grid(std::string_view text, std::string source);

}  // namespace halfspace
