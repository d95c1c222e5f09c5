// SPDX-License-Identifier: MIT
// The files of a folder by their names in lower case, as systems differ in which names are one.
#pragma once

#include "halfspace/base/error.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halfspace {

enum class Depth : std::uint8_t { Folder, AllBelow };

// The path from the folder in lower case, with '/' between its parts -> the path to open. Of files
// that differ in case alone, the first in the order of bytes counts.
using FileIndex = std::unordered_map<std::string, std::string>;

struct IndexedFolder {
    FileIndex files;
    std::vector<Diagnostic> diagnostics;  // a folder that is none, or larger than the bounds
};

// Holds the files with one of the extensions (".png"). Does not follow links to folders.
IndexedFolder index_files(const std::string& folder,
                          Depth depth,
                          std::initializer_list<std::string_view> extensions);

}  // namespace halfspace
