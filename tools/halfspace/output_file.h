// SPDX-License-Identifier: MIT
// Checks names of output files before anything is read, and writes pictures.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace halfspace::tool {

// The extension with its dot, in lower case; empty if there is none.
std::string lower_extension(const std::filesystem::path& path);

bool is_svg(const std::filesystem::path& path);

// The message for an output of an unknown kind. supported: the list of known kinds.
std::string unsupported_output(const std::filesystem::path& path, std::string_view supported);

// True if both paths lead to the same file, also through links. False if one of the files does not
// exist.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// Writes a PNG. Errors: those of write_file; Limit if there is not enough memory.
Result<void> write_picture(const std::filesystem::path& path, const Image& image);

}  // namespace halfspace::tool
