// SPDX-License-Identifier: MIT
// Reads what `compile` and `verify` take as source; the file's extension tells the format. A source
// may lie in a package: "pak1.pk3:maps/keep.bsp".
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/map_reader.h"

#include <filesystem>
#include <string>

namespace halfspace::tool {

// For --help.
inline constexpr const char* kSourceHelp =
    "The source: a .map, .grid or .bsp (Quake III) file, or one in a package "
    "(pak1.pk3:maps/keep.bsp)";

struct SourceName {
    std::filesystem::path file;
    std::string entry;  // of the package that the file is; empty for its only .bsp, or for a file
};

// The last ".pk3:" splits the text, in upper or lower case.
SourceName source_name(const std::string& text);

// The level that a source becomes unless a user says otherwise: beside its file, but those that lie
// in a package in the current folder.
std::filesystem::path default_output(const SourceName& source);

// True if a file of this name would be taken for a source.
bool passes_for_source(const std::filesystem::path& path);

// Errors: those of read_file, of Package and of the format's reader; Unsupported for an unknown
// extension; Io for a package without an entry's name that has not exactly one .bsp.
Result<MapRead> read_source(const std::string& text);

}  // namespace halfspace::tool
