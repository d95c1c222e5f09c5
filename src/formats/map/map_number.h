// SPDX-License-Identifier: MIT
// Numbers of a .map that need not be exact: texture coordinates, flags, an entity's origin.
#pragma once

#include "halfspace/math/vec.h"

#include <optional>
#include <string_view>

namespace halfspace::map {

// The nearest double to a decimal number, by the same rules as parse_decimal; infinite where the
// number is beyond all doubles. nullopt if the text is not a number.
std::optional<double> parse_double(std::string_view text);

// Three finite numbers with blanks between them and nothing else.
std::optional<Vec3> parse_vec3(std::string_view text);

}  // namespace halfspace::map
