// SPDX-License-Identifier: MIT
// Reads grid levels (.grid): a plan in plain text with one character for each cell. It becomes the
// surface of rooms and walls. docs/reference/grid_format.md describes the format.
#pragma once

#include "halfspace/formats/read_world.h"

#include <string>
#include <string_view>

namespace halfspace {

// The world in a text. text: the whole file. source: the file's name, for messages.
// Entity 0 holds the polygons: one for each side between a solid cell and an open one, for each
// diagonal cut of a cell, and for each piece of floor and ceiling. Each start becomes an
// info_player_start with an origin. The surface is closed if the plan has a floor and a ceiling.
// Errors, with line and column: Syntax for a character that is no cell, for rows of unequal length,
// and for a wrong header. Range for a number in the header. Geometry if no cell is open. Limit for
// a text of 4 GiB or more.
// Cost: linear in the text's length.
Result<ReadWorld> read_grid(std::string_view text, std::string source);

}  // namespace halfspace
