// SPDX-License-Identifier: MIT
// Takes paths apart and joins them. A path is a text whose parts are separated by '/'. Nothing here
// looks at the file system; file.h does.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

// What follows the last '/': "a/b/keep.map" gives "keep.map".
std::string_view file_name(std::string_view path);

// What comes before the last '/': "a/b/keep.map" gives "a/b". A path without '/' gives "", and
// "/keep.map" gives "/".
std::string_view folder_of(std::string_view path);

// The end of the file's name from its last '.' on: "keep.tar.gz" gives ".gz". A name without '.'
// and a name whose only '.' is its first character give "".
std::string_view extension(std::string_view path);

// "a" and "keep.map" give "a/keep.map". An empty folder gives the name alone.
std::string joined_path(std::string_view folder, std::string_view name);

}  // namespace halfspace
