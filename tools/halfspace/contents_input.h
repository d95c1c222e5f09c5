// SPDX-License-Identifier: MIT
// Reads and prints contents on the command line.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"

#include <string>
#include <string_view>

namespace halfspace::tool {

// Reads names of contents with commas between them, such as "solid,fence". Errors: Syntax, with the
// list of names.
Result<Contents> parse_contents(std::string_view text);

// The names as a JSON array, [] for Empty. The names need no escapes.
std::string json_contents(Contents contents);

}  // namespace halfspace::tool
