// SPDX-License-Identifier: MIT
// Reads what `compile` and `verify` take as source; the file's extension tells the format.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/map_reader.h"

#include <filesystem>

namespace halfspace::tool {

// Errors: those of read_file and of the format's reader; Unsupported for an unknown extension.
Result<MapRead> read_source(const std::filesystem::path& path);

}  // namespace halfspace::tool
