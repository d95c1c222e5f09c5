// SPDX-License-Identifier: MIT
// Reads worlds by name, from a file or out of a package.
#include "halfspace/base/file.h"
#include "halfspace/formats/read_world.h"

#include "base/shared/path.h"
#include "formats/shared/package.h"
#include "formats/source_format.h"
#include "formats/text/lower_case.h"

#include <utility>

namespace halfspace {
namespace {

constexpr std::string_view kPackage = ".pk3";
constexpr std::string_view kInPackage = ".pk3:";

#ifdef HALFSPACE_WITHOUT_PACKAGES
Result<ReadWorld> read_packaged(const SourceName& source, const MeshReadOptions&) {
    return std::unexpected(
        Error{ErrorCode::Unsupported,
              "this build reads no packages, as it is made without libzip; unpack "
              "the level (a .pk3 is a ZIP archive) and read its file",
              SourceLocation{source.file}});
}
#else
// The level of a package for a name without a level.
Result<std::string> only_level(const Package& package, const std::string& file) {
    const auto error = [&](std::string message) {
        return std::unexpected(Error{ErrorCode::Io, std::move(message), SourceLocation{file}});
    };
    for (const SourceFormat& format : known_formats()) {
        std::vector<std::string> levels = package.names_with(format.extension);
        if (levels.size() == 1) {
            return std::move(levels.front());
        }
        if (!levels.empty()) {
            return error("the package holds several levels; name one behind a colon, as in " +
                         std::string(file_name(file)) + ":" + levels.front() + "; its " +
                         std::string(format.extension) + " files: " + comma_list(levels));
        }
    }
    return error("the package holds no level (.bsp, .map or .grid); its files: " +
                 comma_list(package.names()));
}

Result<ReadWorld> read_packaged(const SourceName& source, const MeshReadOptions& meshes) {
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
    return bytes ? read_world(*bytes, name, meshes) : std::unexpected(bytes.error());
}
#endif

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

Result<ReadWorld> read_world(const std::string& source, const MeshReadOptions& meshes) {
    const SourceName name = source_name(source);
    if (extension_of(name.file) == kPackage) {
        return read_packaged(name, meshes);
    }
    if (find_format(source) == nullptr && is_file(source)) {
        return std::unexpected(unknown_format(source));
    }
    const Result<std::vector<std::byte>> bytes = read_file(source);
    return bytes ? read_world(*bytes, source, meshes) : std::unexpected(bytes.error());
}

}  // namespace halfspace
