// SPDX-License-Identifier: MIT
// A check of TGA files that the decoder does not make: that no pixel is missing.
#pragma once

#include <cstddef>
#include <span>

namespace halfspace {

// True if the header is that of a kind of picture that games use.
bool is_tga(std::span<const std::byte> bytes);

// True if the bytes contain all pixels. REQUIRES: is_tga(bytes).
bool is_whole_tga(std::span<const std::byte> bytes);

}  // namespace halfspace
