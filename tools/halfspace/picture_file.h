// SPDX-License-Identifier: MIT
// Pictures as files.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"

#include <filesystem>

namespace halfspace::tool {

// Errors: those of write_file.
Result<void> write_picture(const std::filesystem::path& path, const Image& image);

}  // namespace halfspace::tool
