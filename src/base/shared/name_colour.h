// SPDX-License-Identifier: MIT
// A colour made from a material's name, for materials without a picture. The painter and the
// exporters both use it, so a level has the same colours in both.
#pragma once

#include "halfspace/base/image.h"

#include <cstdint>
#include <string_view>

namespace halfspace {

// An opaque colour. The same name always has the same colour; upper and lower case make no
// difference. A known word in the name gives the hue ("water" blue, "brick" red), else the hue is
// grey-brown. A hash of the name then shifts the colour a little, so different names differ.
Rgba name_colour(std::string_view name);

// Two hashes with the same bits on every machine: of a name (upper and lower case differ), and of
// two numbers.
std::uint32_t name_hash(std::string_view name);
std::uint32_t mixed_bits(std::uint32_t a, std::uint32_t b);

}  // namespace halfspace
