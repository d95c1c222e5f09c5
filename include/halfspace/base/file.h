// SPDX-License-Identifier: MIT
// Whole files in and out, and what lies in folders. Paths are as the system writes them.
#pragma once

#include "halfspace/base/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halfspace {

// The whole file. Errors: Io, with the system's reason (missing, a folder, not readable).
Result<std::vector<std::byte>> read_file(const std::string& path);

// The first bytes of the file, `most` or all if there are fewer. Errors: as read_file.
Result<std::vector<std::byte>> read_file_head(const std::string& path, std::size_t most);

// Writes to a temporary file in the same folder and renames it over `path`, so that a reader
// or a stopped writer never leaves half a file. Errors: Io (no folder, no permission, disk full);
// then `path` is as it was and the temporary file is gone.
Result<void> write_file(const std::string& path, std::span<const std::byte> bytes);

// True if the path names something that read_file may read: it is there and no folder.
bool is_file(const std::string& path);

// The size of a file; nullopt if there is no such file, also for a folder and a device.
std::optional<std::uint64_t> file_size(const std::string& path);

struct ListOptions {
    int depth = 0;                       // folders below are looked into so deep [0: none of them]
    std::size_t most_entries = 200'000;  // files and folders that are looked at
};

struct FolderList {
    std::vector<std::string> files;  // paths that begin with that of the folder; in no order
    std::string problem;             // the system's reason if something could not be read, or ""
    bool is_begun = false;           // the folder itself could be read
    bool is_cut = false;             // there were more than most_entries
};

// The files in a folder and below it. Links to folders are not followed; folders that nobody may
// read are passed over. A folder that is none is a problem without files.
FolderList list_files(const std::string& folder, const ListOptions& options = {});

}  // namespace halfspace
