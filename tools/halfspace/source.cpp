// SPDX-License-Identifier: MIT
#include "source.h"

#include "halfspace/base/file.h"
#include "halfspace/formats/bsp_reader.h"
#include "halfspace/formats/grid_reader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace halfspace::tool {
namespace {

std::string lower_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return extension;
}

// A missing file or a folder is told as such, whatever its name.
bool can_be_read(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
}

}  // namespace

Result<MapRead> read_source(const std::filesystem::path& path) {
    const std::string extension = lower_extension(path);
    if (extension != ".map" && extension != ".grid" && extension != ".bsp" && can_be_read(path)) {
        const std::string what = extension.empty() ? "a file without an extension"
                                                   : "'" + path.extension().string() + "' files";
        return std::unexpected(
            Error{ErrorCode::Unsupported,
                  "cannot read " + what + "; supported: .map (text of Quake's editors), .grid",
                  SourceLocation{path.string()}});
    }
    Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (extension == ".bsp") {
        Result<BspRead> level = read_bsp(*bytes, path.string());
        if (!level) {
            return std::unexpected(std::move(level.error()));
        }
        return MapRead{std::move(level->world), std::move(level->diagnostics)};
    }
    if (extension != ".grid") {
        return read_map(text, path.string());
    }
    Result<GridRead> grid = read_grid(text, path.string());
    if (!grid) {
        return std::unexpected(std::move(grid.error()));
    }
    return MapRead{std::move(grid->world), std::move(grid->diagnostics)};
}

}  // namespace halfspace::tool
