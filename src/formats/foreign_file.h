// SPDX-License-Identifier: MIT
// Recognizes files that people take for sources, but that no reader reads, and says what to do.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace halfspace {

// A message for a file with these first bytes, such as "this is a ZIP archive: ...". nullopt if
// they are unknown.
std::optional<std::string> foreign_contents(std::span<const std::byte> bytes);

// The same for the ending of a name, in lower case with its dot, such as ".vmf".
std::optional<std::string> foreign_extension(std::string_view extension);

}  // namespace halfspace
