// SPDX-License-Identifier: MIT
#include "formats/textures/file_index.h"

#include "halfspace/base/file.h"

#include "base/shared/path.h"
#include "formats/text/lower_case.h"

#include <algorithm>
#include <utility>

namespace halfspace {
namespace {

// A folder with more files is not a folder of textures but a whole disk.
constexpr std::size_t kMaxEntries = 200'000;
constexpr int kDeepest = 16;

// The path of a file below the folder that was listed.
std::string_view below(std::string_view folder, std::string_view file) {
    file.remove_prefix(folder.size());
    return file.substr(file.find_first_not_of('/'));
}

}  // namespace

IndexedFolder index_files(const std::string& folder,
                          Depth depth,
                          std::initializer_list<std::string_view> extensions) {
    IndexedFolder result;
    const auto warn = [&](std::string message) {
        result.diagnostics.push_back({Severity::Warning, std::move(message), {folder, 0, 0}});
    };
    FolderList list = list_files(
        folder, {.depth = depth == Depth::Folder ? 0 : kDeepest, .max_entries = kMaxEntries});
    if (!list.problem.empty()) {
        warn((list.is_opened ? "cannot look for more textures here: "
                             : "cannot look for textures here: ") +
             list.problem + (!list.is_opened && extension(folder) == ".pk3" ? "; unpack it" : ""));
    }
    if (list.is_incomplete) {
        warn("too many files to look for textures here: the rest is not seen");
    }
    for (std::string& file : list.files) {
        const std::string ending = lower_case(extension(file));
        if (std::find(extensions.begin(), extensions.end(), ending) == extensions.end()) {
            continue;
        }
        const auto [place, is_new] =
            result.files.emplace(lower_case(below(folder, file)), std::string());
        if (is_new || file < place->second) {
            place->second = std::move(file);
        }
    }
    return result;
}

}  // namespace halfspace
