// SPDX-License-Identifier: MIT
#include "formats/mesh/mesh_text.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <cmath>

namespace halfspace {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

}  // namespace

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
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

std::optional<double> number_of(std::string_view text) {
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto parsed = fast_float::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_good = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
    return is_good && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string in_quotes(std::string_view text, std::size_t most) {
    std::string result = "'";
    for (const char c : text.substr(0, most)) {
        result += c >= 0x20 && c <= 0x7e ? c : '?';
    }
    return result + (text.size() > most ? "...'" : "'");
}

}  // namespace halfspace
