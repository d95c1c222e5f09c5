// SPDX-License-Identifier: MIT
// Texts from levels and sources, and counts, as the program prints them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace halfspace::tool {

// The text without characters that control a terminal. A file may hold any bytes in its names, and
// a terminal that gets them raw may hide text or take commands. A character that is not printable,
// and a byte that is not valid UTF-8, becomes an escape: \n, \x1b or \u202e. All that comes from a
// file and is printed as text goes through this function; JSON has escapes of its own.
std::string printable(std::string_view text);

// "1 door", "2 doors".
std::string counted(std::size_t count, std::string_view what);

}  // namespace halfspace::tool
