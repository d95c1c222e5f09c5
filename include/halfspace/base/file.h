// SPDX-License-Identifier: MIT
// Reads and writes whole files and lists folders. A path is a text as the system writes paths.
#pragma once

#include "halfspace/base/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// All bytes of the file. Errors: Io, with the reason that the system gives (missing, a folder, no
// permission).
Result<std::vector<std::byte>> read_file(const std::string& path);

// The first `most` bytes of the file, or all if the file is shorter. Errors: as of read_file.
Result<std::vector<std::byte>> read_file_head(const std::string& path, std::size_t most);

// Replaces the file at once. The bytes go to a temporary file in the same folder, which is then
// renamed to `path`; so half a file is never read. Errors: Io (no folder, no permission, disk
// full). After an error `path` is as it was before, and the temporary file is gone. If `path` is a
// symbolic link, the link stays: the file that it leads to is replaced or, if it is missing, made.
// A device or a pipe is written to directly.
Result<void> write_file(const std::string& path, std::span<const std::byte> bytes);

// True if something is there that is not a folder. Links are followed.
bool is_file(const std::string& path);

// The size of a file in bytes. nullopt if there is none, and for folders, devices and pipes.
std::optional<std::uint64_t> file_size(const std::string& path);

struct ListOptions {
    // How many levels of folders below the first one are listed, too. 0: only the folder itself.
    int depth = 0;
    // Files and folders that are looked at before the list is cut off.
    std::size_t max_entries = 200'000;
};

struct FolderList {
    // Each path begins with the path of the folder. The order is not defined.
    std::vector<std::string> files;
    // The system's reason if a folder could not be read; else empty. A folder below the first one
    // for which the permission is missing is not a problem.
    std::string problem;
    // False if no folder could be opened.
    bool is_opened = false;
    // True if there were more than max_entries files and folders: `files` is incomplete.
    bool is_incomplete = false;
};

// The regular files in a folder and in the folders below it. A link to a file is listed; a link to
// a folder is not followed. If `folder` is not a folder, `problem` says so and `files` is empty.
FolderList list_files(const std::string& folder, const ListOptions& options = {});

}  // namespace halfspace
