// SPDX-License-Identifier: MIT
// Finds files for tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace halfspace::test {

// A file of the project, by its path from the root.
std::filesystem::path project_file(const std::filesystem::path& relative);

// A file or folder of the optional test data; an empty path if it does not exist.
std::filesystem::path test_data(const std::filesystem::path& relative);

// A package of OpenArena's levels, such as "pak1-maps.pk3"; an empty path if it is not installed.
std::filesystem::path openarena_package(const std::string& name);

// All files below the folder with this extension (such as ".map"), sorted. Empty if there is no
// such folder.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::string& extension);

}  // namespace halfspace::test
