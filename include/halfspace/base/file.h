// SPDX-License-Identifier: MIT
// Whole files in and out.
#pragma once

#include "halfspace/base/error.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace halfspace {

// The whole file. Errors: Io, with the system's reason (missing, a folder, not readable).
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);

// Writes to a temporary file in the same folder and renames it over `path`, so that a reader
// or a stopped writer never leaves half a file. Errors: Io (no folder, no permission, disk full);
// then `path` is as it was and the temporary file is gone.
Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace halfspace
