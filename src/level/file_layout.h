// SPDX-License-Identifier: MIT
// The frame of an .hsw file: header and section table. docs/reference/file_format.md says the same
// in words.
#pragma once

#include "level/shared/record_fields.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// Like PNG's mark: no text file begins with it, and a transfer that changes line ends damages it
// visibly.
inline constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'H', 'S', 'W', '\r', '\n', 0x1a, '\n'};
inline constexpr std::size_t kSectionAlignment = 64;

struct FileHeader {
    std::array<std::uint8_t, 8> magic;
    std::uint64_t checksum;  // hash_bytes of all bytes behind this field
    std::uint16_t major;
    std::uint16_t minor;
    std::uint32_t section_count;
    std::uint64_t file_size;
    std::int32_t grid_exponent;
    std::uint32_t reserved;
    double units_per_metre;
};
inline constexpr std::size_t kChecksumOffset = offsetof(FileHeader, checksum);
inline constexpr std::size_t kChecksummed = offsetof(FileHeader, major);

struct SectionEntry {
    std::uint32_t id;
    std::uint32_t flags;  // kSectionOptional
    std::uint32_t record_size;
    std::uint32_t reserved;
    std::uint64_t offset;  // from the start of the file
    std::uint64_t count;
};
inline constexpr std::uint32_t kSectionOptional = 1;

static_assert(sizeof(FileHeader) == 48 && kChecksummed == 16 && sizeof(SectionEntry) == 32);

// The arrays in these bytes, which are not copied. REQUIRES: each section is a whole number of its
// records and aligned for them; sections of one record have one.
LevelView view_of(const SectionBytes& sections, std::int32_t grid_exponent, double units_per_metre);

// The checksum that belongs into the header. REQUIRES: file.size() >= sizeof(FileHeader).
std::uint64_t file_checksum(std::span<const std::byte> file);

}  // namespace halfspace
