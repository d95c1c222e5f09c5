// SPDX-License-Identifier: MIT
#include "halfspace/formats/read_world.h"

#include "halfspace/base/file.h"
#include "halfspace/base/path.h"
#include "halfspace/formats/bsp_reader.h"
#include "halfspace/formats/grid_reader.h"
#include "halfspace/formats/map_reader.h"
#include "halfspace/formats/package.h"

#include "formats/foreign_file.h"
#include "formats/text/lower_case.h"

#include <algorithm>
#include <array>
#include <system_error>
#include <utility>

namespace halfspace {
namespace {

constexpr std::string_view kPackage = ".pk3";
constexpr std::string_view kInPackage = ".pk3:";

struct SourceFormat {
    std::string_view extension;
    Result<ReadWorld> (*read)(std::span<const std::byte> bytes, const std::string& name);
};

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Every reader there is. Of a package that holds several kinds, the first one here is meant.
constexpr std::array<SourceFormat, 3> kFormats{
    {{".bsp",
      [](std::span<const std::byte> bytes, const std::string& name) {
          return read_bsp(bytes, name);
      }},
     {".map",
      [](std::span<const std::byte> bytes, const std::string& name) {
          return read_map(as_text(bytes), name);
      }},
     {".grid", [](std::span<const std::byte> bytes, const std::string& name) {
          return read_grid(as_text(bytes), name);
      }}}};

// Of the name's last part, with its dot, in lower case.
std::string extension_of(std::string_view name) {
    return lower_case(extension(name));
}

const SourceFormat* find_format(std::string_view name) {
    const auto* const found = std::find_if(
        kFormats.begin(), kFormats.end(), [ending = extension_of(name)](const auto& format) {
            return format.extension == ending;
        });
    return found == kFormats.end() ? nullptr : found;
}

Error unknown_format(const std::string& name) {
    const std::string ending = extension_of(name);
    if (std::optional<std::string> foreign = foreign_extension(ending)) {
        return {ErrorCode::Unsupported, *std::move(foreign), SourceLocation{name}};
    }
    const std::string what =
        ending.empty() ? "a file without an extension" : "'" + ending + "' files";
    return {ErrorCode::Unsupported,
            "cannot read " + what + "; supported: " + std::string(source_formats()),
            SourceLocation{name}};
}

// The level that is meant when none is named.
Result<std::string> only_level(const Package& package, const std::string& file) {
    const auto error = [&](std::string message) {
        return std::unexpected(Error{ErrorCode::Io, std::move(message), SourceLocation{file}});
    };
    for (const SourceFormat& format : kFormats) {
        std::vector<std::string> levels = package.names_with(format.extension);
        if (levels.size() == 1) {
            return std::move(levels.front());
        }
        if (!levels.empty()) {
            return error("which level of it? Name one behind a colon, as in " +
                         std::string(file_name(file)) + ":" + levels.front() + "; its " +
                         std::string(format.extension) + " files: " + listed(levels));
        }
    }
    return error("there is no level in it (.bsp, .map or .grid); its files: " +
                 listed(package.names()));
}

Result<ReadWorld> read_packaged(const SourceName& source) {
    Result<Package> package = Package::open(source.file);
    if (!package) {
        return std::unexpected(std::move(package.error()));
    }
    const Result<std::string> entry = source.entry.empty() ? only_level(*package, source.file)
                                                           : Result<std::string>(source.entry);
    if (!entry) {
        return std::unexpected(entry.error());
    }
    const std::string name = source.file + ":" + *entry;
    if (find_format(name) == nullptr) {
        return std::unexpected(unknown_format(name));
    }
    const Result<std::vector<std::byte>> bytes = package->read(*entry);
    return bytes ? read_world(*bytes, name) : std::unexpected(bytes.error());
}

}  // namespace

SourceName source_name(std::string_view text) {
    const std::size_t split = lower_case(text).rfind(kInPackage);
    if (split == std::string::npos) {
        return {std::string(text), {}};
    }
    return {std::string(text.substr(0, split + kPackage.size())),
            std::string(text.substr(split + kInPackage.size()))};
}

bool is_source_name(std::string_view name) {
    return find_format(name) != nullptr || extension_of(name) == kPackage;
}

std::string_view source_formats() {
    return ".map (text of Quake's editors), .grid, .bsp (Quake III), and these in a .pk3";
}

Result<ReadWorld> read_world(const std::string& source) {
    const SourceName name = source_name(source);
    if (extension_of(name.file) == kPackage) {
        return read_packaged(name);
    }
    if (find_format(source) == nullptr && is_file(source)) {
        return std::unexpected(unknown_format(source));
    }
    const Result<std::vector<std::byte>> bytes = read_file(source);
    return bytes ? read_world(*bytes, source) : std::unexpected(bytes.error());
}

Result<ReadWorld> read_world(std::span<const std::byte> bytes, const std::string& name) {
    const SourceFormat* const format = find_format(name);
    if (format == nullptr) {
        return std::unexpected(unknown_format(name));
    }
    if (std::optional<std::string> foreign = foreign_contents(bytes)) {
        return std::unexpected(
            Error{ErrorCode::Unsupported, *std::move(foreign), SourceLocation{name}});
    }
    return format->read(bytes, name);
}

}  // namespace halfspace
