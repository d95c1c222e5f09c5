// SPDX-License-Identifier: MIT
#include "halfspace/formats/read_world.h"

#include "base/shared/path.h"
#include "formats/foreign_file.h"
#include "formats/shared/bsp_reader.h"
#include "formats/shared/grid_reader.h"
#include "formats/shared/map_reader.h"
#include "formats/shared/mesh_reader.h"
#include "formats/source_format.h"
#include "formats/text/lower_case.h"

#include <array>
#include <optional>
#include <utility>

namespace halfspace {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

using Bytes = std::span<const std::byte>;
using Meshes = MeshReadOptions;

#ifndef __wasm__
// A reader of meshes, as the table takes it.
template <auto Read>
Result<ReadWorld> read_meshes(Bytes bytes, const std::string& name, const Meshes& meshes) {
    return Read(bytes, name, meshes);
}
#endif

constexpr auto kFormats = std::to_array<SourceFormat>({
    {".bsp",
     "Quake III",
     false,
     [](Bytes bytes, const std::string& name, const Meshes&) { return read_bsp(bytes, name); }},
    {".map",
     "text of Quake's editors",
     false,
     [](Bytes bytes, const std::string& name, const Meshes&) {
         return read_map(as_text(bytes), name);
     }},
    {".grid",
     "",
     false,
     [](Bytes bytes, const std::string& name, const Meshes&) {
         return read_grid(as_text(bytes), name);
     }},
#ifndef __wasm__  // pages read meshes by libraries of their own
    {".obj",
     "",
     true,
     [](Bytes bytes, const std::string& name, const Meshes& meshes) {
         return read_obj(as_text(bytes), name, meshes);
     }},
    {".glb", "", true, read_meshes<read_gltf>},
    {".gltf", "", true, read_meshes<read_gltf>},
    {".stl", "", true, read_meshes<read_stl>},
    {".ply", "", true, read_meshes<read_ply>},
    {".off",
     "",
     true,
     [](Bytes bytes, const std::string& name, const Meshes& meshes) {
         return read_off(as_text(bytes), name, meshes);
     }},
#endif
});

}  // namespace

std::span<const SourceFormat> known_formats() {
    return kFormats;
}

std::string extension_of(std::string_view name) {
    return lower_case(extension(name));
}

const SourceFormat* find_format(std::string_view name) {
    const std::string ending = extension_of(name);
    for (const SourceFormat& format : known_formats()) {
        if (format.extension == ending) {
            return &format;
        }
    }
    return nullptr;
}

Error unknown_format(const std::string& name) {
    const std::string ending = extension_of(name);
    if (std::optional<std::string> foreign = foreign_extension(ending)) {
        return {ErrorCode::Unsupported, *std::move(foreign), SourceLocation{name}};
    }
    const std::string what =
        ending.empty() ? "a file without an extension" : "'" + ending + "' files";
    return {ErrorCode::Unsupported,
            "cannot read " + what + "; supported: " + source_formats(),
            SourceLocation{name}};
}

std::string source_formats() {
    std::string text;
    for (const SourceFormat& format : known_formats()) {
        text.append(text.empty() ? "" : ", ").append(format.extension);
        text.append(format.whose.empty() ? "" : " (" + std::string(format.whose) + ")");
    }
#if !defined(__wasm__) && !defined(HALFSPACE_WITHOUT_PACKAGES)
    text.append(", and these in a .pk3");
#endif
    return text;
}

std::string mesh_formats() {
    std::string text;
    for (const SourceFormat& format : known_formats()) {
        if (format.has_meshes) {
            text.append(text.empty() ? "" : ", ").append(format.extension);
        }
    }
    return text;
}

Result<ReadWorld> read_world(std::span<const std::byte> bytes,
                             const std::string& name,
                             const MeshReadOptions& meshes) {
    const SourceFormat* const format = find_format(name);
    if (format == nullptr) {
        return std::unexpected(unknown_format(name));
    }
    if (std::optional<std::string> foreign = foreign_contents(bytes)) {
        return std::unexpected(
            Error{ErrorCode::Unsupported, *std::move(foreign), SourceLocation{name}});
    }
    return format->read(bytes, name, meshes);
}

}  // namespace halfspace
