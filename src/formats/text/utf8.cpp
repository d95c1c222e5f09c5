// SPDX-License-Identifier: MIT
#include "formats/text/utf8.h"

#include <cstddef>
#include <cstdint>

namespace halfspace {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t at) {
    return at < text.size() ? static_cast<std::uint8_t>(text[at]) : 0;
}

bool is_tail(std::uint8_t byte) {
    return (byte & 0xc0) == 0x80;
}

// The number of bytes of the character at the start of the text; 0 if the bytes are not valid. By
// table 3-7 of the Unicode standard: the range of the second byte excludes long forms, surrogates
// and values that are too large.
std::size_t character_size(std::string_view text) {
    const std::uint8_t first = byte_at(text, 0);
    const std::uint8_t second = byte_at(text, 1);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        return is_tail(second) ? 2 : 0;
    }
    if (first >= 0xe0 && first <= 0xef) {
        const std::uint8_t least = first == 0xe0 ? 0xa0 : 0x80;
        const std::uint8_t most = first == 0xed ? 0x9f : 0xbf;
        return second >= least && second <= most && is_tail(byte_at(text, 2)) ? 3 : 0;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        const std::uint8_t least = first == 0xf0 ? 0x90 : 0x80;
        const std::uint8_t most = first == 0xf4 ? 0x8f : 0xbf;
        const bool has_tail = is_tail(byte_at(text, 2)) && is_tail(byte_at(text, 3));
        return second >= least && second <= most && has_tail ? 4 : 0;
    }
    return 0;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    constexpr std::string_view kReplacement = "\xef\xbf\xbd";
    std::string valid;
    while (!text.empty()) {
        const std::size_t size = character_size(text);
        valid += size == 0 ? kReplacement : text.substr(0, size);
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return valid;
}

std::string_view without_byte_order_mark(std::string_view text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

}  // namespace halfspace
