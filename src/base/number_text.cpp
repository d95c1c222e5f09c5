// SPDX-License-Identifier: MIT
#include "halfspace/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <system_error>

namespace halfspace {

std::string number_text(double value) {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), written.ptr};
}

std::optional<double> number_of_text(std::string_view text) {
    double value = 0;
    const char* const end = std::to_address(text.end());
    const auto parsed = std::from_chars(std::to_address(text.begin()), end, value);
    // std::from_chars also takes "inf" and "nan".
    const bool is_number = parsed.ec == std::errc() && parsed.ptr == end && std::isfinite(value);
    return is_number ? std::optional(value) : std::nullopt;
}

}  // namespace halfspace
