// SPDX-License-Identifier: MIT
// Files that commands write: their names, checked before anything is read, and pictures.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/base/image.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace halfspace::tool {

// The extension with its dot, in lower case; empty if there is none.
std::string lower_extension(const std::filesystem::path& path);

// The message for a file of a kind that is not written. supported: the kinds that are.
std::string unsupported_output(const std::filesystem::path& path, std::string_view supported);

// By whatever names: links count. False if one of them is not there.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

// As PNG. Errors: those of write_file; Limit if there is no memory for it.
Result<void> write_picture(const std::filesystem::path& path, const Image& image);

}  // namespace halfspace::tool
