// SPDX-License-Identifier: MIT
// What --json prints: one report per run on standard output.
#pragma once

#include "halfspace/base/error.h"

#include <nlohmann/json.hpp>

#include <span>

namespace halfspace::tool {

using Json = nlohmann::ordered_json;

Json to_json(const SourceLocation& where);
Json to_json(std::span<const Error> errors);
Json to_json(std::span<const Diagnostic> diagnostics);

// Bytes that are no UTF-8, as old level files hold them, come out as U+FFFD.
void print_json(const Json& report);

}  // namespace halfspace::tool
