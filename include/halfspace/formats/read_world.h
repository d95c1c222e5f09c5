// SPDX-License-Identifier: MIT
// Reads the source of a level in any known format: .map, .grid, .bsp, .obj, .glb, .gltf, .stl, .ply
// or .off, as a file or in a package. The readers of single formats (map_reader.h, grid_reader.h,
// bsp_reader.h, mesh_reader.h) give the same result.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/formats/mesh_options.h"
#include "halfspace/world/world.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// What every reader gives: the world, and what was odd in the source.
struct ReadWorld {
    World world;
    std::vector<Diagnostic> diagnostics;  // what was dropped, moved or contradictory
};

// The two parts of a source's name: "keep.map", or "pak1.pk3:maps/keep.bsp".
struct SourceName {
    std::string file;   // "keep.map"; "pak1.pk3"
    std::string entry;  // "maps/keep.bsp"; empty if no entry is named
};

// Splits the text at the colon behind its last ".pk3:", in upper or lower case. Without ".pk3:" all
// of it is the file.
SourceName source_name(std::string_view text);

// True if the name ends with .map, .grid, .bsp, .obj, .glb, .gltf, .stl, .ply, .off or .pk3, in
// upper or lower case.
bool is_source_name(std::string_view name);

// The endings of sources as text, for messages and help: ".map (text of Quake's editors), .grid,
// ...".
std::string_view source_formats();

// Reads a file, or an entry of a package ("pak1.pk3:maps/keep.bsp"). If a package is named without
// an entry, its only level is read: the only .bsp; without any .bsp the only .map; without both the
// only .grid, and so on.
// Errors: as of read_file, of Package and of the format's reader. Io for a package without an
// entry, if it has no level or several; the message lists them. Unsupported for another ending.
// meshes: for formats with meshes only.
Result<ReadWorld> read_world(const std::string& source, const MeshReadOptions& meshes = {});

// Reads bytes that are already in memory. The ending of `name` decides on the format; messages use
// `name` for the source.
// Errors: as of read_map, read_grid, read_bsp and the readers of meshes. Unsupported for another
// ending, and for contents that are recognised as something else: text in UTF-16, a .vmf, a
// compiled level, an archive.
Result<ReadWorld> read_world(std::span<const std::byte> bytes,
                             const std::string& name,
                             const MeshReadOptions& meshes = {});

}  // namespace halfspace
