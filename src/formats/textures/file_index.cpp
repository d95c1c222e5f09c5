// SPDX-License-Identifier: MIT
#include "formats/textures/file_index.h"

#include "formats/lower_case.h"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>

namespace halfspace {
namespace {

// More is no folder of textures but somebody's whole disk.
constexpr std::size_t kMostEntries = 200'000;
constexpr int kDeepest = 16;

namespace fs = std::filesystem;

class Indexer {
public:
    Indexer(const fs::path& folder, std::initializer_list<std::string_view> extensions)
        : folder_(folder), extensions_(extensions) {}

    IndexedFolder index(Depth depth) {
        std::error_code failed;
        fs::recursive_directory_iterator next(
            folder_, fs::directory_options::skip_permission_denied, failed);
        if (failed) {
            warn("cannot look for textures here: " + failed.message() +
                 (folder_.extension() == ".pk3" ? "; unpack it" : ""));
            return std::move(result_);
        }
        for (std::size_t entries = 0; next != fs::recursive_directory_iterator(); ++entries) {
            if (entries == kMostEntries) {
                warn("too many files to look for textures here: the rest is not seen");
                break;
            }
            if (depth == Depth::Folder || next.depth() >= kDeepest) {
                next.disable_recursion_pending();
            }
            add(*next);
            next.increment(failed);
            if (failed) {
                warn("cannot look for more textures here: " + failed.message());
                break;
            }
        }
        return std::move(result_);
    }

private:
    void add(const fs::directory_entry& entry) {
        const std::string extension = lower_case(entry.path().extension().string());
        const bool is_wanted =
            std::find(extensions_.begin(), extensions_.end(), extension) != extensions_.end();
        std::error_code failed;
        if (!is_wanted || !entry.is_regular_file(failed)) {
            return;
        }
        const std::string key =
            lower_case(entry.path().lexically_relative(folder_).generic_string());
        const auto [place, is_new] = result_.files.emplace(key, entry.path());
        if (!is_new && entry.path() < place->second) {
            place->second = entry.path();
        }
    }

    void warn(std::string message) {
        result_.diagnostics.push_back(
            {Severity::Warning, std::move(message), {folder_.string(), 0, 0}});
    }

    const fs::path& folder_;
    std::vector<std::string_view> extensions_;
    IndexedFolder result_;
};

}  // namespace

IndexedFolder index_files(const std::filesystem::path& folder,
                          Depth depth,
                          std::initializer_list<std::string_view> extensions) {
    return Indexer(folder, extensions).index(depth);
}

}  // namespace halfspace
