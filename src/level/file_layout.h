// SPDX-License-Identifier: MIT
// The frame of an .hsw file: header, section table, and what each section holds. The tables of
// docs/file_format.md say the same in words.
#pragma once

#include "halfspace/level/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace halfspace {

// As in PNG: no text file begins so, and a transfer that turns line ends breaks it visibly.
inline constexpr std::array<std::uint8_t, 8> kMagic{0x89, 'H', 'S', 'W', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint16_t kMajorVersion = 3;
inline constexpr std::uint16_t kMinorVersion = 0;
inline constexpr std::size_t kSectionAlignment = 64;
inline constexpr std::int32_t kMaxGridExponent = 10;

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

// Ids are indices of kSections plus one and never change their meaning.
enum class SectionId : std::uint8_t {
    Planes = 1,
    Nodes,
    Leaves,
    Faces,
    FaceVertices,
    Vertices,
    Brushes,
    Sides,
    Models,
    Entities,
    Keys,
    Materials,
    Strings,
    Statistics,
    FaceTexcoords,
    NodeFaces,
    Spaces,
    SpaceRoots,
    Contacts,
    Bevels,
};

struct SectionKind {
    const char* name;
    std::uint32_t record_size;
};
inline constexpr std::array<SectionKind, 20> kSections{{
    {"planes", sizeof(PlaneRecord)},
    {"nodes", sizeof(NodeRecord)},
    {"leaves", sizeof(LeafRecord)},
    {"faces", sizeof(FaceRecord)},
    {"face_vertices", sizeof(std::uint32_t)},
    {"vertices", sizeof(VertexRecord)},
    {"brushes", sizeof(BrushRecord)},
    {"sides", sizeof(SideRecord)},
    {"models", sizeof(ModelRecord)},
    {"entities", sizeof(EntityRecord)},
    {"keys", sizeof(KeyRecord)},
    {"materials", sizeof(MaterialRecord)},
    {"strings", 1},
    {"statistics", sizeof(StatisticsRecord)},
    {"face_texcoords", sizeof(TexcoordRecord)},
    {"node_faces", sizeof(NodeFacesRecord)},
    {"spaces", sizeof(SpaceRecord)},
    {"space_roots", sizeof(std::int32_t)},
    {"contacts", sizeof(ContactRecord)},
    {"bevels", sizeof(std::uint32_t)},
}};

// The bytes of each section in the order of kSections.
using SectionBytes = std::array<std::span<const std::byte>, kSections.size()>;

constexpr std::size_t index_of(SectionId id) {
    return static_cast<std::size_t>(id) - 1;
}

// The checksum that belongs into the header. REQUIRES: file.size() >= sizeof(FileHeader).
std::uint64_t file_checksum(std::span<const std::byte> file);

}  // namespace halfspace
