// SPDX-License-Identifier: MIT
#include "formats/mesh/mesh_text.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace halfspace {
namespace {

constexpr std::string_view kBlanks = " \t";

}  // namespace

bool is_blank(char c) {
    return kBlanks.find(c) != std::string_view::npos;
}

std::string_view next_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
    line.remove_prefix(word.size());
    return word;
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view next_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(line.size());
    text.remove_prefix(text.starts_with("\r\n") ? 2 : std::min<std::size_t>(1, text.size()));
    return line;
}

std::optional<double> any_number_of(std::string_view text) {
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto parsed = fast_float::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_good = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return is_good ? std::optional(value) : std::nullopt;
}

std::optional<double> number_of(std::string_view text) {
    const std::optional<double> value = any_number_of(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string_view WordReader::word() {
    std::string_view word = next_word(current_);
    while (word.empty() && !rest_.empty()) {
        current_ = next_line(rest_);
        ++line_;
        word = next_word(current_);
    }
    return word;
}

std::string_view WordReader::rest_of_line() {
    return trimmed(std::exchange(current_, {}));
}

}  // namespace halfspace
