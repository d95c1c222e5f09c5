// SPDX-License-Identifier: MIT
// The table of readers, by the extension of the files.
#pragma once

#include "halfspace/formats/read_world.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

struct SourceFormat {
    std::string_view extension;  // with its dot, in lower case
    std::string_view whose;      // what else is told of it, such as "Quake III"; often empty
    bool has_meshes = false;     // it is read as MeshReadOptions say
    Result<ReadWorld> (*read)(std::span<const std::byte> bytes,
                              const std::string& name,
                              const MeshReadOptions& meshes);
};

// All readers. In a package with several kinds of levels, the first kind in this table is searched
// first.
std::span<const SourceFormat> known_formats();

// The ending of the last part of the name, with its dot, in lower case.
std::string extension_of(std::string_view name);

// The reader for a file of this name; null if there is none.
const SourceFormat* find_format(std::string_view name);

// The error for a file with this name, which no reader reads.
Error unknown_format(const std::string& name);

}  // namespace halfspace
