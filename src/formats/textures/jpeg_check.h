// SPDX-License-Identifier: MIT
// Checks of JPEG files that the decoder does not make.
#pragma once

#include <cstddef>
#include <span>

namespace halfspace {

// True if every table of codes that a decoder may read has at most 256 entries, and if every table
// that a scan uses stands before the scan. stb_image (as of 2022) writes larger tables past the end
// of its arrays, and uses a missing table without having set its memory. REQUIRES: bytes begin with
// a start mark (two bytes).
bool has_sound_tables(std::span<const std::byte> bytes);

// The limit of scans. Each scan of a progressive picture visits all blocks of the picture and may
// take only ten bytes, so a small file could keep the decoder busy for minutes. Encoders write
// about 10 scans. A script that sends each bit of each channel separately has less than 100.
inline constexpr std::size_t kMaxJpegScans = 100;

// True if the picture has more than kMaxJpegScans scans. REQUIRES: as has_sound_tables.
bool has_too_many_scans(std::span<const std::byte> bytes);

// True if there is an end mark.
bool has_jpeg_end(std::span<const std::byte> bytes);

}  // namespace halfspace
