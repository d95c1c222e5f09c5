// SPDX-License-Identifier: MIT
// The output of --json: one report for each run, on standard output.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/vec.h"

#include <nlohmann/json.hpp>

#include <span>
#include <string>
#include <string_view>

namespace halfspace::tool {

using Json = nlohmann::ordered_json;

Json to_json(const SourceLocation& where);
Json to_json(std::span<const Error> errors);
Json to_json(std::span<const Diagnostic> diagnostics);

// The coordinates; 0 is never -0.
Json point_json(const Vec3& point);

// The text as a JSON string, for lines that are printed by the million. Only the characters that
// JSON requires are escaped.
std::string json_string(std::string_view text);

// Prints the report. Bytes that are not UTF-8, which old level files contain, are printed as
// U+FFFD.
void print_json(const Json& report);

}  // namespace halfspace::tool
