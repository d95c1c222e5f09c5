// SPDX-License-Identifier: MIT
// Reads the points of query commands, from the command line or from standard input with up to
// millions of lines.
#pragma once

#include "halfspace/base/error.h"
#include "halfspace/math/vec.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <expected>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halfspace::tool {

// The most numbers of a query: those of two points.
inline constexpr std::size_t kMaxNumbers = 6;
using Numbers = std::array<double, kMaxNumbers>;

// The limit of numbers that have none.
inline constexpr double kAnyNumber = std::numeric_limits<double>::max();

struct BadNumbers {
    std::string message;
    std::uint32_t column;  // from 1
};

// Reads exactly `count` finite numbers, separated by blanks or by one comma each. No absolute value
// may be above `most`. REQUIRES: count <= kMaxNumbers.
std::expected<Numbers, BadNumbers> parse_numbers(std::string_view text,
                                                 std::size_t count,
                                                 double most = kAnyNumber);

// Joins the words of one query on the command line and reads `count` numbers. "1,2,3", "1 2 3" and
// "1" "2" "3" are the same. Errors: Syntax.
Result<Numbers> parse_words(std::span<const std::string> words,
                            std::size_t count,
                            double most = kAnyNumber);

// The coordinates with as few digits as are exact, such as "1,2.5,-3". parse_numbers reads them
// back. 0 is never "-0".
std::string point_text(const Vec3& point, std::string_view separator = ",");

// The point rounded to thousandths of a unit, as reports print places that were computed: nobody
// needs more.
Vec3 to_thousandths(const Vec3& point);

// The same as point_text, as a JSON array.
std::string json_point(const Vec3& point);

// Appends one line for each query to the text.
using RespondTo = std::function<void(std::span<const Numbers>, fmt::memory_buffer& text)>;

// Prints the answer to one query.
void answer_one(const Numbers& query, const RespondTo& respond);

// Prints the answers to the queries of standard input. Errors: those of read_queries.
Result<void> answer_input(std::size_t count, double most, const RespondTo& respond);

// Reads standard input to its end, one query on each line. Calls `answer` with the queries read so
// far after each read, so that a program at the other end of a pipe gets its answers at once. Skips
// blank lines. Stops at the first bad line, after the queries before it are answered. Errors:
// Syntax with line and column; Io.
Result<void> read_queries(std::size_t count,
                          double most,
                          const std::function<void(std::span<const Numbers>)>& answer);

}  // namespace halfspace::tool
