// SPDX-License-Identifier: MIT
// Numbers of a .map that need not be exact: texture coordinates, flags, an entity's origin.
#pragma once

#include "halfspace/math/vec.h"

#include <optional>
#include <string_view>

namespace halfspace::map {

// The double nearest to a decimal number, by the syntax of parse_decimal. Infinite if the number is
// too large for doubles. nullopt if the text is not a number.
std::optional<double> parse_double(std::string_view text);

// The vector of a text of three finite numbers with blanks between them. nullopt for any other
// text.
std::optional<Vec3> parse_vec3(std::string_view text);

}  // namespace halfspace::map
