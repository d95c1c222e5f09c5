// SPDX-License-Identifier: MIT
// The colour of a material whose picture nobody has, made from its name. The painter and the
// exporters use the same one, so that a level looks alike in both.
#pragma once

#include "halfspace/base/image.h"

#include <cstdint>
#include <string_view>

namespace halfspace {

// Always the same opaque colour for one name, in upper or lower case. A word in the name decides
// where there is one ("water" is blue, "brick" red), a hash of the name what is left.
Rgba name_colour(std::string_view name);

// Hashes with the same bits on every machine: of a name, and of two numbers.
std::uint32_t name_hash(std::string_view name);
std::uint32_t mixed_bits(std::uint32_t a, std::uint32_t b);

}  // namespace halfspace
