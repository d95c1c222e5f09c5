// SPDX-License-Identifier: MIT
// What the decoder does not ask of JPEG files.
#pragma once

#include <cstddef>
#include <span>

namespace halfspace {

// True if every table of codes that a decoder may come upon has at most 256 entries: stb_image (as
// of 2022) writes larger ones past its arrays. REQUIRES: bytes begin with a start mark (two bytes).
bool has_sound_tables(std::span<const std::byte> bytes);

// Each scan of a progressive picture goes over all of its blocks and may take only ten bytes, so
// that a small file would keep the decoder busy for minutes. Encoders write about 10 scans; a
// script that sends each bit of each channel on its own has less than 100.
inline constexpr std::size_t kMostJpegScans = 100;

// True if it has more scans. REQUIRES: as above.
bool has_too_many_scans(std::span<const std::byte> bytes);

// True if there is an end mark.
bool has_jpeg_end(std::span<const std::byte> bytes);

}  // namespace halfspace
