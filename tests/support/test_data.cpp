// SPDX-License-Identifier: MIT
#include "support/test_data.h"

#include <algorithm>

namespace halfspace::test {

std::filesystem::path project_file(const std::filesystem::path& relative) {
    return std::filesystem::path(HALFSPACE_SOURCE_DIR) / relative;
}

namespace {

// A folder that nobody named holds nothing.
std::filesystem::path if_there(const std::filesystem::path& folder,
                               const std::filesystem::path& relative) {
    const std::filesystem::path path = folder / relative;
    return !folder.empty() && std::filesystem::exists(path) ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path test_data(const std::filesystem::path& relative) {
    return if_there(HALFSPACE_TEST_DATA, relative);
}

std::filesystem::path openarena_package(const std::string& name) {
    return if_there(HALFSPACE_OPENARENA, name);
}

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::string& extension) {
    std::vector<std::filesystem::path> files;
    if (folder.empty() || !std::filesystem::is_directory(folder)) {
        return files;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file() && entry.path().extension() == extension) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace halfspace::test
