// SPDX-License-Identifier: MIT
// What the decoder does not ask of JPEG files.
#pragma once

#include <cstddef>
#include <span>

namespace halfspace {

// True if every table of codes that a decoder may come upon has at most 256 entries: stb_image (as
// of 2022) writes larger ones past its arrays. REQUIRES: bytes begin with a start mark (two bytes).
bool has_sound_tables(std::span<const std::byte> bytes);

// True if there is an end mark.
bool has_jpeg_end(std::span<const std::byte> bytes);

}  // namespace halfspace
