// SPDX-License-Identifier: MIT
// Where tests find files.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace halfspace::test {

// A file of the project's own tree, by its path from the root.
std::filesystem::path project_file(const std::filesystem::path& relative);

// A file or folder of the optional test data; nullopt-like empty path when it is not there.
std::filesystem::path test_data(const std::filesystem::path& relative);

// A package of OpenArena's levels ("pak1-maps.pk3"); empty when it is not installed.
std::filesystem::path openarena_package(const std::string& name);

// All files below the folder with the extension (".map"), sorted; empty if there is no folder.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::string& extension);

}  // namespace halfspace::test
