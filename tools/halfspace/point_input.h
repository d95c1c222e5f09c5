// SPDX-License-Identifier: MIT
// The points that query commands ask about: from the command line, or a million lines of them from
// standard input.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/vec.h"

#include <array>
#include <cstddef>
#include <expected>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// The most numbers that one query has: two points.
inline constexpr std::size_t kMostNumbers = 6;
using Numbers = std::array<double, kMostNumbers>;

struct BadNumbers {
    std::string message;
    std::uint32_t column;  // from 1
};

// Reads exactly `count` finite numbers, separated by blanks or by one comma each.
// REQUIRES: count <= kMostNumbers.
std::expected<Numbers, BadNumbers> parse_numbers(std::string_view text, std::size_t count);

// The words of one query on the command line, joined: "1,2,3" and "1 2 3" and "1" "2" "3".
// Errors: Syntax.
Result<Numbers> parse_words(std::span<const std::string> words, std::size_t count);

// The coordinates as short as they are exact, read back by parse_numbers: "1,2.5,-3". 0 is never
// "-0".
std::string point_text(const Vec3& point, std::string_view separator = ",");

// Reads standard input to its end, one query a line, and hands on what is there so far, so that
// a program at the other end of a pipe gets its answers at once. Empty lines are skipped.
// Stops at the first bad line, after the queries before it. Errors: Syntax with line and column,
// Io, Cancelled never.
Result<void> read_queries(std::size_t count,
                          const std::function<void(std::span<const Numbers>)>& answer);

}  // namespace halfspace::tool
