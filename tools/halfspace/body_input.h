// SPDX-License-Identifier: MIT
// Reads bodies from the command line and from files of bodies.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/compile/bodies.h"
#include "halfspace/math/aabb.h"

#include "point_input.h"

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// The notation, for messages.
inline constexpr const char* kBodyNotation = "NAME=minx,miny,minz:maxx,maxy,maxz";

struct BadBody {
    std::string message;
    std::uint32_t column;  // from 1
    ErrorCode code = ErrorCode::Syntax;
};

// The notation of a box, for messages.
inline constexpr const char* kBoxNotation = "minx,miny,minz:maxx,maxy,maxz";

// Reads a box in this notation. No absolute value may be above `most`. The box may be empty.
std::expected<Aabb, BadBody> parse_box(std::string_view text, double most = kAnyNumber);

// Reads one body, which the library accepts: in this notation with blanks around it, or the name of
// a default body.
std::expected<Body, BadBody> parse_body(std::string_view text);

std::string to_text(const Body& body);

// Reads a file with one body on each line. The bodies must lie on the grid of 2^-grid_exponent.
// Blank lines, a byte order mark and everything behind a '#' are skipped. Errors: those of
// read_file; Syntax, Range and Geometry with line and column.
Result<std::vector<Body>> read_bodies(const std::string& path, int grid_exponent);

}  // namespace halfspace::tool
