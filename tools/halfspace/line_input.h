// SPDX-License-Identifier: MIT
// Reads files with one thing on each line, such as bodies or points.
#pragma once

#include "halfspace/base/error.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace halfspace::tool {

// Where the first word of the text begins; the size of the text if it has only blanks.
std::size_t first_word(std::string_view text);

// The text without the blanks around it.
std::string_view trimmed(std::string_view text);

// Calls add(line, number) for the lines of a file; the first line has number 1. Blank lines, a byte
// order mark and everything behind a '#' are skipped. Stops at the first error of `add`. Errors:
// those of read_file and of `add`.
Result<void> read_lines(const std::string& path,
                        const std::function<Result<void>(std::string_view, std::uint32_t)>& add);

}  // namespace halfspace::tool
