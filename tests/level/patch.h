// SPDX-License-Identifier: MIT
// Damages files on purpose, with a checksum that fits, so that the check behind it is reached.
#pragma once

#include "level/file_layout.h"

#include <cstring>
#include <vector>

namespace halfspace::test {

using Bytes = std::vector<std::byte>;

inline Bytes with_checksum(Bytes bytes) {
    const std::uint64_t checksum = file_checksum(bytes);
    std::memcpy(bytes.data() + kChecksumOffset, &checksum, sizeof(checksum));
    return bytes;
}

template <class T>
Bytes patched(Bytes bytes, std::size_t offset, const T& value) {
    std::memcpy(bytes.data() + offset, &value, sizeof(value));
    return with_checksum(std::move(bytes));
}

template <class T>
T read_at(const Bytes& bytes, std::size_t offset) {
    T value;
    std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

inline std::size_t entry_offset(std::size_t index) {
    return sizeof(FileHeader) + index * sizeof(SectionEntry);
}
// Of a section by its name.
consteval std::size_t index_of(SectionId id) {
    return id.index();
}

inline SectionEntry entry_of(const Bytes& bytes, std::size_t index) {
    return read_at<SectionEntry>(bytes, entry_offset(index));
}

// The file with the table's entry changed by `change(entry)`.
template <class Change>
Bytes with_entry(const Bytes& bytes, std::size_t index, Change change) {
    SectionEntry entry = entry_of(bytes, index);
    change(entry);
    return patched(bytes, entry_offset(index), entry);
}

// The file with one more entry in its table and its section at the end: 48 + 16 * 32 bytes leave
// no room for it before the first section, so that all sections move.
inline Bytes with_extra_section(const Bytes& bytes, std::uint32_t id, std::uint32_t flags) {
    auto header = read_at<FileHeader>(bytes, 0);
    const std::size_t table_end = entry_offset(header.section_count);
    const std::size_t old_start = (table_end + kSectionAlignment - 1) / kSectionAlignment * 64;
    Bytes result(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(table_end));
    for (std::size_t i = 0; i < header.section_count; ++i) {
        auto entry = read_at<SectionEntry>(result, entry_offset(i));
        entry.offset += kSectionAlignment;
        std::memcpy(result.data() + entry_offset(i), &entry, sizeof(entry));
    }
    const SectionEntry extra{id, flags, 3, 0, bytes.size() + kSectionAlignment, 5};
    const auto* raw = reinterpret_cast<const std::byte*>(&extra);
    result.insert(result.end(), raw, raw + sizeof(extra));
    result.resize(old_start + kSectionAlignment);
    result.insert(
        result.end(), bytes.begin() + static_cast<std::ptrdiff_t>(old_start), bytes.end());
    result.resize(result.size() + kSectionAlignment);
    ++header.section_count;
    header.file_size = result.size();
    return patched(std::move(result), 0, header);
}

}  // namespace halfspace::test
