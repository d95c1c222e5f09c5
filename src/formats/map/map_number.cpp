// SPDX-License-Identifier: MIT
#include "formats/map/map_number.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <system_error>

namespace halfspace::map {
namespace {

constexpr std::string_view kBlanks = " \t";

bool is_digit_or_point(char c) {
    return (c >= '0' && c <= '9') || c == '.';
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
    // fast_float takes "inf" and "nan" but no plus sign; level files need the reverse.
    const std::size_t first = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
    if (first >= text.size() || !is_digit_or_point(text[first])) {
        return std::nullopt;
    }
    text.remove_prefix(text.front() == '+' ? 1 : 0);
    double value = 0;
    const char* end = std::to_address(text.end());
    const fast_float::from_chars_result result =
        fast_float::from_chars(std::to_address(text.begin()), end, value);
    const bool is_number = result.ec != std::errc::invalid_argument && result.ptr == end;
    return is_number ? std::optional(value) : std::nullopt;
}

std::optional<Vec3> parse_vec3(std::string_view text) {
    std::array<double, 3> numbers{};
    for (double& number : numbers) {
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        const std::string_view word = text.substr(0, text.find_first_of(kBlanks));
        const std::optional<double> parsed = parse_double(word);
        if (!parsed || !std::isfinite(*parsed)) {
            return std::nullopt;
        }
        number = *parsed;
        text.remove_prefix(word.size());
    }
    if (text.find_first_not_of(kBlanks) != std::string_view::npos) {
        return std::nullopt;
    }
    return Vec3{numbers[0], numbers[1], numbers[2]};
}

}  // namespace halfspace::map
