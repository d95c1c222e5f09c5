// SPDX-License-Identifier: MIT
// What the decoder does not ask of TGA files: that they are there to the last pixel.
#pragma once

#include <cstddef>
#include <span>

namespace halfspace {

// True if the head is one of a picture of a kind that games use.
bool is_tga(std::span<const std::byte> bytes);

// True if the bytes go on to the last pixel. REQUIRES: is_tga(bytes).
bool is_whole_tga(std::span<const std::byte> bytes);

}  // namespace halfspace
