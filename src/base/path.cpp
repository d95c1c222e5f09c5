// SPDX-License-Identifier: MIT
#include "base/shared/path.h"

namespace halfspace {

std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string_view folder_of(std::string_view path) {
    const std::size_t end = path.rfind('/');
    if (end == std::string_view::npos) {
        return "";
    }
    return path.substr(0, end == 0 ? 1 : end);
}

std::string_view extension(std::string_view path) {
    const std::string_view name = file_name(path);
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos || dot == 0 || name == ".." ? "" : name.substr(dot);
}

std::string joined_path(std::string_view folder, std::string_view name) {
    std::string path(folder);
    if (!path.empty() && !path.ends_with('/')) {
        path += '/';
    }
    return path += name;
}

}  // namespace halfspace
