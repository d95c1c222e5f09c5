// SPDX-License-Identifier: MIT
// What `compile` tells of a leak: a message, and a file of points that editors show as a line.
// `render` tells the same of a level.
#pragma once

#include "halfspace/compile/compile.h"

#include "json_report.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace halfspace::tool {

// Where the points of a source go: beside it, with the extension .pts; for a source in a package,
// beside the level.
std::filesystem::path points_path(const std::string& input, const std::filesystem::path& output);

// The points of the line, from the entity to the outside, one on each line: "x y z".
std::string points_text(const Leak& leak);

// "the level leaks: light (entity 5) at 0 0 32 reaches the outside; ..." points: the file of the
// line; empty if it was not written.
std::string leak_message(const World& world, const Leak& leak, const std::string& points);
SourceLocation leak_place(const World& world, const Leak& leak);

// line: of the entity in the source.
Json to_json(const Leak& leak, std::string_view classname, std::uint32_t line);
// The same with the file of the line; an empty name if it was not written.
Json to_json(const World& world, const Leak& leak, const std::string& points);

}  // namespace halfspace::tool
