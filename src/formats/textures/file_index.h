// SPDX-License-Identifier: MIT
// The files of a folder by their names in lower case, so that names behave alike on all file
// systems.
#pragma once

#include "halfspace/base/error.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace halfspace {

enum class Depth : std::uint8_t { Folder, AllBelow };

// Maps the path below the folder, in lower case and with '/' between its parts, to the path to
// open. If files differ in case only, the first in the order of bytes counts.
using FileIndex = std::unordered_map<std::string, std::string>;

struct IndexedFolder {
    FileIndex files;
    // A folder that cannot be read, or that exceeds the limits.
    std::vector<Diagnostic> diagnostics;
};

// The files with one of the extensions (such as ".png"). Links to folders are not followed.
IndexedFolder index_files(const std::string& folder,
                          Depth depth,
                          std::initializer_list<std::string_view> extensions);

}  // namespace halfspace
