// SPDX-License-Identifier: MIT
#include "level/read_frame.h"

#include "halfspace/exact/grid.h"

#include "base/shared/bytes.h"

#include <cmath>
#include <cstring>
#include <optional>
#include <string>

namespace halfspace {
namespace {

std::unexpected<Error> failure(ErrorCode code, const std::string& message) {
    return std::unexpected(Error{code, message, {}});
}

std::unexpected<Error> damaged(const std::string& message) {
    return failure(ErrorCode::Damaged, message);
}

std::string name_of(const SectionEntry& entry) {
    const bool known = entry.id >= 1 && entry.id <= kSections.size();
    return "section '" +
           (known ? std::string(kSections[entry.id - 1].name) : std::to_string(entry.id)) + "': ";
}

Result<FileHeader> read_header(std::span<const std::byte> file) {
    if (file.empty()) {
        return damaged("the file is empty; copy or compile it again");
    }
    const auto magic = ByteReader(file).read<decltype(FileHeader::magic)>();
    if (!magic || *magic != kMagic) {
        return damaged(
            "this is not a compiled level (.hsw): its first 8 bytes differ; compile the source of "
            "the level first");
    }
    const auto header = ByteReader(file).read<FileHeader>();
    if (!header) {
        return damaged("the file ends within its header, after " + std::to_string(file.size()) +
                       " bytes; copy or compile it again");
    }
    if (header->major != kMajorVersion) {
        return failure(ErrorCode::Unsupported,
                       "the file has version " + std::to_string(header->major) + "." +
                           std::to_string(header->minor) + ", this program reads " +
                           std::to_string(kMajorVersion) + ".x; compile the level again");
    }
    if (header->file_size != file.size()) {
        return damaged("the file has " + std::to_string(file.size()) +
                       " bytes, but its header says " + std::to_string(header->file_size) +
                       "; copy or compile it again");
    }
    if (header->checksum != file_checksum(file)) {
        return damaged("the checksum does not fit the content; copy or compile the file again");
    }
    if (header->grid_exponent < 0 || header->grid_exponent > kMaxGridExponent) {
        return damaged("header: the grid exponent is " + std::to_string(header->grid_exponent) +
                       ", not one of 0 to " + std::to_string(kMaxGridExponent));
    }
    if (!(std::isfinite(header->units_per_metre) && header->units_per_metre > 0)) {
        return damaged("header: the units per metre are not a positive number");
    }
    return *header;
}

// Sections lie in the order of the section table, so none overlaps another. from: the end of what
// lies before the section. Returns the end of the section.
Result<std::uint64_t> section_end(const SectionEntry& entry,
                                  std::uint64_t from,
                                  std::uint64_t file_size) {
    if (entry.offset % kSectionAlignment != 0) {
        return damaged(name_of(entry) + "its offset " + std::to_string(entry.offset) +
                       " is not a multiple of " + std::to_string(kSectionAlignment));
    }
    if (entry.offset < from) {
        return damaged(name_of(entry) + "its offset " + std::to_string(entry.offset) +
                       " lies before the end of the preceding section, " + std::to_string(from));
    }
    if (entry.offset > file_size ||
        (entry.record_size != 0 && entry.count > (file_size - entry.offset) / entry.record_size)) {
        return damaged(name_of(entry) + std::to_string(entry.count) + " records of " +
                       std::to_string(entry.record_size) + " bytes at offset " +
                       std::to_string(entry.offset) + " do not fit into the file's " +
                       std::to_string(file_size) + " bytes");
    }
    return entry.offset + entry.count * entry.record_size;
}

// The section's index in kSections; none if the entry may be skipped.
Result<std::optional<std::size_t>> identify(const SectionEntry& entry) {
    if (entry.id < 1 || entry.id > kSections.size()) {
        if ((entry.flags & kSectionOptional) != 0) {
            return std::nullopt;
        }
        return failure(ErrorCode::Unsupported,
                       name_of(entry) +
                           "this program does not know the section and must not skip it; "
                           "a newer program wrote the file");
    }
    const std::uint32_t record_size = kSections[entry.id - 1].record_size;
    if (entry.record_size != record_size) {
        return damaged(name_of(entry) + "its records have " + std::to_string(entry.record_size) +
                       " bytes in place of " + std::to_string(record_size));
    }
    const std::size_t index = entry.id - 1;
    if (kSections.at(index).has_one_record && entry.count != 1) {
        return damaged(name_of(entry) + "it has " + std::to_string(entry.count) +
                       " records in place of one");
    }
    return index;
}

// REQUIRES: the entry lies within the file.
SectionEntry entry_at(std::span<const std::byte> file, std::uint32_t index) {
    SectionEntry entry;
    std::memcpy(&entry,
                file.data() + sizeof(FileHeader) + index * sizeof(SectionEntry),
                sizeof(SectionEntry));
    return entry;
}

// REQUIRES: the section table lies within the file.
Result<SectionBytes> read_sections(std::span<const std::byte> file, std::uint32_t count) {
    SectionBytes sections;
    std::array<bool, kSections.size()> found{};
    std::uint64_t end = sizeof(FileHeader) + count * std::uint64_t{sizeof(SectionEntry)};
    for (std::uint32_t i = 0; i < count; ++i) {
        const SectionEntry entry = entry_at(file, i);
        const Result<std::optional<std::size_t>> known = identify(entry);
        if (!known) {
            return std::unexpected(known.error());
        }
        const Result<std::uint64_t> next = section_end(entry, end, file.size());
        if (!next) {
            return std::unexpected(next.error());
        }
        end = *next;
        if (const std::optional<std::size_t> index = *known) {
            if (found.at(*index)) {
                return damaged(name_of(entry) + "it occurs twice");
            }
            found.at(*index) = true;
            sections.at(*index) = file.subspan(entry.offset, end - entry.offset);
        }
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (!found[i]) {
            return damaged("section '" + std::string(kSections[i].name) + "' is missing");
        }
    }
    return sections;
}

}  // namespace

Result<FileFrame> read_frame(std::span<const std::byte> file) {
    const Result<FileHeader> header = read_header(file);
    if (!header) {
        return std::unexpected(header.error());
    }
    if (header->section_count > (file.size() - sizeof(FileHeader)) / sizeof(SectionEntry)) {
        return damaged("header: " + std::to_string(header->section_count) +
                       " sections do not fit into the file");
    }
    const Result<SectionBytes> sections = read_sections(file, header->section_count);
    if (!sections) {
        return std::unexpected(sections.error());
    }
    return FileFrame{*header, *sections};
}

}  // namespace halfspace
