// SPDX-License-Identifier: MIT
// Contents as the command line reads and prints them.
#pragma once

#include "halfspace/base/contents.h"
#include "halfspace/base/error.h"

#include <string>
#include <string_view>

namespace halfspace::tool {

// Names of contents, by commas: "solid,fence". Errors: Syntax, with the names that there are.
Result<Contents> parse_contents(std::string_view text);

// The names as a JSON array; they hold nothing that needs quoting. Empty: [].
std::string json_contents(Contents contents);

}  // namespace halfspace::tool
