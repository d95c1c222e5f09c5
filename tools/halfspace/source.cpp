// SPDX-License-Identifier: MIT
#include "source.h"

#include "halfspace/base/file.h"
#include "halfspace/formats/bsp_reader.h"
#include "halfspace/formats/grid_reader.h"
#include "halfspace/formats/package.h"

#include "output_file.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace halfspace::tool {
namespace {

constexpr std::string_view kPackage = ".pk3";
constexpr std::string_view kInPackage = ".pk3:";

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

bool is_format(std::string_view extension) {
    return extension == ".map" || extension == ".grid" || extension == ".bsp";
}

// A missing file or a folder is told as such, whatever its name.
bool can_be_read(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
}

Error unknown_format(const std::filesystem::path& path, const std::string& name) {
    const std::string extension = path.extension().string();
    const std::string what =
        extension.empty() ? "a file without an extension" : "'" + extension + "' files";
    return {ErrorCode::Unsupported,
            "cannot read " + what +
                "; supported: .map (text of Quake's editors), .grid, .bsp (Quake III), and these "
                "in a .pk3",
            SourceLocation{name}};
}

// Any reader's result as the one type that the tool works with.
template <class Read>
Result<MapRead> as_map_read(Result<Read> read) {
    if (!read) {
        return std::unexpected(std::move(read.error()));
    }
    return MapRead{std::move(read->world), std::move(read->diagnostics)};
}

Result<MapRead> parse(const std::vector<std::byte>& bytes,
                      const std::string& extension,
                      const std::string& name) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (extension == ".bsp") {
        return as_map_read(read_bsp(bytes, name));
    }
    if (extension == ".grid") {
        return as_map_read(read_grid(text, name));
    }
    return read_map(text, name);
}

Result<std::string> only_level(const Package& package, const std::string& file) {
    std::vector<std::string> levels = package.names_with(".bsp");
    if (levels.size() == 1) {
        return std::move(levels.front());
    }
    return std::unexpected(Error{ErrorCode::Io,
                                 "which level of it? Name one behind a colon, as in " +
                                     std::filesystem::path(file).filename().string() + ":" +
                                     (levels.empty() ? "maps/keep.map" : levels.front()) +
                                     "; its .bsp files: " + listed(levels),
                                 SourceLocation{file}});
}

Result<MapRead> read_packaged(const SourceName& source) {
    const std::string file = source.file.string();
    Result<Package> package = Package::open(source.file);
    if (!package) {
        return std::unexpected(std::move(package.error()));
    }
    const Result<std::string> entry =
        source.entry.empty() ? only_level(*package, file) : Result<std::string>(source.entry);
    if (!entry) {
        return std::unexpected(entry.error());
    }
    const std::string name = file + ":" + *entry;
    const std::string extension = lower_extension(*entry);
    if (!is_format(extension)) {
        return std::unexpected(unknown_format(*entry, name));
    }
    const Result<std::vector<std::byte>> bytes = package->read(*entry);
    return bytes ? parse(*bytes, extension, name) : Result<MapRead>(std::unexpected(bytes.error()));
}

}  // namespace

SourceName source_name(const std::string& text) {
    const std::size_t split = lower(text).rfind(kInPackage);
    if (split == std::string::npos) {
        return {text, {}};
    }
    return {text.substr(0, split + kPackage.size()), text.substr(split + kInPackage.size())};
}

std::filesystem::path default_output(const SourceName& source) {
    const std::filesystem::path path =
        source.entry.empty() ? source.file : std::filesystem::path(source.entry).filename();
    return std::filesystem::path(path).replace_extension(".hsw");
}

bool passes_for_source(const std::filesystem::path& path) {
    const std::string extension = lower_extension(path);
    return is_format(extension) || extension == kPackage;
}

Result<MapRead> read_source(const std::string& text) {
    const SourceName source = source_name(text);
    const std::string extension = lower_extension(source.file);
    if (extension == kPackage) {
        return read_packaged(source);
    }
    if (!is_format(extension) && can_be_read(source.file)) {
        return std::unexpected(unknown_format(source.file, text));
    }
    Result<std::vector<std::byte>> bytes = read_file(source.file);
    if (!bytes) {
        return std::unexpected(std::move(bytes.error()));
    }
    return parse(*bytes, extension, text);
}

}  // namespace halfspace::tool
