// SPDX-License-Identifier: MIT
#include "halfspace/level/level.h"

#include "base/shared/bytes.h"
#include "level/file_layout.h"

namespace halfspace {
namespace {

std::size_t aligned(std::size_t offset) {
    return (offset + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

}  // namespace

std::vector<std::byte> write_level(const LevelData& data) {
    const SectionBytes sections = bytes_of(data);
    std::size_t size = aligned(sizeof(FileHeader) + sections.size() * sizeof(SectionEntry));
    for (const std::span<const std::byte> section : sections) {
        size += aligned(section.size());
    }
    ByteWriter writer;
    writer.reserve(size);
    writer.write(FileHeader{.magic = kMagic,
                            .checksum = 0,
                            .major = kMajorVersion,
                            .minor = kMinorVersion,
                            .section_count = static_cast<std::uint32_t>(sections.size()),
                            .file_size = 0,
                            .grid_exponent = data.grid_exponent,
                            .reserved = 0,
                            .units_per_metre = data.units_per_metre});
    std::size_t offset = aligned(sizeof(FileHeader) + sections.size() * sizeof(SectionEntry));
    for (std::size_t i = 0; i < sections.size(); ++i) {
        writer.write(SectionEntry{.id = static_cast<std::uint32_t>(i + 1),
                                  .flags = 0,
                                  .record_size = kSections[i].record_size,
                                  .reserved = 0,
                                  .offset = offset,
                                  .count = sections[i].size() / kSections[i].record_size});
        offset = aligned(offset + sections[i].size());
    }
    for (const std::span<const std::byte> section : sections) {
        writer.align(kSectionAlignment);
        writer.write_bytes(section);
    }
    writer.align(kSectionAlignment);
    writer.overwrite(offsetof(FileHeader, file_size), std::uint64_t{writer.size()});
    std::vector<std::byte> bytes = writer.take();
    const std::uint64_t checksum = file_checksum(bytes);
    std::memcpy(bytes.data() + kChecksumOffset, &checksum, sizeof(checksum));
    return bytes;
}

}  // namespace halfspace
