// SPDX-License-Identifier: MIT
// Paths as strings, their parts between '/'. Nothing here asks the file system (see file.h).
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

// "a/b/keep.map" -> "keep.map".
std::string_view file_name(std::string_view path);

// "a/b/keep.map" -> "a/b"; "" where there is no '/'; "/" of "/keep.map".
std::string_view folder_of(std::string_view path);

// "keep.tar.gz" -> ".gz"; "" where the name has no '.' behind its first character.
std::string_view extension(std::string_view path);

// "a", "keep.map" -> "a/keep.map"; the name alone where the folder is "".
std::string joined_path(std::string_view folder, std::string_view name);

}  // namespace halfspace
