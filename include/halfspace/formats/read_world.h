// SPDX-License-Identifier: MIT
// Reads a level's source in whatever format it is: .map, .grid, .bsp, alone or in a package. The
// readers of the single formats (map_reader.h, grid_reader.h, bsp_reader.h) give the same result.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/world/world.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace {

// What every reader gives.
struct ReadWorld {
    World world;
    std::vector<Diagnostic> diagnostics;  // what was dropped, moved or contradictory
};

// Where a source lies: "keep.map", or "pak1.pk3:maps/keep.bsp".
struct SourceName {
    std::string file;   // "keep.map"; "pak1.pk3"
    std::string entry;  // "maps/keep.bsp"; empty for a file that is no package
};

// Splits the text behind its last ".pk3" that a colon follows, in upper or lower case.
SourceName source_name(std::string_view text);

// True if a file of this name is taken for a source: its name ends in .map, .grid, .bsp or .pk3.
bool is_source_name(std::string_view name);

// The endings of sources, for messages and help: ".map (text of Quake's editors), .grid, ...".
std::string_view source_formats();

// Reads the file, or the entry of a package, that `source` names; source_name splits it. Of a
// package without an entry the only level is read: the only .bsp, else the only .map, else the only
// .grid. Errors: those of read_file, of Package and of the reader below; Io for a package without
// an entry that has no level or several of one kind, whose names are listed.
Result<ReadWorld> read_world(const std::string& source);

// Reads bytes that are there already. The ending of `name` tells the format; the name is also what
// messages call the source. Errors: those of read_map, read_grid and read_bsp; Unsupported for
// another ending and for contents that are known to be something else: text in UTF-16, a .vmf, a
// compiled level, an archive.
Result<ReadWorld> read_world(std::span<const std::byte> bytes, const std::string& name);

}  // namespace halfspace
