// SPDX-License-Identifier: MIT
// Makes UTF-8 from the text of level files, which may have any encoding.
#pragma once

#include <string>
#include <string_view>

namespace halfspace {

// The text with U+FFFD for each byte that is not part of valid UTF-8.
std::string valid_utf8(std::string_view text);

// The text without the byte-order mark of UTF-8, which some editors put in front.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace halfspace
