// SPDX-License-Identifier: MIT
// Bodies as the command line and files of bodies write them.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/compile/bodies.h"

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

// One body in that notation, blanks around it, which the library takes; or the name alone of one
// that there is by default.
std::expected<Body, BadBody> parse_body(std::string_view text);

std::string to_text(const Body& body);

// A file with one body a line, on the grid of 2^-grid_exponent; what follows a '#', blank lines and
// a byte order mark are passed over.
// Errors: those of read_file; Syntax, Range, Geometry with line and column.
Result<std::vector<Body>> read_bodies(const std::string& path, int grid_exponent);

}  // namespace halfspace::tool
