// SPDX-License-Identifier: MIT
// Files that people take for sources and that no reader reads: what they are and what to do.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

// What the first bytes of a file tell: "this is a ZIP archive: ...". nullopt if nothing is known to
// begin so.
std::optional<std::string> foreign_contents(std::span<const std::byte> bytes);

// The same by the ending of its name, in lower case with its dot: ".vmf".
std::optional<std::string> foreign_extension(std::string_view extension);

}  // namespace halfspace
