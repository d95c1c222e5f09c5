// SPDX-License-Identifier: MIT
// The frame of an .hsw file: header and section table. docs/reference/file_format.md says the same
// in words.
#pragma once

#include "halfspace/level/sections.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

namespace halfspace {

// Like PNG's mark: no text file begins with it, and a transfer that changes line ends damages it
// visibly.
inline constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'H', 'S', 'W', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t kMajorVersion = 6;
inline constexpr std::uint16_t kMinorVersion = 0;
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

// A kind of section.
struct SectionKind {
    std::string_view name;
    std::uint32_t record_size = 0;
    bool has_one_record = false;
};

namespace detail {

template <class Record>
struct ArrayKind {
    static constexpr std::uint32_t kRecordSize = sizeof(Record);
    static constexpr bool kHasOneRecord = false;
};
template <class Record>
struct OneKind {
    static constexpr std::uint32_t kRecordSize = sizeof(Record);
    static constexpr bool kHasOneRecord = true;
};
inline constexpr LevelArrays<ArrayKind, OneKind> kLevelKinds;

consteval std::size_t count_sections() {
    std::size_t count = 0;
    for_each_section(kLevelKinds, [&](const char*, const auto&) { ++count; });
    return count;
}

consteval auto make_sections() {
    std::array<SectionKind, count_sections()> sections;
    std::size_t next = 0;
    for_each_section(kLevelKinds, [&](const char* name, const auto& kind) {
        using Kind = std::remove_cvref_t<decltype(kind)>;
        sections[next++] = {name, Kind::kRecordSize, Kind::kHasOneRecord};
    });
    return sections;
}

}  // namespace detail

// The sections in the order of for_each_section. The section at index i has the id i + 1.
inline constexpr auto kSections = detail::make_sections();

// A section by its name. The compiler refuses a name that is not in the table.
class SectionId {
public:
    // Implicit: callers pass the name of the section.
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval SectionId(const char* name) : index_(0) {
        while (kSections.at(index_).name != name) {
            ++index_;
        }
    }

    constexpr std::size_t index() const { return index_; }
    constexpr std::string_view name() const { return kSections[index_].name; }

private:
    std::size_t index_;
};

// The bytes of each section, in the order of kSections.
using SectionBytes = std::array<std::span<const std::byte>, kSections.size()>;

// The bytes of the arrays, which stay in `data`.
SectionBytes bytes_of(const LevelData& data);

// The arrays in these bytes, which are not copied. REQUIRES: each section is a whole number of its
// records and aligned for them; sections of one record have one.
LevelView view_of(const SectionBytes& sections, std::int32_t grid_exponent, double units_per_metre);

// The checksum that belongs into the header. REQUIRES: file.size() >= sizeof(FileHeader).
std::uint64_t file_checksum(std::span<const std::byte> file);

}  // namespace halfspace
